/** A project in a folder of any place, with its stack. */
import { execFile } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pulumiEnvironment } from "../../../tools/pulumi-cli/environment.js";
import { outsideOfNpm } from "../../../tools/release/packed.js";
import { writeEmptyStack } from "../../cli/empty-stack.js";
import type { Served } from "./served.js";

export interface OpenedProject {
  readonly folder: string;
  /** Variables with which its commands run. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs a command of the CLI that must succeed, and returns what it printed. */
  pulumi(...args: string[]): Promise<string>;
  /** Runs one that must fail. */
  fails(...args: string[]): Promise<string>;
}

/** Creates the stack `dev` of the project. Its state is in the folder, too. */
export async function openProjectIn(
  folder: string,
  platform: Pick<Served, "url" | "tokens">,
  env: NodeJS.ProcessEnv = {},
): Promise<OpenedProject> {
  const state = join(folder, ".state");
  const [, project = ""] = /^name: (.+)$/m.exec(await readFile(join(folder, "Pulumi.yaml"), "utf8")) ?? [];
  await writeEmptyStack({ folder, state, project, stack: "dev" });
  const cli = await pulumiEnvironment({ state });
  const variables: NodeJS.ProcessEnv = {
    ...outsideOfNpm(),
    ...cli,
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
    PULUMI_STACK: "dev",
    ...env,
    PATH: [env.PATH, cli.PATH].filter((path) => path !== undefined).join(delimiter),
  };
  const run = (args: readonly string[]) =>
    new Promise<{ failed: boolean; output: string }>((resolve) => {
      const command = [...args, "--non-interactive", "--color", "never"];
      execFile("pulumi", command, { cwd: folder, env: variables }, (error, stdout, stderr) =>
        resolve({
          failed: error !== null,
          output: `${stdout}${stderr}${error?.code === "ENOENT" ? error.message : ""}`,
        }),
      );
    });
  return {
    folder,
    env: variables,
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
}

/** Sets a value of the stack's configuration that is JSON, without a run of the CLI. */
export async function configure({ folder }: OpenedProject, key: string, value: unknown): Promise<void> {
  await appendFile(join(folder, "Pulumi.dev.yaml"), `config:\n  ${key}: '${JSON.stringify(value)}'\n`);
}
