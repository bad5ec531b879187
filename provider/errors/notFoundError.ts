import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** The platform does not know what the call names: an environment, cluster or service (404). */
export class NotFoundError extends AppPlatformError {
  static readonly code = "AP3003";
  static readonly when = "The platform does not know what the call names: an environment, cluster or service (404).";
  static readonly mend = "Check the ids and that the address is the right platform's.";

  constructor(failure: FailedRequest) {
    super(NotFoundError.code, {
      what: `${failure.purpose} failed: the platform does not know what it names (404): ${failure.method} ${failure.path}`,
      details: failure.details,
      todo: "check the ids in the path above, and that the address is the right platform's; `pulumi refresh` removes from the state what was deleted outside.",
    });
  }
}
