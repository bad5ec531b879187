import { AppPlatformError } from "./appPlatformError.js";

/** A DeploymentTrigger selects nothing to deploy. It is found at preview; nothing was sent. */
export class EmptySelectionError extends AppPlatformError {
  static readonly code = "AP2004";
  static readonly when = "A DeploymentTrigger selects nothing to deploy. It is found at preview; nothing was sent.";
  static readonly mend = "Give at least one service.";

  constructor(subject: string) {
    super(EmptySelectionError.code, {
      what: `${subject} selects nothing to deploy.`,
      todo: "give at least one service: in `services`, or by id in `applications`, `databases`, `containers`, `jobs`, `helms` or `terraforms`.",
    });
  }
}
