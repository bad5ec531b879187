import { CommandInterruptedError } from "./errors.js";
import { exitCodes } from "./exitCodes.js";

/** The early end of this process, on Ctrl+C and SIGTERM. */
export interface Interruption {
  /** Aborts on the first signal, which ends requests and waits; its reason is the error to end with. */
  readonly signal: AbortSignal;
  /** From now on the command itself decides when it ends after a signal, and with which exit code. */
  leaveToCommand(): void;
  isLeftToCommand(): boolean;
}

/** How long a command may take to end after a signal, in milliseconds. */
const grace = 3_000;

/** What of a process its interruption concerns. */
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
      // A second signal does not wait.
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
