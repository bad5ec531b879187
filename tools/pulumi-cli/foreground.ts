import { spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { CLI, programFile } from "./installation.js";
import { isAlive, kill, startedBy } from "./processes.js";

export interface ForegroundOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the CLI may ask questions. It then shares the terminal of this process, and gets what is typed there, including Ctrl-C. */
  readonly interactive: boolean;
  /** Called with the CLI's pid when it has started. */
  readonly onStart?: (pid: number) => void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A signal can arrive twice: from the terminal or the sender, and again from npm, which forwards it. */
const SAME_SIGNAL_MS = 1_000;
const GRACE_MS = 2_000;
const POLL_MS = 20;

/** The CLI ends its plugins itself, except when it is killed, or interrupted while it starts them. */
async function endLeftovers(pids: Iterable<number>): Promise<void> {
  const left = [...pids].filter(isAlive);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const pid of left.filter(isAlive)) kill(pid, signal);
    for (let waited = 0; waited < GRACE_MS && left.some(isAlive); waited += POLL_MS) await sleep(POLL_MS);
  }
}

/**
 * Runs `pulumi` with its output on the screen and returns its exit code. It gets every interruption as SIGINT, the one
 * signal that it handles: it then finishes requests in progress, unlocks the stack and ends its plugins. It must get each
 * interruption exactly once, because a second one makes it quit immediately.
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
  if (child.pid !== undefined) options.onStart?.(child.pid);
  const started = new Set<number>();
  const noteStarted = () => {
    if (child.pid === undefined) return;
    for (const { pid } of startedBy(child.pid)) started.add(pid);
  };
  let last = 0;
  const interrupt = (name: NodeJS.Signals) => {
    noteStarted();
    const repeated = Date.now() - last < SAME_SIGNAL_MS;
    last = Date.now();
    // The terminal sends Ctrl-C to all processes in the foreground.
    if (repeated || (sharesTerminal && name === "SIGINT")) return;
    child.kill("SIGINT");
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  }).finally(async () => {
    noteStarted();
    await endLeftovers(started);
    for (const name of SIGNALS) process.off(name, interrupt);
  });
}
