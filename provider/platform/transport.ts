import type { LoggedRequest } from "./origin.js";

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
}

/**
 * Sends one request once and returns the complete response. Fails with an error that has a `code` (`ECONNRESET`, …), with
 * the signal's reason as soon as it aborts, or with `UnsentRequest` where it is known that nothing had been sent by then.
 */
export type Transport = (request: RawRequest, signal: AbortSignal) => Promise<RawResponse>;

/** Maximum size of a response, in bytes. */
export const maxResponseBytes = 16 * 1024 * 1024;

/** A response exceeds the maximum size. */
export class OversizedResponse extends Error {}

/** The time limit passed before anything of the request was sent: there was no connection. */
export class UnsentRequest extends Error {}
