import { AppPlatformError } from "./appPlatformError.js";

/** A bug in this provider. */
export class InternalError extends AppPlatformError {
  static readonly code = "AP9001";
  static readonly title = "A bug in the provider";
  static readonly when = "A bug in this provider.";
  static readonly cause = "The provider failed in a way that it does not foresee.";
  static readonly mend =
    "Report it with the text of the message and the program that led to it. `APP_PLATFORM_DEBUG=1` prints the stack trace.";

  constructor(purpose: string, cause: unknown) {
    super(InternalError.code, {
      what: `${purpose} failed because of a bug in the provider: ${cause instanceof Error ? cause.message : String(cause)}`,
      todo: "please report it, with this text and the program that led to it; APP_PLATFORM_DEBUG=1 prints the stack trace.",
    });
  }
}
