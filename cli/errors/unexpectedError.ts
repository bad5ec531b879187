import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** A bug in the command. */
export class UnexpectedError extends AppPlatformError {
  static readonly code = "AP9002";
  static readonly title = "A bug in the command";
  static readonly when = "A bug in the command `app-platform`.";
  static readonly cause = "The command failed in a way that it does not foresee.";
  static readonly mend =
    "Report it with the command line and the text of the message. `APP_PLATFORM_DEBUG=1` prints the stack trace.";
  static readonly unreachable = "No run shows it: every failure that is known has an error of its own.";

  constructor(command: string, cause: unknown) {
    super(UnexpectedError.code, {
      what: `\`${command}\` failed because of a bug: ${cause instanceof Error ? cause.message : String(cause)}`,
      todo: "please report it, with this text and the command line; APP_PLATFORM_DEBUG=1 prints the stack trace.",
    });
  }
}
