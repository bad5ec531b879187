import type { RawResponse } from "./transport.js";

/** Headers in which platforms, and the gateways in front of them, return the ID of a request. The first one that is there counts. */
const names = [
  "x-request-id",
  "request-id",
  "x-correlation-id",
  "x-amzn-requestid",
  "x-amz-request-id",
  "x-ms-request-id",
  "x-trace-id",
  "cf-ray",
] as const;

/**
 * The ID under which the platform knows a request, for its operator. Nothing if the platform returns none, or something too long or
 * too unusual for a terminal and a log.
 *
 * @param hide Removes what is secret.
 */
export function requestIdOf(response: RawResponse, hide: (text: string) => string): string | undefined {
  for (const name of names) {
    const text = headerOf(response, name)?.trim();
    if (text !== undefined && /^[\w.:/+=@,;-]{1,128}$/.test(text)) return hide(text);
  }
  return undefined;
}

/** A header's value; the first one where it is repeated. */
export function headerOf({ headers }: RawResponse, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
