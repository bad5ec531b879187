import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** What a response holds instead of the API's JSON. */
type Content = { readonly type: string } | { readonly undecodable: string };

/** The response is not JSON, for example an HTML page: the base URL is not the API's. Or nothing can decode it. */
export class NotTheApiError extends RequestFailedError {
  static readonly code = "AP3103";

  override readonly repeat: "afterLooking" | "never";

  /** Whether it is a success whose JSON is cut off: the request was carried out. */
  readonly isCut: boolean;

  /** @param content Its media type, such as `text/html`, or why it can't be decoded, as the end of "the response …". */
  constructor(failure: FailedRequest, content: Content) {
    const response = `the response to ${failure.method} ${failure.path}`;
    super(
      NotTheApiError.code,
      failure,
      "type" in content
        ? {
            why: `${response} was ${content.type} (${failure.status}) instead of the API's JSON.`,
            todo: "check that app-platform:baseUrl is the URL of the API and not of a web page, a login or a proxy.",
          }
        : {
            why: `${response} (${failure.status}) ${content.undecodable}.`,
            todo: "ask the operator of the platform, or of a proxy in front of it, to send responses without an encoding, as the provider requests.",
          },
    );
    // A success without a usable response: the request may have been carried out.
    this.repeat = failure.status < 300 ? "afterLooking" : "never";
    this.isCut = failure.status < 300 && "type" in content && /\bjson\b/.test(content.type);
  }
}
