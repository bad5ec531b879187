import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The platform is busy with something that excludes the call (409). */
export class ConflictError extends AppPlatformError {
  static readonly code = "AP3005";
  static readonly when = "The platform is busy with something that excludes the call (409).";
  static readonly mend = "Wait until it has ended and run again.";

  /** The request that met it. */
  readonly failure: FailedRequest;

  constructor(failure: FailedRequest) {
    super(ConflictError.code, {
      what: `${failure.purpose} failed: it conflicts with what the platform is doing (409).`,
      details: failure.details,
      todo: "wait until that has ended, then run `pulumi up` again.",
    });
    this.failure = failure;
  }
}
