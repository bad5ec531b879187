import { spawn } from "node:child_process";
import { kill } from "./processes.js";

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const MAXIMUM_OUTPUT = 16_000;
const GRACE_MS = 3_000;

/** How a program ended: `undefined` if it succeeded, otherwise the end of its output. */
export type Failure = { readonly reason: string } | undefined;

/** Runs a program until it ends. On abort or timeout, it is stopped together with every process that it started. */
export function runProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<Failure> {
  return new Promise((resolve, reject) => {
    options.signal.throwIfAborted();
    // A process group of its own, so that a compiler or a download that it started is stopped too.
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const listen = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MAXIMUM_OUTPUT);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);

    let timedOut = false;
    let force: NodeJS.Timeout | undefined;
    const end = () => {
      if (child.pid === undefined) return;
      const { pid } = child;
      kill(-pid, "SIGTERM");
      force ??= setTimeout(() => kill(-pid, "SIGKILL"), GRACE_MS);
    };
    const limit =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            end();
          }, options.timeoutMs);
    options.signal.addEventListener("abort", end, { once: true });

    const settle = (failure: Failure) => {
      clearTimeout(limit);
      clearTimeout(force);
      options.signal.removeEventListener("abort", end);
      if (options.signal.aborted) reject(options.signal.reason);
      else resolve(failure);
    };
    child.on("error", (error: NodeJS.ErrnoException) =>
      settle({ reason: error.code === "ENOENT" ? `${command} is not on PATH` : error.message }),
    );
    child.on("close", (code, signal) => {
      if (timedOut) settle({ reason: `it took longer than ${Math.round((options.timeoutMs ?? 0) / 1000)} s` });
      else if (code === 0) settle(undefined);
      else settle({ reason: output.trim() || `it ended with ${signal ?? `exit code ${code}`}` });
    });
  });
}
