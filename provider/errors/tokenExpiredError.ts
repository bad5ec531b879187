import { AppPlatformError } from "./appPlatformError.js";

/** The access token has expired; no request was sent. */
export class TokenExpiredError extends AppPlatformError {
  static readonly code = "AP1002";
  static readonly title = "The access token has expired";
  static readonly when = "The access token has expired; no request was sent.";
  static readonly cause =
    "Access tokens are JWTs with an expiry date. The provider reads the date and does not send a token that the platform would refuse.";
  static readonly mend =
    "Get a new token and set it again. In a pipeline, use a token file, which is read again when the platform refuses the token.";

  /** @param file The file that contains the token, if `source` names a file. */
  constructor(source: string, expiredAt: Date, file?: string) {
    super(TokenExpiredError.code, {
      what: `The access token from ${source} expired at ${expiredAt.toISOString()}; no request was sent.`,
      todo:
        file === undefined
          ? `get a new token and set ${source} again.`
          : `renew the file: write a new token to ${file}.`,
    });
  }
}
