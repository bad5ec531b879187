import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

interface SentToken {
  readonly tokenSource: string;
  readonly tokenScheme: "bearer" | "token";
  /** The file that contains the token, if `tokenSource` names a file. */
  readonly tokenFile?: string | undefined;
}

/** The platform does not accept the access token (401). */
export class UnauthorizedError extends RequestFailedError {
  static readonly code = "AP3001";

  constructor(failure: FailedRequest, { tokenSource, tokenScheme, tokenFile }: SentToken) {
    const renewal =
      tokenFile === undefined ? `set ${tokenSource} again` : `renew the file: write a new token to ${tokenFile}`;
    const scheme =
      tokenScheme === "token"
        ? ' It was sent as an API token, since the setting tokenScheme is "token"; a JWT needs "bearer".'
        : "";
    super(UnauthorizedError.code, failure, {
      why: `the platform does not accept the access token from ${tokenSource} (401).`,
      todo: `check that the token belongs to this platform and is still valid, then ${renewal}.${scheme}`,
    });
  }
}
