import { AppPlatformError } from "../../../errors/appPlatformError.js";

/** Another deployment of the environment was still running when the maximum wait had passed. */
export class DeploymentBusyError extends AppPlatformError {
  static readonly code = "AP5001";
  static readonly when = "Another deployment of the environment was still running when the maximum wait had passed.";
  static readonly mend = "Wait until it has ended, or raise the maximum wait.";

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
