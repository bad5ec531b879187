import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** Another operation on the platform prevents the request (409). */
export class ConflictError extends RequestFailedError {
  static readonly code = "AP3005";

  constructor(failure: FailedRequest) {
    super(ConflictError.code, failure, {
      why: "it conflicts with another operation on the platform (409).",
      todo: "wait until that operation has ended, then run `pulumi up` again.",
    });
  }
}
