import { AppPlatformError } from "./appPlatformError.js";

/** A setting is missing or invalid. */
export class ConfigurationError extends AppPlatformError {
  static readonly code = "AP1001";
  static readonly title = "A setting is missing or invalid";
  static readonly when = "A setting is missing or invalid.";
  static readonly cause =
    "The provider reads its settings from the environment, then from the stack configuration. A setting is not there, has a wrong form, or belongs to a connection that is not configured.";
  static readonly mend =
    "Set it in the environment or in the stack configuration, under the name that the message gives.";

  /** @param problems Each is a sentence that begins with the name of the setting. */
  constructor(problems: readonly string[], todo: string | readonly string[]) {
    const [first = "", ...others] = problems;
    super(
      ConfigurationError.code,
      others.length === 0
        ? { what: first, todo }
        : { what: `${problems.length} settings are invalid.`, details: problems, todo },
    );
  }
}
