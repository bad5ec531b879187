import { AppPlatformError } from "./appPlatformError.js";

/** A bug in this provider. */
export class InternalError extends AppPlatformError {
  static readonly code = "AP9001";

  constructor(purpose: string, cause: unknown) {
    super(InternalError.code, {
      what: `${purpose} failed because of a bug in the provider: ${cause instanceof Error ? cause.message : String(cause)}`,
      todo: "please report it, with this text and the program that led to it; APP_PLATFORM_DEBUG=1 prints the stack trace.",
    });
  }
}
