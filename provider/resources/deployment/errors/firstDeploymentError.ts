import type { FailedRequest } from "../../../errors/failedRequest.js";
import { RequestFailedError } from "../../../errors/requestFailedError.js";

/** A service that is built from git and was never deployed is selected without a commit. */
export class FirstDeploymentError extends RequestFailedError {
  static readonly code = "AP5002";
  static readonly title = "The first deployment needs a commit";
  static readonly when = "A service that is built from git and was never deployed is selected without a commit.";
  static readonly cause =
    "The platform does not choose the commit of a service that is built from git and was never deployed.";
  static readonly mend = 'Give the commit: `services: [{ service: app, gitCommitId: "…" }]`.';

  /** The services that are selected without a commit. */
  readonly services: readonly string[];

  constructor(failure: FailedRequest, services: readonly string[]) {
    super(FirstDeploymentError.code, failure, {
      why: `the platform rejects the selection (${failure.status}).`,
      todo: `the first deployment of a service built from git needs its commit (selected without one: ${services.join(", ")}): services: [{ service: app, gitCommitId: "..." }].`,
    });
    this.services = services;
  }
}
