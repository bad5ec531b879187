import { spawn } from "node:child_process";
import { kill } from "./processes.js";

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly limitMs?: number;
}

const KEPT_OUTPUT = 16_000;
const GRACE_MS = 3_000;

/** How a program ended: `undefined` when it succeeded, else the end of what it said. */
export type Failure = { readonly because: string } | undefined;

/** Runs a program to its end. When the caller gives up or time is up, it is ended together with every process that it started. */
export function runProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<Failure> {
  return new Promise((resolve, reject) => {
    options.signal.throwIfAborted();
    // A process group of its own: a compiler or a download that it started ends with it.
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-KEPT_OUTPUT);
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
      options.limitMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            end();
          }, options.limitMs);
    options.signal.addEventListener("abort", end, { once: true });

    const settle = (failure: Failure) => {
      clearTimeout(limit);
      clearTimeout(force);
      options.signal.removeEventListener("abort", end);
      if (options.signal.aborted) reject(options.signal.reason);
      else resolve(failure);
    };
    child.on("error", (error: NodeJS.ErrnoException) =>
      settle({ because: error.code === "ENOENT" ? `${command} is not on PATH` : error.message }),
    );
    child.on("close", (code, signal) => {
      if (timedOut) settle({ because: `it took longer than ${Math.round((options.limitMs ?? 0) / 1000)} s` });
      else if (code === 0) settle(undefined);
      else settle({ because: said.trim() || `it ended with ${signal ?? `exit code ${code}`}` });
    });
  });
}
