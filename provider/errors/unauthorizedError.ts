import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The platform does not accept the access token (401). */
export class UnauthorizedError extends RequestFailedError {
  static readonly code = "AP3001";
  static readonly when = "The platform does not accept the access token (401).";
  static readonly mend = "Set a valid token.";

  constructor(failure: FailedRequest, tokenSource: string) {
    super(UnauthorizedError.code, failure, {
      why: `the platform does not accept the access token from ${tokenSource} (401).`,
      todo: `check that the token belongs to this platform and is still valid, then set ${tokenSource} again.`,
    });
  }
}
