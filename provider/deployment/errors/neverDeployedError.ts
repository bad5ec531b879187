import { AppPlatformError } from "../../errors/appPlatformError.js";

/** A deployment of the whole environment would leave out a service that was never deployed. Nothing was sent. */
export class NeverDeployedError extends AppPlatformError {
  static readonly code = "AP5006";

  constructor(subject: string, services: readonly string[]) {
    super(NeverDeployedError.code, {
      what: `${subject} cannot deploy the whole environment: the first deployment of a service built from git needs its commit.`,
      details: services,
      todo: [
        'deploy these services once by a DeploymentTrigger that gives their commits: services: [{ service: app, gitCommitId: "..." }]',
        "deploy them in the platform's console",
        'set `waitFor: "requested"`, which deploys the others and warns',
      ],
    });
  }
}
