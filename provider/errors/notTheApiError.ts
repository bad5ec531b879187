import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The response is not JSON, for example an HTML page: the base URL is not the API's. */
export class NotTheApiError extends RequestFailedError {
  static readonly code = "AP3103";

  override readonly repeat: "afterLooking" | "never";

  /** @param content What the response holds instead of JSON, such as `text/html`. */
  constructor(failure: FailedRequest, content: string) {
    super(NotTheApiError.code, failure, {
      why: `the response to ${failure.method} ${failure.path} was ${content} (${failure.status}) instead of the API's JSON.`,
      todo: "check that app-platform:baseUrl is the URL of the API and not of a web page, a login or a proxy.",
    });
    // A success without a usable response: the request may have been carried out.
    this.repeat = failure.status < 300 ? "afterLooking" : "never";
  }
}
