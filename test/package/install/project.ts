/** A project in a folder of any place, with its stack. */
import { execFile } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { pulumiEnvironment } from "../../../tools/fetch/pulumi-cli/environment.js";
import { outsideOfNpm } from "../../../tools/release/packed.js";
import { writeEmptyStack } from "../../cli/support/empty-stack.js";
import type { Served } from "./served.js";

export type OpenedProject = Awaited<ReturnType<typeof openProjectIn>>;

/** Creates the stack `dev` of the project. Its state is in the folder, too. */
export async function openProjectIn(
  folder: string,
  platform: Pick<Served, "url" | "tokens">,
  env: NodeJS.ProcessEnv = {},
) {
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
  const options = { cwd: folder, env: variables };
  const run = async (isGood: boolean, args: readonly string[]): Promise<string> => {
    const ran = promisify(execFile)("pulumi", [...args, "--non-interactive", "--color", "never"], options);
    const { stdout, stderr, message } = await ran.then(
      (printed) => ({ ...printed, message: undefined }),
      (error) => error,
    );
    const output = `${stdout}${stderr}`;
    if ((message === undefined) === isGood) return output;
    throw new Error(`pulumi ${args.join(" ")} ${isGood ? "failed" : "should have failed"}:\n${message}\n${output}`);
  };
  return {
    folder,
    /** Variables with which its commands run. */
    env: variables,
    /** Runs a command of the CLI that must succeed, and returns what it printed. */
    pulumi: (...args: string[]) => run(true, args),
    /** Runs one that must fail. */
    fails: (...args: string[]) => run(false, args),
  };
}

/** Sets a value of the stack's configuration that is JSON, without a run of the CLI. */
export async function configure({ folder }: OpenedProject, key: string, value: unknown): Promise<void> {
  await appendFile(join(folder, "Pulumi.dev.yaml"), `config:\n  ${key}: '${JSON.stringify(value)}'\n`);
}
