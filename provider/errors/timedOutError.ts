import { AppPlatformError } from "./appPlatformError.js";

/** The platform did not respond in time. */
export class TimedOutError extends AppPlatformError {
  static readonly code = "AP3102";

  override readonly repeat = "afterLooking";
  override readonly away: string;

  constructor(purpose: string, origin: string, seconds: number) {
    super(TimedOutError.code, {
      what: `${purpose} failed: no response from ${origin} within ${seconds} s.`,
      todo: "run again; raise app-platform:requestTimeoutSeconds if the platform is slow.",
    });
    this.away = `no response within ${seconds} s`;
  }
}
