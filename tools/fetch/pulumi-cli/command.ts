import { spawn } from "node:child_process";
import { constants } from "node:os";

export interface PulumiRun {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Interrupts the run if it was aborted before. */
  readonly signal: AbortSignal;
  /** Gets what the CLI prints; omitted, the CLI prints it itself. */
  readonly onOutput?: (text: Buffer) => void;
}

/**
 * Runs `pulumi` and returns its exit code. It must get each interruption exactly once: at the first, it finishes requests in progress
 * and unlocks the stack; a second makes it quit. The terminal sends Ctrl-C to all processes in the foreground, and npm sends it again.
 */
export function runPulumi(args: readonly string[], { cwd, env, signal, onOutput }: PulumiRun): Promise<number> {
  const sharesTerminal = process.stdin.isTTY || process.stdout.isTTY;
  const output = onOutput === undefined ? "inherit" : "pipe";
  const child = spawn("pulumi", args, {
    cwd,
    env,
    stdio: ["inherit", output, "inherit"],
    detached: !sharesTerminal,
  });
  if (onOutput !== undefined) child.stdout?.on("data", onOutput);
  let isInterrupted = false;
  const interrupt = (name: NodeJS.Signals) => {
    if (isInterrupted || (sharesTerminal && name === "SIGINT")) return;
    isInterrupted = true;
    child.kill("SIGINT");
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, interrupt);
  if (signal.aborted) interrupt("SIGTERM");
  return new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, name) => resolve(code ?? 128 + constants.signals[name ?? "SIGKILL"]));
  });
}
