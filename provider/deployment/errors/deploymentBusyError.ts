import { AppPlatformError } from "../../errors/appPlatformError.js";

/** Another deployment of the environment was still running when the maximum wait had passed. */
export class DeploymentBusyError extends AppPlatformError {
  static readonly code = "AP5001";
  static readonly title = "Another deployment is running";
  static readonly when =
    "Another deployment of the environment was still running when the maximum wait of a deployment or a stop had passed.";
  static readonly cause =
    "An environment has one deployment at a time. The trigger waited for the other one until its maximum wait had passed.";
  static readonly mend = "Wait until it has ended, raise `timeoutSeconds`, or cancel it in the platform's console.";

  /** @param effect What follows, if not that nothing was deployed: `so the environment was not stopped`. */
  constructor(subject: string, seconds: number, effect?: string) {
    const what = `${subject}: another deployment of the environment is still running after ${seconds} s`;
    super(DeploymentBusyError.code, {
      what: effect === undefined ? `${what}.` : `${what}, ${effect}.`,
      todo: [
        `wait until it has ended, then run \`pulumi ${effect === undefined ? "up" : "up` or `pulumi destroy"}\` again`,
        "raise `timeoutSeconds` of the trigger",
        "cancel it in the platform's console",
      ],
    });
  }
}
