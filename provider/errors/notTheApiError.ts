import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The answer is no JSON, for example an HTML page: what answers is not the API. */
export class NotTheApiError extends AppPlatformError {
  static readonly code = "AP3103";
  static readonly when = "The answer is no JSON, for example an HTML page: what answers is not the API.";
  static readonly mend = "Check the address.";

  override readonly repeat: "afterLooking" | "never";

  constructor(failure: FailedRequest, contentType: string) {
    super(NotTheApiError.code, {
      what: `${failure.purpose} failed: ${failure.method} ${failure.path} was answered with ${contentType} (${failure.status}) instead of the API's JSON.`,
      details: failure.details,
      todo: "check that app-platform:baseUrl is the API's address and not a web page, a login or a proxy.",
    });
    // A success without an answer: what was asked for may be done.
    this.repeat = failure.status < 300 ? "afterLooking" : "never";
  }
}
