import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** Too many requests (429). */
export class ThrottledError extends RequestFailedError {
  static readonly code = "AP3007";

  override readonly repeat = "freely";
  override readonly away = "too many requests (429)";

  constructor(failure: FailedRequest) {
    super(ThrottledError.code, failure, {
      why: "too many requests, the platform asks to slow down (429).",
      todo: "wait a little, then run `pulumi up` again; lower app-platform:maxConcurrentRequests if it happens again.",
    });
  }
}
