import { AppPlatformError } from "../../errors/appPlatformError.js";

/** A DeploymentTrigger selects no service to deploy, or the whole of an environment that has none. Nothing was deployed. */
export class EmptySelectionError extends AppPlatformError {
  static readonly code = "AP2004";

  constructor(subject: string) {
    super(EmptySelectionError.code, {
      what: `${subject} selects no service to deploy.`,
      todo: "select at least one service: in `services`, or by ID in `applications`, `databases`, `containers`, `jobs`, `helms` or `terraforms`.",
    });
  }
}
