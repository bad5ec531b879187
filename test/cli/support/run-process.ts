/** Runs the built `app-platform` as a process of its own: the way people and pipelines use it. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { environmentOf, type Ran, type RunOptions, type Started, startedBy } from "./run.js";

export const program = join(__dirname, "../../../bin/app-platform.js");

interface ProcessOptions extends Pick<RunOptions, "env" | "cwd"> {
  /** Another command than this checkout's. */
  readonly command?: readonly [string, ...string[]];
}

/** Starts the command and leaves it running. */
export function startProcess(args: readonly string[], options: ProcessOptions = {}): Started {
  const [command, ...before] = options.command ?? [process.execPath, program];
  const child = spawn(command, [...before, ...args], {
    cwd: options.cwd ?? __dirname,
    env: environmentOf(options.env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  return startedBy(
    (signal) => child.kill(signal),
    (print) =>
      new Promise((resolve, reject) => {
        for (const stream of ["stdout", "stderr"] as const) {
          child[stream].setEncoding("utf8").on("data", (chunk: string) => print(stream, chunk));
        }
        child.once("error", reject);
        child.once("close", resolve);
      }),
  );
}

/** Runs the command to its end. */
export function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Ran> {
  return startProcess(args, options).ended;
}
