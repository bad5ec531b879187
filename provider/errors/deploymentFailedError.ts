import { AppPlatformError } from "./appPlatformError.js";

/** A deployment that was waited for ended in another state than DEPLOYED. */
export class DeploymentFailedError extends AppPlatformError {
  static readonly code = "AP5004";
  static readonly when = "A deployment that was waited for ended in another state than DEPLOYED.";
  static readonly mend =
    "Look at the log of the service that the message names, correct it, and run again: it deploys again.";

  constructor(subject: string, state: string, services: readonly string[]) {
    super(DeploymentFailedError.code, {
      what: `${subject}: the deployment ended in ${state}.`,
      details: services,
      todo: "look at the log of what is named above, correct it, and run `pulumi up` again: it deploys again.",
    });
  }
}
