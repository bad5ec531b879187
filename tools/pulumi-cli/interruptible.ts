import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a command's work to the end of the process: an interruption ends it in order, an error is its message alone. */
export function interruptible(work: (signal: AbortSignal) => Promise<number>): void {
  const controller = new AbortController();
  let interruptedBy: keyof typeof constants.signals | undefined;
  for (const name of SIGNALS) {
    process.on(name, () => {
      interruptedBy ??= name;
      controller.abort(new Error(`interrupted by ${name}`));
    });
  }
  work(controller.signal).then(
    (code) => {
      process.exitCode = code;
    },
    (error: Error) => {
      if (interruptedBy === undefined) process.stderr.write(`${error.message}\n`);
      process.exitCode = interruptedBy === undefined ? 1 : 128 + constants.signals[interruptedBy];
    },
  );
}
