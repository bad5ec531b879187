import { AppPlatformError } from "../../errors/appPlatformError.js";

/** A deployment of the whole environment would leave out a service that was never deployed. Nothing was sent. */
export class NeverDeployedError extends AppPlatformError {
  static readonly code = "AP5006";
  static readonly title = "A service was never deployed";
  static readonly when =
    "A deployment of the whole environment would leave out a service whose first deployment needs a commit. Nothing was sent.";
  static readonly cause =
    "`wholeEnvironment` deploys what is there. A service that is built from git needs a commit for its first deployment, which only a selection can give.";
  static readonly mend = "Deploy the service once with its commit, by a trigger that selects it.";

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
