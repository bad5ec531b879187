import { AppPlatformError, detailOf } from "../../errors/appPlatformError.js";

/** What is known of a deployment that nobody waits for any more. */
interface Unfinished {
  readonly environmentId: string;
  /** How long it was waited for; nothing if its state could no longer be read before that time. */
  readonly seconds: number | undefined;
  /** Its last known state. */
  readonly state: string;
  /** The services that have not ended, with their states. */
  readonly services: readonly string[];
  /** Why its state could not be read in the end. */
  readonly failure: AppPlatformError | undefined;
}

/** The deployment did not end in time, or its state can no longer be read. */
export class DeploymentUnfinishedError extends AppPlatformError {
  static readonly code = "AP5005";

  constructor(subject: string, { environmentId, seconds, state, services, failure }: Unfinished) {
    const time = seconds === undefined ? "" : ` within ${seconds} s`;
    const why =
      failure === undefined
        ? `it has not ended after ${seconds} s; its state is ${state}`
        : `its end could not be read${time}; its last known state is ${state}`;
    super(DeploymentUnfinishedError.code, {
      what: `${subject}: the deployment is not known to have succeeded: ${why}. It continues on the platform.`,
      details: failure === undefined ? services : [detailOf(failure)],
      todo: [
        "run `pulumi up` again: while the deployment is still running, that continues to wait and does not deploy again",
        `follow it with \`npx app-platform logs ${environmentId} --follow\``,
        ...(seconds === undefined ? [] : ["raise `timeoutSeconds` of the trigger"]),
      ],
    });
  }
}
