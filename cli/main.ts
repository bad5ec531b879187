import { exitCodes } from "./command.js";
import { commandLineOf } from "./commandLine.js";
import { OutputFailedError } from "./errors.js";
import { interruptionOf } from "./interruption.js";
import { endWithReader } from "./output.js";
import { screenOn } from "./screen.js";

const screens = { output: screenOn(process.stdout, true), error: screenOn(process.stderr) };
const interruption = interruptionOf(process);
const surroundings = { environment: process.env, folder: process.cwd(), screens, interruption };
const commandLine = commandLineOf(process.argv.slice(2), surroundings);
endWithReader((reason) => {
  screens.error.write(`${new OutputFailedError(commandLine.command, reason).message}\n`);
  process.exit(exitCodes.failure);
});
// Failures outside of the command's own calls, such as in a callback.
process.on("uncaughtException", (error) => process.exit(commandLine.report(error)));
void commandLine.run().then((code) => {
  process.exitCode = code;
});
