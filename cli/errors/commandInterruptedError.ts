import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** Ctrl+C or SIGTERM ended the command. */
export class CommandInterruptedError extends AppPlatformError {
  static readonly code = "AP6005";

  constructor(signal: string) {
    super(CommandInterruptedError.code, {
      what: `Interrupted by ${signal}. No more requests are sent; one that was already sent may have been carried out.`,
      todo: "run the command again; `app-platform status` shows what the platform is doing.",
    });
  }
}
