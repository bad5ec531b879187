import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The platform rejects the values in the request (400 or 422). */
export class RejectedError extends RequestFailedError {
  static readonly code = "AP3006";

  constructor(failure: FailedRequest) {
    super(RejectedError.code, failure, {
      why: `the platform rejects the values (${failure.status}).`,
      todo:
        failure.details.length === 0
          ? "the response doesn't say why: compare the arguments with the reference page, or ask the platform's operator."
          : "correct the fields named above.",
    });
  }
}
