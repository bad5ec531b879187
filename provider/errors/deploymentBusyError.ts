import { AppPlatformError } from "./appPlatformError.js";

/** Another deployment of the environment ran until the time to wait was over. */
export class DeploymentBusyError extends AppPlatformError {
  static readonly code = "AP5001";
  static readonly when = "Another deployment of the environment ran until the time to wait was over.";
  static readonly mend = "Wait until it has ended, or give more time.";

  constructor(subject: string, seconds: number) {
    super(DeploymentBusyError.code, {
      what: `${subject}: another deployment of the environment is still running after ${seconds} s.`,
      todo: [
        "wait until it has ended, then run `pulumi up` again",
        "raise `timeoutSeconds` of the trigger",
        "cancel it in the platform's console",
      ],
    });
  }
}
