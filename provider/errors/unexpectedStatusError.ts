import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The platform answers with a status that no call of the API has; a redirect is one, and is not followed. */
export class UnexpectedStatusError extends AppPlatformError {
  static readonly code = "AP3009";
  static readonly when =
    "The platform answers with a status that no call of the API has; a redirect is one, and is not followed.";
  static readonly mend = "Check that the address is the API's.";

  constructor(failure: FailedRequest) {
    super(UnexpectedStatusError.code, {
      what: `${failure.purpose} failed: ${failure.method} ${failure.path} was answered with status ${failure.status}, which the API does not use.`,
      details: failure.details,
      todo: "check that app-platform:baseUrl is the API's address, without a redirect or a login page before it.",
    });
  }
}
