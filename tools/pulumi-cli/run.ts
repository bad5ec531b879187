import { spawn } from "node:child_process";
import { constants } from "node:os";
import { pulumiEnvironment } from "./environment.js";
import { needsSelectedStack, selectFirstStack } from "./first-stack.js";
import { interruptible } from "./interruptible.js";
import { CHECKOUT } from "./search.js";

/**
 * Runs `pulumi` and returns its exit code. It must get each interruption exactly once: at the first, it finishes requests in progress
 * and unlocks the stack; a second makes it quit. The terminal sends Ctrl-C to all processes in the foreground, and npm sends it again.
 */
function runPulumi(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number> {
  const sharesTerminal = process.stdin.isTTY || process.stdout.isTTY;
  const child = spawn("pulumi", args, { cwd, env, stdio: "inherit", detached: !sharesTerminal });
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
    child.on("exit", (code, name) => resolve(code ?? 128 + constants.signals[name ?? "SIGKILL"]));
  });
}

// `npm run pulumi -- <args>`. npm starts scripts in the package's folder; INIT_CWD is the folder in which npm was called.
interruptible(async (signal) => {
  const args = process.argv.slice(2);
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const env = { ...process.env, ...(await pulumiEnvironment({ search: { signal } })) };
  if (cwd === CHECKOUT && needsSelectedStack(args)) await selectFirstStack({ cwd, env, signal });
  signal.throwIfAborted();
  return runPulumi(args, cwd, env, signal);
});
