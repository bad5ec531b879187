import { AppPlatformError } from "./appPlatformError.js";

/** The access token has expired; no request was sent. */
export class TokenExpiredError extends AppPlatformError {
  static readonly code = "AP1002";

  /**
   * @param now The time of this machine's clock.
   * @param file The file that contains the token, if `source` names a file.
   */
  constructor(source: string, expiredAt: Date, now: Date, file?: string) {
    super(TokenExpiredError.code, {
      what: `The access token from ${source} expired at ${expiredAt.toISOString()}; no request was sent.`,
      todo: [
        file === undefined ? `get a new token and set ${source} again` : `renew the file: write a new token to ${file}`,
        `set the clock of this machine, if it is wrong: it says ${now.toISOString()}`,
      ],
    });
  }
}
