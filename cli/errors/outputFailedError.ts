import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** The result of a command could not be written. */
export class OutputFailedError extends AppPlatformError {
  static readonly code = "AP6006";

  constructor(command: string, reason: string) {
    super(OutputFailedError.code, {
      what: `\`${command}\` could not write to standard output: ${reason}.`,
      todo: "make room on the disk, or redirect the output to another file. The command may have done what it was asked to do.",
    });
  }
}
