/** The environment of a command that names none: that of the stack. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform/platform.js";
import { addEnvironment, addService, settingsOf } from "./operated.js";
import { runCli } from "./run.js";

let platform: Platform;
let folder: string;
let environment: string;
const other = "7f0c2a4e-1d53-4b8a-9c66-2f1f0a7d9b31";

beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
  environment = await addEnvironment(platform);
  await addService(platform, "container", environment, "web");
  folder = await mkdtemp(join(tmpdir(), "environment-id-"));
  await mkdir(join(folder, "bin"));
  await mkdir(join(folder, "shop"));
  await writeFile(join(folder, "shop/Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  // What commands ask of the Pulumi CLI, from files.
  const script = '#!/bin/sh\ncat "$(dirname "$0")/$1.json" || { echo "error: no stack selected" >&2; exit 1; }\n';
  await writeFile(join(folder, "bin/pulumi"), script, { mode: 0o755 });
});
afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Stack {
  /** `environmentId` of the project's configuration. */
  readonly configured?: string;
  /** Environments of the resources in the state. */
  readonly environments?: readonly (readonly [id: string, connection?: string])[];
}

async function useStack({ configured, environments = [] }: Stack): Promise<void> {
  const config = configured === undefined ? {} : { "shop:environmentId": { value: configured, secret: false } };
  const resources = environments.map(([environmentId, connection], index) => ({
    urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Container::web-${index}`,
    type: "pulumi-nodejs:dynamic/app-platform:Container",
    id: `id-${index}`,
    inputs: { environmentId, ...(connection === undefined ? {} : { connection }) },
    outputs: { environmentId },
  }));
  await writeFile(join(folder, "bin/config.json"), JSON.stringify(config));
  await writeFile(join(folder, "bin/stack.json"), JSON.stringify({ version: 3, deployment: { resources } }));
}

function run(args: readonly string[], cwd = join(folder, "shop")) {
  const staging = { APP_PLATFORM_STAGING_BASE_URL: platform.url, APP_PLATFORM_STAGING_TOKEN: platform.tokens.admin };
  const env = {
    ...settingsOf(platform),
    ...staging,
    APP_PLATFORM_STAGING_ENDPOINTS: "extended",
    PATH: `${join(folder, "bin")}:/usr/bin:/bin`,
  };
  return runCli(args, { cwd, env });
}

describe("a command without an environment works on that of the stack, and says where it comes from:", () => {
  test.each<[command: string, args: string[], code: number]>([
    ["status", ["status"], 0],
    ["logs", ["logs"], 0],
    ["export", ["export", "--json"], 0],
    ["deploy, of a service by its name", ["deploy", "web"], 0],
    ["cancel, which finds nothing to cancel", ["cancel"], 1],
  ])("%s", async (_, args, code) => {
    await useStack({ configured: environment, environments: [[other]] });
    const ran = await run(args);
    expect(ran.stderr).toContain(`Environment ${environment} (shop:environmentId of the stack).\n`);
    expect(ran.code, ran.stdout + ran.stderr).toBe(code);
    expect(ran.stdout + ran.stderr).not.toContain("AP6");
  });

  test("by the resources in its state, where the configuration has none, or for a connection", async () => {
    await useStack({ environments: [[environment.toUpperCase()], [environment], [other, "staging"]] });
    const own = await run(["status", "--json"]);
    expect(own.json().environmentId).toBe(environment);
    expect(own.stderr).toBe(`Environment ${environment} (that of the stack's resources).\n`);
    await useStack({ configured: other, environments: [[environment, "staging"]] });
    expect((await run(["status", "--json", "--connection", "staging"])).json().environmentId).toBe(environment);
  });
});

describe("a command without an environment is refused, and sends nothing,", () => {
  test.each<[title: string, stack: Stack, says: RegExp]>([
    [
      "if the stack has several, which it names",
      { environments: [[other], ["aaaaaaaa-1d53-4b8a-9c66-2f1f0a7d9b31"]] },
      /environmentId must be given: the stack has resources in several: 7f0c2a4e\S+, aaaaaaaa/,
    ],
    [
      "if the stack has none",
      {},
      /environmentId must be given: neither shop:environmentId nor a resource of the stack/,
    ],
    ["if what is configured is no ID", { configured: "prod" }, /shop:environmentId must be a UUID; got "prod"/],
  ])("%s", async (_, stack, says) => {
    await useStack(stack);
    const ran = await run(["deploy"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(says);
  });

  test("if there is no project, or its stack cannot be read", async () => {
    const outside = await run(["status"], tmpdir());
    expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no Pulumi project here") });
    await rm(join(folder, "bin/config.json"), { force: true });
    const unread = await run(["status"]);
    expect(unread).toMatchObject({ code: 1, stderr: expect.stringContaining("AP6003") });
    expect(unread.stderr).toContain("give the ID of the environment: app-platform status <environmentId>");
  });
});
