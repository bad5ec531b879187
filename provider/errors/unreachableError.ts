import { AppPlatformError } from "./appPlatformError.js";

/** No connection to the platform, or it broke before the response arrived. */
export class UnreachableError extends AppPlatformError {
  static readonly code = "AP3101";

  override readonly repeat: "freely" | "afterLooking" | "never";
  declare readonly away?: string;

  /**
   * @param isSent Whether the request may have reached the platform.
   * @param isPermanent Whether another attempt would fail for the same reason.
   */
  constructor(purpose: string, origin: string, reason: string, isSent: boolean, isPermanent = false) {
    super(UnreachableError.code, {
      what: `${purpose} failed: no response from ${origin}: ${reason}.`,
      todo: "check that the platform is running and that app-platform:baseUrl (or APP_PLATFORM_BASE_URL) is its URL, then run again.",
    });
    this.repeat = isPermanent ? "never" : isSent ? "afterLooking" : "freely";
    if (!isPermanent) this.away = reason;
  }
}
