import { interruptible } from "../pulumi-cli/interruptible.js";
import { CommandLineError, parseCommandLine, USAGE } from "./command-line.js";
import { PLACES, type Places } from "./places.js";
import { quickstart } from "./quickstart.js";

const USAGE_ERROR = 2;
const INTERRUPTED = "\nInterrupted. The next `npm run quickstart` continues from here.\n";

/** The second half of the quickstart, once everything is installed and built. */
export function main(args: readonly string[], places: Places = PLACES): void {
  // Whoever reads the output may stop reading, as `head` does; the work is finished anyway.
  process.stdout.on("error", () => undefined);
  interruptible(async (signal) => {
    try {
      const command = parseCommandLine(args);
      if (command.verb === "help") process.stdout.write(USAGE);
      else await quickstart(command, places, signal);
      return 0;
    } catch (error) {
      if (signal.aborted) process.stderr.write(INTERRUPTED);
      if (!(error instanceof CommandLineError)) throw error;
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return USAGE_ERROR;
    }
  });
}
