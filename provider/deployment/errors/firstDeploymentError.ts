import type { FailedRequest } from "../../errors/failedRequest.js";
import { RequestFailedError } from "../../errors/requestFailedError.js";

/** A service that may never have been deployed is selected without the version that its first deployment needs. */
export class FirstDeploymentError extends RequestFailedError {
  static readonly code = "AP5002";

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
