import { AppPlatformError } from "./appPlatformError.js";

/** The access token's time is over; no request was sent with it. */
export class TokenExpiredError extends AppPlatformError {
  static readonly code = "AP1002";
  static readonly when = "The access token's time is over; no request was sent with it.";
  static readonly mend = "Get a new token and set it again.";

  constructor(source: string, expiredAt: Date) {
    super(TokenExpiredError.code, {
      what: `The access token from ${source} expired at ${expiredAt.toISOString()}.`,
      todo: `get a new token and set ${source} again.`,
    });
  }
}
