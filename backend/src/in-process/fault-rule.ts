/** A fault of the connection or of the body: the platform responds, but the response doesn't arrive as it was sent. */
export type ConnectionFault =
  | "reset-unread"
  | "reset"
  | "no-answer"
  | "dribbled-headers"
  | "cut-with-length"
  | "cut-without-length"
  | "endless-dribble"
  | "64-mib"
  | "crash";

/** A fault that is a response: a status or a body that the platform wouldn't send. */
export type ResponseFault =
  | "invalid-json"
  | "empty-body"
  | "other-body"
  | "html-200"
  | "broken-gzip"
  | "400"
  | "401"
  | "403"
  | "404"
  | "408"
  | "409"
  | "413"
  | "422"
  | "429-seconds"
  | "429-date"
  | "429-bare"
  | "500"
  | "502"
  | "502-html"
  | "503-retry-after"
  | "504"
  | "307"
  | "text-plain";

/** The name of a fault. `delay` waits, then the request continues as usual. */
export type FaultName = ConnectionFault | ResponseFault | "delay";

/** Which requests a fault rule applies to; without members, to every request of the API. */
export interface FaultMatch {
  /** HTTP method; every method if omitted. */
  method?: "GET" | "POST" | "PUT" | "DELETE" | null | undefined;
  /**
   * Path template or operation name of the endpoint, for example `/environment/{environmentId}/container` or
   * `createContainer`; every endpoint if omitted.
   */
  route?: string | null | undefined;
  /** Applies only to the nth matching request; the first is 1. */
  nth?: number | null | undefined;
  /** Probability with which the fault happens, from 0 to 1; always if omitted. */
  probability?: number | null | undefined;
}

/**
 * Makes requests fail.
 *
 * @example
 * ```ts
 * // The first request that creates a container is processed, but its response never arrives.
 * platform.fault({ match: { route: "createContainer" }, when: "after", fault: "reset", times: 1 });
 * ```
 */
export interface FaultRule {
  /** Which requests fail; all if omitted. */
  match?: FaultMatch | undefined;
  /**
   * `before`: the platform does nothing, and doesn't even read the token. `after`: the request has succeeded and its
   * changes are stored. Default: `before`.
   */
  when?: "before" | "after" | undefined;
  /** What happens. `crash` is refused here: it would end the process of your test. */
  fault: FaultName;
  /** Whether the rule applies. The dashboard switches rules on and off. Default: true. */
  enabled?: boolean | undefined;
  /** How many times the fault happens; always if omitted. */
  times?: number | null | undefined;
  /** Seconds in the Retry-After header of `429-seconds`, `429-date` and `503-retry-after`. Default: 1. */
  retryAfterSeconds?: number | undefined;
  /** Location header of `307`. Default: `http://redirected.invalid/`. */
  location?: string | undefined;
  /**
   * Status of `empty-body` and `other-body`, for example 404 for an error without a body. Default: that of the response which
   * the platform would send.
   */
  status?: number | null | undefined;
  /** Response body of `other-body`, as JSON. Default: null. */
  body?: unknown;
  /** Length of a `delay`, in milliseconds. Default: 1000. */
  milliseconds?: number | undefined;
}
