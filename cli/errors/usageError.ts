import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** The command line is not valid; nothing was done. */
export class UsageError extends AppPlatformError {
  static readonly code = "AP6001";
  static readonly title = "The command line is not valid";
  static readonly when = "The command line is not valid; nothing was done, and the exit code is 2.";
  static readonly cause = "A command or an option is misspelled, an argument is missing, or a value has a wrong form.";
  static readonly mend =
    "Correct what the message names. `--help` after a command shows its arguments, its options and an example.";

  /** @param command The command that was given, such as `app-platform status`. */
  constructor(what: string, command: string) {
    super(UsageError.code, { what, todo: `correct the command line; \`${command} --help\` shows what it takes.` });
  }
}
