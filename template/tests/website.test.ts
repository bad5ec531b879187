import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import { type LocalPlatform, startPlatform } from "app-platform-backend";
import { afterAll, beforeAll, expect, it } from "vitest";
import { website } from "../website";

/** Where the test keeps the state of its stack. */
const folder = join(__dirname, "..", ".pulumi-test");
let platform: LocalPlatform;

beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
  process.env.APP_PLATFORM_BASE_URL = platform.url;
  process.env.APP_PLATFORM_TOKEN = platform.tokens.admin;
  process.env.APP_PLATFORM_ENDPOINTS = "extended";
  mkdirSync(folder, { recursive: true });
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

it("deploys the website", async () => {
  const { environment: environmentId, registries } = platform.ids;
  const program = async () => {
    const { release } = website({ environmentId, registryId: registries.DOCKER_HUB, tag: "1.27" });
    return { state: release.state };
  };
  const stack = await LocalWorkspace.createStack(
    { stackName: "test", projectName: "website", program },
    {
      workDir: folder,
      projectSettings: { name: "website", runtime: "nodejs", main: folder },
      envVars: { PULUMI_BACKEND_URL: pathToFileURL(folder).href, PULUMI_CONFIG_PASSPHRASE: "test" },
    },
  );
  const { outputs } = await stack.up();
  expect(outputs.state?.value).toBe("DEPLOYED");
});
