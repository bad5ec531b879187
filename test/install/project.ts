/** A project outside of the checkout with the packed packages installed, and its stack. */
import { execFile } from "node:child_process";
import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import { outsideOfNpm } from "../../tools/release/packed.js";
import type { Served } from "./served.js";

export interface InstalledProject {
  readonly folder: string;
  /** Runs a command of the CLI that must succeed, and returns what it printed. */
  pulumi(...args: string[]): Promise<string>;
  /** Runs one that must fail. */
  fails(...args: string[]): Promise<string>;
}

export async function openInstalled(
  folder: string,
  platform: Pick<Served, "url" | "tokens" | "ids">,
  env: NodeJS.ProcessEnv = {},
): Promise<InstalledProject> {
  const state = join(folder, ".state");
  await mkdir(state);
  const variables: NodeJS.ProcessEnv = {
    ...outsideOfNpm(),
    ...(await pulumiEnvironment({ state })),
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
    ...env,
  };
  if (env.PATH !== undefined) variables.PATH = `${env.PATH}:${variables.PATH}`;
  const run = (args: readonly string[]) =>
    new Promise<{ failed: boolean; output: string }>((resolve) => {
      const command = [...args, "--non-interactive", "--color", "never"];
      execFile("pulumi", command, { cwd: folder, env: variables }, (error, stdout, stderr) =>
        resolve({ failed: error !== null, output: `${stdout}${stderr}` }),
      );
    });
  const project: InstalledProject = {
    folder,
    async pulumi(...args) {
      const { failed, output } = await run(args);
      if (failed) throw new Error(`pulumi ${args.join(" ")} failed:\n${output}`);
      return output;
    },
    async fails(...args) {
      const { failed, output } = await run(args);
      if (!failed) throw new Error(`pulumi ${args.join(" ")} should have failed:\n${output}`);
      return output;
    },
  };
  await project.pulumi("stack", "init", "dev");
  const { environment: environmentId, registries } = platform.ids;
  const ids = JSON.stringify({ environmentId, registryId: registries.DOCKER_HUB });
  await appendFile(join(folder, "Pulumi.dev.yaml"), `config:\n  shop:ids: '${ids}'\n`);
  return project;
}
