import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The platform, or a proxy before it, failed (5xx). */
export class ServerFaultError extends AppPlatformError {
  static readonly code = "AP3008";
  static readonly when = "The platform, or a proxy before it, failed (5xx).";
  static readonly mend = "Run again; if it stays, ask the platform's operator.";

  override readonly repeat = "afterLooking";
  override readonly retryAfterSeconds: number | undefined;

  constructor(failure: FailedRequest, retryAfterSeconds: number | undefined) {
    super(ServerFaultError.code, {
      what: `${failure.purpose} failed: the platform, or a proxy before it, has a fault (${failure.status}).`,
      details: failure.details,
      todo: "run `pulumi up` again; if it stays, ask the platform's operator.",
    });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
