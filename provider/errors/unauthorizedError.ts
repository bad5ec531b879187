import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The platform does not accept the access token (401). */
export class UnauthorizedError extends AppPlatformError {
  static readonly code = "AP3001";
  static readonly when = "The platform does not accept the access token (401).";
  static readonly mend = "Set a valid token.";

  constructor(failure: FailedRequest, tokenSource: string) {
    super(UnauthorizedError.code, {
      what: `${failure.purpose} failed: the platform does not accept the access token from ${tokenSource} (401).`,
      details: failure.details,
      todo: `check that the token belongs to this platform and is still valid, then set ${tokenSource} again.`,
    });
  }
}
