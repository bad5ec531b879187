import { constants } from "node:os";
import { requirePosix } from "../../quickstart/posix.cjs";

/** Runs the work of a command and sets the exit code. An interruption aborts the work, with the name of the signal as reason; an error prints its message only. */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const controller = new AbortController();
  let code: number | undefined;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      code ??= 128 + constants.signals[name];
      controller.abort(name);
    });
  }
  try {
    requirePosix();
    process.exitCode = await work(controller.signal);
  } catch (error) {
    if (code === undefined) process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = code ?? 1;
  }
}
