import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** The result of a command could not be written. */
export class OutputFailedError extends AppPlatformError {
  static readonly code = "AP6006";
  static readonly title = "The output cannot be written";
  static readonly when = "The result of the command could not be written to standard output.";
  static readonly cause =
    "The disk of the file that standard output is redirected to is full, or the file cannot be written.";
  static readonly mend =
    "Make room, or redirect the output to another file. `app-platform status` shows whether a command that deploys or cancels has done so.";

  constructor(command: string, reason: string) {
    super(OutputFailedError.code, {
      what: `\`${command}\` could not write to standard output: ${reason}.`,
      todo: "make room on the disk, or redirect the output to another file. The command may have done what it was asked to do.",
    });
  }
}
