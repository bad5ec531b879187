import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** Ctrl+C or SIGTERM ended the command. */
export class CommandInterruptedError extends AppPlatformError {
  static readonly code = "AP6005";
  static readonly title = "The command was interrupted";
  static readonly when = "Ctrl+C or SIGTERM ended the command; the exit code is 130.";
  static readonly cause = "A person pressed Ctrl+C, or a pipeline was canceled.";
  static readonly mend =
    "Run the command again. A request that was already sent may have been carried out: `app-platform status` shows what runs.";

  constructor(signal: string) {
    super(CommandInterruptedError.code, {
      what: `Interrupted by ${signal}. No more requests are sent; one that was already sent may have been carried out.`,
      todo: "run the command again; `app-platform status` shows what the platform is doing.",
    });
  }
}
