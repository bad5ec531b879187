import { AppPlatformError } from "./appPlatformError.js";

/** No connection to the platform, or it broke before the answer. */
export class UnreachableError extends AppPlatformError {
  static readonly code = "AP3101";
  static readonly when = "No connection to the platform, or it broke before the answer.";
  static readonly mend = "Check the address and the network.";

  override readonly repeat: "freely" | "afterLooking";

  /** @param isSent Whether the request may have arrived. */
  constructor(purpose: string, origin: string, reason: string, isSent: boolean) {
    super(UnreachableError.code, {
      what: `${purpose} failed: no answer from ${origin}: ${reason}.`,
      todo: "check that the platform runs and that app-platform:baseUrl (or APP_PLATFORM_BASE_URL) is its address, then run again.",
    });
    this.repeat = isSent ? "afterLooking" : "freely";
  }
}
