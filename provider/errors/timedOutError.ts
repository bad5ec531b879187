import { AppPlatformError } from "./appPlatformError.js";

/** The platform did not respond in time. */
export class TimedOutError extends AppPlatformError {
  static readonly code = "AP3102";
  static readonly title = "The platform did not respond in time";
  static readonly when = "The platform did not respond in time.";
  static readonly cause = "The platform is overloaded or hangs, or the limit is too low for it.";
  static readonly mend = "Run again. Raise `requestTimeoutSeconds` if the platform is slow.";

  override readonly repeat = "afterLooking";

  constructor(purpose: string, origin: string, seconds: number) {
    super(TimedOutError.code, {
      what: `${purpose} failed: no response from ${origin} within ${seconds} s.`,
      todo: "run again; raise app-platform:requestTimeoutSeconds if the platform is slow.",
    });
  }
}
