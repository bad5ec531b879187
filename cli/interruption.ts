import { exitCodes } from "./command.js";
import { CommandInterruptedError } from "./errors.js";

/** Ends this process early, on Ctrl+C and SIGTERM. */
export interface Interruption {
  /** Aborts on the first signal, which ends requests and waits; its reason is the error to end with. */
  readonly signal: AbortSignal;
  /** From now on, the command decides how to end after a signal. */
  leaveToCommand(): void;
  isLeftToCommand(): boolean;
}

/** How long a command may take to end after a signal, in milliseconds. */
const grace = 3_000;

interface Interruptible {
  on(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  exit(code: number): void;
}

export function interruptionOf(process: Interruptible): Interruption {
  const controller = new AbortController();
  let isLeft = false;
  const end = () => {
    if (!isLeft) process.exit(exitCodes.interrupted);
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      // A second signal ends it at once.
      if (controller.signal.aborted) end();
      controller.abort(new CommandInterruptedError(name));
      setTimeout(end, grace).unref();
    });
  }
  return {
    signal: controller.signal,
    leaveToCommand() {
      isLeft = true;
    },
    isLeftToCommand: () => isLeft,
  };
}
