import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The platform, or a proxy in front of it, failed (5xx). */
export class ServerFaultError extends RequestFailedError {
  static readonly code = "AP3008";
  static readonly title = "The platform has a fault (5xx)";
  static readonly when = "The platform, or a proxy in front of it, failed (5xx).";
  static readonly cause =
    "The platform or a proxy in front of it failed. The provider has repeated the request until the time of the operation was over.";
  static readonly mend = "Run again. If the error persists, ask the platform's operator.";

  override readonly repeat = "afterLooking";

  constructor(failure: FailedRequest) {
    super(ServerFaultError.code, failure, {
      why: `the platform, or a proxy in front of it, has a fault (${failure.status}).`,
      todo: "run `pulumi up` again; if the error persists, ask the platform's operator.",
    });
  }
}
