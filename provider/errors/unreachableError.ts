import { AppPlatformError } from "./appPlatformError.js";

/** No connection to the platform, or it broke before the response arrived. */
export class UnreachableError extends AppPlatformError {
  static readonly code = "AP3101";
  static readonly title = "The platform cannot be reached";
  static readonly when = "No connection to the platform, or it broke before the response arrived.";
  static readonly cause =
    "Nothing listens at the base URL, the name does not resolve, a firewall is in between, or the connection broke.";
  static readonly mend = "Check that the platform is running, the base URL, and the network.";

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
