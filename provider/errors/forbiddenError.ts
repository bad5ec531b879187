import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The token's role does not allow the request (403). */
export class ForbiddenError extends RequestFailedError {
  static readonly code = "AP3002";

  constructor(failure: FailedRequest) {
    super(ForbiddenError.code, failure, {
      why: "the token's role does not allow it (403).",
      todo: "use a token with a sufficient role: updates of databases and GitOps settings, and deletes, need admin; every other write needs editor or admin.",
    });
  }
}
