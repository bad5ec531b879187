import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The response has a status that the API does not use, for example a redirect, which is not followed. */
export class UnexpectedStatusError extends RequestFailedError {
  static readonly code = "AP3009";

  /** @param location Where a redirect leads. */
  constructor(failure: FailedRequest, location?: string) {
    const redirect = location === undefined ? "" : ` It redirects to ${location}, which the provider doesn't follow.`;
    super(UnexpectedStatusError.code, failure, {
      why: `the response to ${failure.method} ${failure.path} has status ${failure.status}, which the API does not use.${redirect}`,
      todo: "check that app-platform:baseUrl is the URL of the API, without a redirect or a login page in front of it.",
    });
  }
}
