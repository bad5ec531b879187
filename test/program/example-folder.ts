/** A copy of an example in which a test runs the example's own commands, the way a person who copied it does. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { expectReadable } from "./readable.js";

// Every step is a run of the CLI, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  /** Everything that the command printed. */
  readonly output: string;
}

export interface ExampleFolder {
  readonly folder: string;
  /** Folder of the stacks' state. */
  readonly state: string;
  /** The variables that every command gets. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs a program with arguments in the folder. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<CommandResult>;
  close(): Promise<void>;
}

/** The copy is in the checkout, so that Node.js finds the modules there. Its stacks are kept beside it. */
export async function openExample(name: string, variables: NodeJS.ProcessEnv): Promise<ExampleFolder> {
  const home = join(CHECKOUT, ".local/test-program", `e${randomBytes(4).toString("hex")}`);
  const folder = join(home, name);
  const state = join(home, "state");
  await mkdir(state, { recursive: true });
  await cp(join(CHECKOUT, "examples", name), folder, {
    recursive: true,
    filter: (path) => !/node_modules|Pulumi\.[^/]+\.yaml$/.test(path),
  });
  const env = {
    ...process.env,
    ...(await pulumiEnvironment({ state })),
    // Types are checked once for all examples; here it would cost seconds with every run.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...variables,
  };
  return {
    folder,
    state,
    env,
    run: (program, args, more = {}) => runIn(folder, program, args, { ...env, ...more }),
    close: () => rm(home, { recursive: true, force: true }),
  };
}

function runIn(cwd: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      expectReadable(output);
      resolve({ code, stdout, output });
    });
  });
}
