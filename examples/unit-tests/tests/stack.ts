import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import type { LocalPlatform } from "app-platform-backend";

export interface TestStack {
  stack: Stack;
  /** Removes the stack with its state. */
  remove(): Promise<void>;
}

/** A new stack that runs a program against a platform. Its state is a file in this project. */
export async function openStack(platform: LocalPlatform, program: PulumiFn): Promise<TestStack> {
  // Lookups (getContainer …) run in this process, and resources in one that inherits its environment.
  process.env.APP_PLATFORM_BASE_URL = platform.url;
  process.env.APP_PLATFORM_TOKEN = platform.tokens.admin;
  process.env.APP_PLATFORM_ENDPOINTS = "extended";
  // In the project: the state names the package, which Node.js must find from here.
  const stacks = join(__dirname, "..", ".pulumi", "tests");
  await mkdir(stacks, { recursive: true });
  const folder = await mkdtemp(join(stacks, "stack-"));
  const stack = await LocalWorkspace.createStack(
    { stackName: "test", projectName: "website", program },
    {
      workDir: folder,
      projectSettings: { name: "website", runtime: "nodejs", main: folder },
      envVars: {
        PULUMI_BACKEND_URL: pathToFileURL(folder).href,
        PULUMI_CONFIG_PASSPHRASE: "test",
        PULUMI_SKIP_UPDATE_CHECK: "true",
      },
    },
  );
  return { stack, remove: () => rm(folder, { recursive: true, force: true }) };
}
