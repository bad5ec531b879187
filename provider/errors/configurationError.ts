import { AppPlatformError } from "./appPlatformError.js";

/** A setting is missing or has a value that cannot be used. */
export class ConfigurationError extends AppPlatformError {
  static readonly code = "AP1001";
  static readonly when = "A setting is missing or has a value that cannot be used.";
  static readonly mend = "Set what the message names, in the environment or in the stack's configuration.";

  constructor(setting: string, problem: string, todo: string | readonly string[]) {
    super(ConfigurationError.code, { what: `${setting} ${problem}`, todo });
  }
}
