import { AppPlatformError } from "./appPlatformError.js";

/** A deployment that was waited for has not ended in time, or another one took its place. */
export class DeploymentUnfinishedError extends AppPlatformError {
  static readonly code = "AP5005";
  static readonly when = "A deployment that was waited for has not ended in time, or another one took its place.";
  static readonly mend = "Run again: while it still runs, the next update goes on waiting and does not deploy again.";

  constructor(subject: string, why: string) {
    super(DeploymentUnfinishedError.code, {
      what: `${subject}: the deployment is not known to have ended well: ${why}.`,
      todo: [
        "run `pulumi up` again: while it still runs, that goes on waiting and does not deploy again",
        "raise `timeoutSeconds` of the trigger",
      ],
    });
  }
}
