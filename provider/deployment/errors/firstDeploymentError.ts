import type { FailedRequest } from "../../errors/failedRequest.js";
import { RequestFailedError } from "../../errors/requestFailedError.js";

/** A service that may never have been deployed is selected without the version that its first deployment needs. */
export class FirstDeploymentError extends RequestFailedError {
  static readonly code = "AP5002";
  static readonly title = "The first deployment needs a version";
  static readonly when =
    "A service that is built from git and was never deployed is selected without a commit. Or the platform rejects a deployment without saying why, and the request lacks versions that the program leaves to others (`ignoreChanges`) or hasn't changed.";
  static readonly cause =
    "The platform doesn't choose the version of a service that was never deployed. The provider sends a version that others may have set since only where the platform's response asks for it.";
  static readonly mend =
    'Give the version: `services: [{ service: app, gitCommitId: "…" }]`, or `{ service: web, imageTag: "…" }`.';

  /** The services that are selected without a commit. */
  readonly services: readonly string[];

  /**
   * @param services The services that are selected without a commit.
   * @param withheld The services whose versions were not sent, each with the names of these.
   */
  constructor(failure: FailedRequest, services: readonly string[], withheld: readonly string[] = []) {
    const commits = `the first deployment of a service built from git needs its commit (selected without one: ${services.join(", ")}): services: [{ service: app, gitCommitId: "..." }].`;
    const versions = `if one of these services was never deployed, give its version once; it wasn't sent because the program ignores its changes or hasn't changed it: ${withheld.join(", ")}. For example: services: [{ service: web, imageTag: "..." }].`;
    super(FirstDeploymentError.code, failure, {
      why: `the platform rejects the selection (${failure.status}).`,
      todo: [...(services.length > 0 ? [commits] : []), ...(withheld.length > 0 ? [versions] : [])],
    });
    this.services = services;
  }
}
