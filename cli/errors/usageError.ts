import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** The command line is not valid; nothing was done. */
export class UsageError extends AppPlatformError {
  static readonly code = "AP6001";

  /** @param command The command that was given, such as `app-platform status`. */
  constructor(what: string, command: string) {
    super(UsageError.code, { what, todo: `correct the command line; \`${command} --help\` shows what it takes.` });
  }
}
