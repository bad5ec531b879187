import { AppPlatformError } from "./appPlatformError.js";
import type { FailedRequest } from "./failedRequest.js";

/** A deployment names no commit for a git service that was never deployed. */
export class FirstDeploymentError extends AppPlatformError {
  static readonly code = "AP5002";
  static readonly when = "A deployment names no commit for a git service that was never deployed.";
  static readonly mend = "Name the commit.";

  constructor(failure: FailedRequest) {
    super(FirstDeploymentError.code, {
      what: `${failure.purpose} failed: the platform refuses the selection (${failure.status}).`,
      details: failure.details,
      todo: 'the first deployment of a service built from git names its commit: services: [{ service: app, gitCommitId: "..." }].',
    });
  }
}
