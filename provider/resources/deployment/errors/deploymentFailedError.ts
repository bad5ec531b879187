import { AppPlatformError } from "../../../errors/appPlatformError.js";

/** The deployment ended in another state than DEPLOYED. */
export class DeploymentFailedError extends AppPlatformError {
  static readonly code = "AP5004";
  static readonly title = "The deployment failed";
  static readonly when =
    "A DeploymentTrigger or `app-platform deploy` waited for its deployment, which ended in another state than DEPLOYED.";
  static readonly cause =
    "A service of the deployment did not build or start. The message names the service and its state.";
  static readonly mend =
    "Read the log of the service in the platform's console, correct the cause, and run `pulumi up` again, which deploys again.";
  /** What did not succeed: each service with its state. */
  readonly services: readonly string[];

  constructor(subject: string, state: string, services: readonly string[]) {
    super(DeploymentFailedError.code, {
      what: `${subject}: the deployment ended in ${state}.`,
      details: services,
      todo: "read the log of the services named above in the platform's console, correct the cause, and run `pulumi up` again, which deploys again.",
    });
    this.services = services;
  }
}
