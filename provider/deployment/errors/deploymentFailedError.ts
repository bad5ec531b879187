import { AppPlatformError } from "../../errors/appPlatformError.js";

/** The deployment ended in another state than DEPLOYED. */
export class DeploymentFailedError extends AppPlatformError {
  static readonly code = "AP5004";
  /** What did not succeed: each service with its state. */
  readonly services: readonly string[];
  /** Whether nothing failed: somebody has canceled it. */
  readonly isCanceled: boolean;

  constructor(subject: string, state: string, services: readonly string[]) {
    const isCanceled = state === "CANCELED";
    super(DeploymentFailedError.code, {
      what: isCanceled
        ? `${subject}: the deployment was canceled before it had ended.`
        : `${subject}: the deployment ended in ${state}.`,
      details: services,
      todo: isCanceled
        ? "find out in the platform's console who canceled it, then run `pulumi up` again, which deploys again."
        : "read the log of the services named above in the platform's console, correct the cause, and run `pulumi up` again, which deploys again.",
    });
    this.services = services;
    this.isCanceled = isCanceled;
  }
}
