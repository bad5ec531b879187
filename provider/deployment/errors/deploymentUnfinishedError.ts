import { AppPlatformError } from "../../errors/appPlatformError.js";

/** The deployment did not end in time. */
export class DeploymentUnfinishedError extends AppPlatformError {
  static readonly code = "AP5005";

  constructor(subject: string, seconds: number, state: string, services: readonly string[]) {
    super(DeploymentUnfinishedError.code, {
      what: `${subject}: the deployment is not known to have succeeded: it has not ended after ${seconds} s; its state is ${state}.`,
      details: services,
      todo: [
        "run `pulumi up` again: while the deployment is still running, that continues to wait and does not deploy again",
        "raise `timeoutSeconds` of the trigger",
      ],
    });
  }
}
