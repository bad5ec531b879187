import { AppPlatformError } from "../../errors/appPlatformError.js";

/** Another deployment of the environment was still running when the maximum wait had passed. */
export class DeploymentBusyError extends AppPlatformError {
  static readonly code = "AP5001";

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
