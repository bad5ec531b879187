import { spawn } from "node:child_process";
import { constants } from "node:os";
import { pulumiEnvironment } from "./environment.js";
import { CLI, programFile } from "./installation.js";
import { interruptible } from "./interruptible.js";

/** npm starts scripts in the package's folder; the person was in this one. */
const cwd = process.env.INIT_CWD ?? process.cwd();

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** npm hands every signal on to what it started, which may have had it from elsewhere already. */
const SAME_SIGNAL_MS = 1_000;

/** A second interrupt makes Pulumi end at once and leave the stack locked, so each must arrive exactly once. */
function run(env: NodeJS.ProcessEnv): Promise<number> {
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  // On a terminal the CLI must be in its foreground group, to ask questions; the terminal then sends Ctrl-C to it as well.
  const child = spawn(programFile(CLI), process.argv.slice(2), { cwd, env, stdio: "inherit", detached: !onTerminal });
  const last = new Map<string, number>();
  for (const name of SIGNALS) {
    process.on(name, () => {
      const repeated = Date.now() - (last.get(name) ?? 0) < SAME_SIGNAL_MS;
      last.set(name, Date.now());
      if (repeated || (onTerminal && name === "SIGINT")) return;
      child.kill(name);
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal as NodeJS.Signals]));
  });
}

interruptible(async (signal) => run({ ...process.env, ...(await pulumiEnvironment({ search: { signal } })) }));
