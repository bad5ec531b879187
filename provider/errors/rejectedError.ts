import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The platform rejects the values in the request (400 or 422). */
export class RejectedError extends RequestFailedError {
  static readonly code = "AP3006";
  static readonly title = "The platform rejects the values (400)";
  static readonly when = "The platform rejects the values in the request (400 or 422).";
  static readonly cause =
    "The values are well formed, but the platform does not accept them: an ID of another organization, a version that it does not offer, a quota.";
  static readonly mend =
    "Correct the fields that the message names in the spelling of the program. If the platform gives no reason, compare the arguments with the reference page.";

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
