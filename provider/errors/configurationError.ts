import { AppPlatformError } from "./appPlatformError.js";

/** A setting is missing or invalid. */
export class ConfigurationError extends AppPlatformError {
  static readonly code = "AP1001";

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
