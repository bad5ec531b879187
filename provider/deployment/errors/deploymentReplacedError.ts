import { AppPlatformError } from "../../errors/appPlatformError.js";

/** A later deployment of the same services took the place of the trigger's, and failed. */
export class DeploymentReplacedError extends AppPlatformError {
  static readonly code = "AP5007";

  /** @param by The trigger of the same run that requested the later deployment, if one did. */
  constructor(subject: string, services: readonly string[], by: string | undefined) {
    const isOwn = by !== undefined;
    super(DeploymentReplacedError.code, {
      what: isOwn
        ? `${subject}: the deployment of the same services that ${by} requested after it failed.`
        : `${subject}: a later deployment of the same services, which this trigger did not request, failed.`,
      details: services,
      todo: isOwn
        ? "read the log of the services named above in the platform's console, correct the cause, and run `pulumi up` again, which deploys again."
        : "find out in the platform's console who deployed them, correct the cause, and run `pulumi up` again, which deploys again.",
    });
  }
}
