import { AppPlatformError } from "../../../errors/appPlatformError.js";

/** A later deployment of the same services took the place of the trigger's, and failed. */
export class DeploymentReplacedError extends AppPlatformError {
  static readonly code = "AP5007";
  static readonly title = "A later deployment failed";
  static readonly when =
    "While a DeploymentTrigger or `app-platform deploy` waited for its deployment, a later one of the same services took its place and failed.";
  static readonly cause =
    "Somebody else deployed the same services while the trigger waited: another stack, the console, or an automatic deployment.";
  static readonly mend = "Find out who deployed, correct the cause, and run `pulumi up` again, which deploys again.";

  constructor(subject: string, services: readonly string[]) {
    super(DeploymentReplacedError.code, {
      what: `${subject}: a later deployment of the same services, which this trigger did not request, failed.`,
      details: services,
      todo: "find out in the platform's console who deployed them, correct the cause, and run `pulumi up` again, which deploys again.",
    });
  }
}
