import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The token's role does not allow the request (403). */
export class ForbiddenError extends RequestFailedError {
  static readonly code = "AP3002";
  static readonly title = "The role is not sufficient (403)";
  static readonly when = "The token's role does not allow the request (403).";
  static readonly cause = "Each token has a role: viewers only read, editors write, and some operations need an admin.";
  static readonly mend = "Use a token with the role that the message names.";

  constructor(failure: FailedRequest) {
    super(ForbiddenError.code, failure, {
      why: "the token's role does not allow it (403).",
      todo: "use a token with a sufficient role: updates of databases and GitOps settings, and deletes, need admin; every other write needs editor or admin.",
    });
  }
}
