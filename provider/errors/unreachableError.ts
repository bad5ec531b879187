import { AppPlatformError } from "./appPlatformError.js";

/** No connection to the platform, or it broke before the response arrived. */
export class UnreachableError extends AppPlatformError {
  static readonly code = "AP3101";

  override readonly repeat: "freely" | "afterLooking";

  /** @param isSent Whether the request may have reached the platform. */
  constructor(purpose: string, origin: string, reason: string, isSent: boolean) {
    super(UnreachableError.code, {
      what: `${purpose} failed: no response from ${origin}: ${reason}.`,
      todo: "check that the platform is running and that app-platform:baseUrl (or APP_PLATFORM_BASE_URL) is its URL, then run again.",
    });
    this.repeat = isSent ? "afterLooking" : "freely";
  }
}
