import type { LoggedRequest } from "./operation.js";

export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the log of requests. */
  readonly logged?: LoggedRequest;
}

/** A complete response. */
export interface RawResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Why the body can't be decoded, after "the response …"; the text is empty then. */
  readonly undecodable?: string;
}

export function isEmpty({ text, undecodable }: RawResponse): boolean {
  return undecodable === undefined && text.trim() === "";
}

/**
 * Sends a request once, and returns the complete response. Fails with an error that has a `code` (`ECONNRESET`, …), with the signal's
 * reason once it aborts, with `OversizedResponse`, or with `UnsentRequest` if certainly nothing was sent.
 */
export type Transport = (request: RawRequest, signal: AbortSignal) => Promise<RawResponse>;

/** Maximum size of a response, in bytes. */
export const maxResponseBytes = 16 * 1024 * 1024;

/** Maximum size of a response's headers, in bytes. */
export const maxHeaderBytes = 64 * 1024;

/** A response, or its headers, exceeds the maximum size, as the message says. */
export class OversizedResponse extends Error {
  constructor(part: "body" | "headers" = "body") {
    super(
      part === "body"
        ? `the response is larger than ${maxResponseBytes / 1024 / 1024} MiB`
        : `the headers of the response are larger than ${maxHeaderBytes / 1024} KiB`,
    );
  }
}

/** Nothing was sent, since there was no connection. Without a cause, the time limit passed first. */
export class UnsentRequest extends Error {
  constructor(cause?: unknown) {
    super("There was no connection.", { cause });
  }
}

/** A proxy didn't connect to the platform: it responded with this status, or the connection to it failed. */
export class ProxyFailure extends Error {
  constructor(
    readonly status: number | undefined,
    cause?: unknown,
  ) {
    super("The proxy didn't connect.", { cause });
  }
}
