import { CommandInterruptedError } from "./errors/commandInterruptedError.js";
import { exitCodes } from "./exitCodes.js";

/** How long a command may take to end after a signal, in milliseconds. */
const grace = 3_000;

/** A signal that aborts on Ctrl+C and SIGTERM, which ends requests and waits. A second one ends the process at once. */
export function interruptionOf(process: NodeJS.Process): AbortSignal {
  const interruption = new AbortController();
  const end = () => process.exit(exitCodes.interrupted);
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (interruption.signal.aborted) end();
      interruption.abort(new CommandInterruptedError(name));
      setTimeout(end, grace).unref();
    });
  }
  return interruption.signal;
}
