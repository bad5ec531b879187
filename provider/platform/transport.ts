import type { LoggedRequest } from "./operation.js";

/** One request as it is sent. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of a request that is logged. */
  readonly logged?: LoggedRequest;
}

/** A response that has arrived completely. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Why the body can't be decoded, as the end of "the response …"; the text is empty then. */
  readonly undecodable?: string;
}

/** Whether a response has no body. */
export function isEmpty({ text, undecodable }: RawResponse): boolean {
  return undecodable === undefined && text.trim() === "";
}

/**
 * Sends one request once and returns the complete response. Fails with an error that has a `code` (`ECONNRESET`, …), with
 * the signal's reason as soon as it aborts, with `OversizedResponse`, or with `UnsentRequest` where it is known that nothing had been
 * sent by then.
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

/** Nothing of the request was sent: there was no connection. Without a cause, the time limit passed before there was one. */
export class UnsentRequest extends Error {
  constructor(cause?: unknown) {
    super("There was no connection.", { cause });
  }
}

/** A proxy did not connect to the platform: it responded with this status, or the connection to it failed. */
export class ProxyFailure extends Error {
  constructor(
    readonly status: number | undefined,
    cause?: unknown,
  ) {
    super("The proxy didn't connect.", { cause });
  }
}
