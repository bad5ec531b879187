import { AppPlatformError } from "./appPlatformError.js";

/** Why there was no response. */
interface Failure {
  readonly reason: string;
  /** What to do, if it is more than to check that the platform is running. */
  readonly todo?: string;
  /** Whether the request may have reached the platform. */
  readonly isSent: boolean;
  /** Whether another attempt would fail in the same way. */
  readonly isPermanent: boolean;
}

/** No connection to the platform, or it broke before the response arrived. */
export class UnreachableError extends AppPlatformError {
  static readonly code = "AP3101";

  override readonly repeat: "freely" | "afterLooking" | "never";
  declare readonly away?: string;

  /** @param address Origin of the platform, with the proxy on the way to it. */
  constructor(purpose: string, address: string, { reason, todo, isSent, isPermanent }: Failure) {
    super(UnreachableError.code, {
      what: `${purpose} failed: no response from ${address}: ${reason}.`,
      todo:
        todo ??
        "check that the platform is running and that app-platform:baseUrl (or APP_PLATFORM_BASE_URL) is its URL, then run again.",
    });
    this.repeat = isPermanent ? (isSent ? "afterLooking" : "never") : isSent ? "afterLooking" : "freely";
    if (!isPermanent) this.away = reason;
  }
}
