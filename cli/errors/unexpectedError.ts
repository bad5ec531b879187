import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** A bug in the command. */
export class UnexpectedError extends AppPlatformError {
  static readonly code = "AP9002";

  constructor(command: string, cause: unknown) {
    super(UnexpectedError.code, {
      what: `\`${command}\` failed because of a bug: ${cause instanceof Error ? cause.message : String(cause)}`,
      todo: "please report it, with this text and the command line; APP_PLATFORM_DEBUG=1 prints the stack trace.",
    });
  }
}
