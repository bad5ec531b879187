/** Pulumi projects in folders, run by commands as processes: the way most people use them. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { pulumiEnvironment } from "../../../tools/fetch/pulumi-cli/environment.js";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import type { Platform } from "../../platform/support/platform.js";
import { writeEmptyStack } from "./empty-stack.js";
import { expectReadable, withoutDots } from "./readable.js";

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  /** Everything that the command printed. */
  readonly output: string;
}

export type CopiedFolder = Awaited<ReturnType<typeof copyFolder>>;

/** The copy is in the checkout, so that Node.js finds the modules there. Its stacks are kept beside it. */
export async function copyFolder(source: string, variables: NodeJS.ProcessEnv = {}) {
  const home = join(CHECKOUT, ".local/test-program", `p${randomBytes(4).toString("hex")}`);
  const folder = join(home, basename(source));
  const state = join(home, "state");
  await mkdir(state, { recursive: true });
  await cp(source, folder, { recursive: true, filter: (path) => !/node_modules|Pulumi\.[^/]+\.yaml$/.test(path) });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...(await pulumiEnvironment({ state })),
    // Types are checked once for all examples; here it would cost seconds with every run.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...variables,
  };
  return {
    folder,
    /** Folder of the stacks' state. */
    state,
    /** The variables that every command gets. */
    env,
    /** Runs a program with arguments in the folder. */
    run: (program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
      runIn(folder, program, args, { ...env, ...more }),
    close: () => rm(home, { recursive: true, force: true }),
  };
}

/** A copy of an example in which a test runs the example's own commands, the way a person who copied it does. */
export const openExample = (name: string, variables: NodeJS.ProcessEnv) =>
  copyFolder(join(CHECKOUT, "examples", name), variables);

export type ProjectFolder = Awaited<ReturnType<typeof openProject>>;

/** A copy of a project with an empty stack of its own: `dev`, or what `PULUMI_STACK` says. */
export async function openProject(
  source: string,
  platform: Pick<Platform, "url" | "tokens">,
  variables: NodeJS.ProcessEnv = {},
) {
  const { PULUMI_STACK: stack = "dev" } = variables;
  const copied = await copyFolder(source, {
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    PULUMI_STACK: stack,
    ...variables,
  });
  const { folder, env, run } = copied;
  const [, name = ""] = /^name: (.+)$/m.exec(await readFile(join(folder, "Pulumi.yaml"), "utf8")) ?? [];
  // A project that reads the stack of another one has the state of that one.
  const state = fileURLToPath(env.PULUMI_BACKEND_URL ?? "");
  await writeEmptyStack({ folder, state, project: name, stack });
  /** Runs `pulumi` with these arguments in the folder, on its stack. */
  const pulumi = async (...args: string[]) => {
    const { code, output } = await run("pulumi", [...args, "--non-interactive", "--color", "never"]);
    return { code, output, summary: summaryOf(output) };
  };
  /** The same, which must succeed. */
  const done = async (...args: string[]) => {
    const ran = await pulumi(...args);
    expect(ran.code, ran.output).toBe(0);
    return ran;
  };
  return { ...copied, state, name, pulumi, done };
}

export type StartedProgram = ReturnType<typeof startIn>;

/** Starts a program in a folder; if it's detached, in a session of its own as in a terminal of its own. */
export function startIn(
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  detached = false,
) {
  const child = spawn(program, args, { cwd, env, detached, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, output] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, output }));
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    pid: child.pid as number,
    isOver,
    /** Its end; what it has started may live on. */
    ended,
    /** What it has printed so far. */
    output: () => output,
    /** Waits until it has printed a text. Returns everything that it has printed. */
    async until(text: string): Promise<string> {
      while (!output.includes(text)) {
        if (isOver()) throw new Error(`${program} ended without printing "${text}":\n${output}`);
        await pause(5);
      }
      return output;
    },
  };
}

/** Runs a program in a folder to its end. */
export async function runIn(...how: Parameters<typeof startIn>): Promise<CommandResult> {
  const ran = await startIn(...how).ended;
  expectReadable(ran.output);
  return ran;
}

/** The lines below `Resources:`, for example `+ 4 created`. */
function summaryOf(output: string): string[] {
  // The last one: an `up` shows that of its preview first.
  const [, block = ""] = [...withoutDots(output).matchAll(/\nResources:\n((?: +.+\n)+)/g)].at(-1) ?? [];
  return block.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
