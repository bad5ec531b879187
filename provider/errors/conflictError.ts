import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** Another operation on the platform prevents the request (409). */
export class ConflictError extends RequestFailedError {
  static readonly code = "AP3005";
  static readonly title = "Another operation is in progress (409)";
  static readonly when = "Another operation on the platform prevents the request (409).";
  static readonly cause =
    "The platform carries out one operation at a time, for example a deployment or a deletion of the same service.";
  static readonly mend = "Wait until it has ended, then run `pulumi up` again.";

  constructor(failure: FailedRequest) {
    super(ConflictError.code, failure, {
      why: "it conflicts with another operation on the platform (409).",
      todo: "wait until that operation has ended, then run `pulumi up` again.",
    });
  }
}
