import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The platform refuses the values of the call (400 or 422). */
export class RejectedError extends AppPlatformError {
  static readonly code = "AP3006";
  static readonly when = "The platform refuses the values of the call (400 or 422).";
  static readonly mend = "Correct the fields that the message names.";

  /** The request that was refused. */
  readonly failure: FailedRequest;

  constructor(failure: FailedRequest) {
    super(RejectedError.code, {
      what: `${failure.purpose} failed: the platform refuses the values (${failure.status}).`,
      details: failure.details,
      todo: "correct the fields named above.",
    });
    this.failure = failure;
  }
}
