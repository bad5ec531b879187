import { constants } from "node:os";
import { requirePosix } from "../quickstart/posix.cjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs the work of a command and sets the exit code. An interruption aborts the work; an error prints its message only. */
export function interruptible(work: (signal: AbortSignal) => Promise<number>): void {
  const controller = new AbortController();
  let interruptedBy: keyof typeof constants.signals | undefined;
  for (const name of SIGNALS) {
    process.on(name, () => {
      interruptedBy ??= name;
      controller.abort(new Error(`interrupted by ${name}`));
    });
  }
  const run = async () => {
    requirePosix();
    return work(controller.signal);
  };
  run().then(
    (code) => {
      process.exitCode = code;
    },
    (error: Error) => {
      if (interruptedBy === undefined) process.stderr.write(`${error.message}\n`);
      process.exitCode = interruptedBy === undefined ? 1 : 128 + constants.signals[interruptedBy];
    },
  );
}
