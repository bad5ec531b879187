import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The platform asks to slow down (429). */
export class ThrottledError extends AppPlatformError {
  static readonly code = "AP3007";
  static readonly when = "The platform asks to slow down (429).";
  static readonly mend = "Wait and run again, with fewer requests at once.";

  override readonly repeat = "freely";
  override readonly isThrottled = true;
  override readonly retryAfterSeconds: number | undefined;

  constructor(failure: FailedRequest, retryAfterSeconds: number | undefined) {
    super(ThrottledError.code, {
      what: `${failure.purpose} failed: the platform asks to slow down (429).`,
      details: failure.details,
      todo: "wait a little, then run `pulumi up` again; lower app-platform:maxConcurrentRequests if it comes back.",
    });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
