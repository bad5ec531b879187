import { spawn } from "node:child_process";
import { constants } from "node:os";
import { CLI, programFile } from "./installation.js";

export interface ForegroundOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the CLI may ask questions; it then shares this process's terminal and what is typed there, Ctrl-C included. */
  readonly interactive: boolean;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A signal can arrive twice: from the terminal or the sender, and from npm, which hands it on. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Runs `pulumi` before the person's eyes and gives its exit code. Interruptions reach it as the one signal that it handles:
 * it then finishes what is under way, frees the stack and ends its plugins. Each must arrive exactly once, as a second
 * makes it give up at once.
 */
export function runPulumi(args: readonly string[], options: ForegroundOptions): Promise<number> {
  const sharesTerminal =
    options.interactive && [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  const child = spawn(programFile(CLI), args, {
    cwd: options.cwd,
    env: options.env,
    stdio: [options.interactive ? "inherit" : "ignore", "inherit", "inherit"],
    detached: !sharesTerminal,
  });
  let last = 0;
  const interrupt = (name: NodeJS.Signals) => {
    const repeated = Date.now() - last < SAME_SIGNAL_MS;
    last = Date.now();
    // The terminal sends Ctrl-C to everything in its foreground.
    if (repeated || (sharesTerminal && name === "SIGINT")) return;
    child.kill("SIGINT");
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  }).finally(() => {
    for (const name of SIGNALS) process.off(name, interrupt);
  });
}
