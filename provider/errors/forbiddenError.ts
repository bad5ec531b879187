import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The token's role does not allow the call (403). */
export class ForbiddenError extends AppPlatformError {
  static readonly code = "AP3002";
  static readonly when = "The token's role does not allow the call (403).";
  static readonly mend = "Use a token with the role that the message names.";

  constructor(failure: FailedRequest) {
    super(ForbiddenError.code, {
      what: `${failure.purpose} failed: the token's role does not allow it (403).`,
      details: failure.details,
      todo: "use a token with a role that does: edits of databases, GitOps settings and deletes need admin, every other write needs editor or admin.",
    });
  }
}
