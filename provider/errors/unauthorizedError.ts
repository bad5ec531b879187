import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The platform does not accept the access token (401). */
export class UnauthorizedError extends RequestFailedError {
  static readonly code = "AP3001";
  static readonly title = "The access token is not accepted (401)";
  static readonly when = "The platform does not accept the access token (401).";
  static readonly cause = "The token belongs to another platform, was revoked, or was changed while it was copied.";
  static readonly mend = "Set a valid token where the message says that it comes from.";

  /** @param file The file that contains the token, if `tokenSource` names a file. */
  constructor(failure: FailedRequest, tokenSource: string, file?: string) {
    const renewal = file === undefined ? `set ${tokenSource} again` : `renew the file: write a new token to ${file}`;
    super(UnauthorizedError.code, failure, {
      why: `the platform does not accept the access token from ${tokenSource} (401).`,
      todo: `check that the token belongs to this platform and is still valid, then ${renewal}.`,
    });
  }
}
