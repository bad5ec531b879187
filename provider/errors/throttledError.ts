import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** Too many requests (429). */
export class ThrottledError extends RequestFailedError {
  static readonly code = "AP3007";
  static readonly title = "Too many requests (429)";
  static readonly when = "Too many requests: the platform asks to slow down (429).";
  static readonly cause =
    "The platform limits the rate of requests. The provider has repeated the request until the time of the operation was over.";
  static readonly mend = "Wait and run again. Lower `maxConcurrentRequests` if it happens again.";

  override readonly repeat = "freely";

  constructor(failure: FailedRequest) {
    super(ThrottledError.code, failure, {
      why: "too many requests, the platform asks to slow down (429).",
      todo: "wait a little, then run `pulumi up` again; lower app-platform:maxConcurrentRequests if it happens again.",
    });
  }
}
