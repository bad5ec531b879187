import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The environment, cluster or service in the request's path does not exist (404). */
export class NotFoundError extends RequestFailedError {
  static readonly code = "AP3003";

  constructor(failure: FailedRequest) {
    super(NotFoundError.code, failure, {
      why: `not found (404): ${failure.method} ${failure.path}`,
      todo: "check the IDs in the path above, and that the base URL belongs to the right platform; `pulumi refresh` removes deleted resources from the state.",
    });
  }
}
