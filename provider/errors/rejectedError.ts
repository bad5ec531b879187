import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The platform rejects the values in the request (400 or 422). */
export class RejectedError extends RequestFailedError {
  static readonly code = "AP3006";
  static readonly when = "The platform rejects the values in the request (400 or 422).";
  static readonly mend = "Correct the fields that the message names.";

  constructor(failure: FailedRequest) {
    super(RejectedError.code, failure, {
      why: `the platform rejects the values (${failure.status}).`,
      todo: "correct the fields named above.",
    });
  }
}
