import { AppPlatformError } from "./appPlatformError.js";

/** The access token has expired; no request was sent. */
export class TokenExpiredError extends AppPlatformError {
  static readonly code = "AP1002";
  static readonly when = "The access token has expired; no request was sent.";
  static readonly mend = "Get a new token and set it again.";

  constructor(source: string, expiredAt: Date) {
    super(TokenExpiredError.code, {
      what: `The access token from ${source} expired at ${expiredAt.toISOString()}; no request was sent.`,
      todo: `get a new token and set ${source} again.`,
    });
  }
}
