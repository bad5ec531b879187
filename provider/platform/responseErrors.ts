import { z } from "zod";
import type { FailedRequest, RequestFailedError } from "../errors/appPlatformError.js";
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  NotTheApiError,
  RejectedError,
  ServerFaultError,
  ThrottledError,
  UnauthorizedError,
  UnexpectedStatusError,
} from "../errors/index.js";
import { parseUrl } from "../schema/formats.js";
import { shortened, type Value } from "../schema/json.js";
import type { ApiRequest } from "./apiRequest.js";
import { retryAfter } from "./retry.js";
import type { TokenScheme } from "./settings.js";
import { actionOf, meaningOf } from "./statuses.js";
import { isEmpty, type RawResponse } from "./transport.js";

interface Context {
  readonly request: ApiRequest;
  /** Path of the request, with its parameters. */
  readonly path: string;
  /** Removes the access token from a text. */
  readonly redact: (text: string) => string;
  readonly tokenSource: string;
  readonly tokenScheme: TokenScheme;
  readonly tokenFile?: string | undefined;
  readonly now: number;
  readonly baseUrl: URL;
}

/**
 * The error for a response, by its status: the body may be empty, or JSON of any shape. If the body is something else, such as a proxy's
 * page, the response isn't from the API, unless the status itself says why.
 */
export function errorOf(response: RawResponse, json: Value | undefined, context: Context): RequestFailedError {
  const { status } = response;
  const failure = failureOf(response, json, context);
  const meaning = meaningOf(actionOf(context.request), status);
  if (meaning === "throttled") return new ThrottledError(failure);
  if (meaning === "fault") return new ServerFaultError(failure);
  if (meaning === "redirect") return new UnexpectedStatusError(failure, redirectOf(response, context));
  if (meaning === "unexpected" && UnexpectedStatusError.isAboutRequest(status))
    return new UnexpectedStatusError(failure);
  const isEmptyError = status >= 400 && isEmpty(response);
  // Nothing but an API responds with 410.
  if (json === undefined && !isEmptyError && status !== 410)
    return new NotTheApiError(failure, contentOf(response, context.redact));
  if (meaning === "unauthorized") return new UnauthorizedError(failure, context);
  if (meaning === "forbidden") return new ForbiddenError(failure);
  if (meaning === "gone") return new NotFoundError(failure);
  if (meaning === "conflict") return new ConflictError(failure);
  if (meaning === "rejected") return new RejectedError(failure);
  return new UnexpectedStatusError(failure);
}

function failureOf(
  response: RawResponse,
  json: Value | undefined,
  { request, path, redact, now }: Context,
): FailedRequest {
  return {
    purpose: request.purpose,
    method: request.endpoint.method,
    path,
    status: response.status,
    details: errorDetails(json, redact, request.format),
    namesFields: errorBody.parse(json).violations.some((each) => each?.field !== undefined),
    retryAfterSeconds: retryAfter(headerOf(response, "retry-after"), now),
    requestId: requestIdOf(response, redact),
  };
}

/** Where a redirect leads, without query and user name, which may be secret. */
function redirectOf(response: RawResponse, { baseUrl, redact }: Context): string | undefined {
  const location = headerOf(response, "location");
  const url = location === undefined ? undefined : parseUrl(location, baseUrl);
  return url && shortened(redact(`${url.protocol}//${url.host}${url.pathname}`), maxLocation);
}

const maxLocation = 300;

/** What a response contains: by its media type, unless it's empty, no valid JSON or can't be decoded. */
function contentOf(
  response: RawResponse,
  redact: (text: string) => string,
): ConstructorParameters<typeof NotTheApiError>[1] {
  if (response.undecodable !== undefined) return { undecodable: response.undecodable };
  const header = headerOf(response, "content-type") ?? "";
  const [type = ""] = /^[\w.+-]{1,40}\/[\w.+-]{1,40}(?=\s*(;|$))/.exec(header) ?? [];
  if (isEmpty(response)) return { type: "empty" };
  return { type: redact(/\bjson\b/i.test(type) ? `invalid ${type}` : type) || "content of no known type" };
}

const sentence = z.string().min(1).optional().catch(undefined);

const violation = z.object({ field: sentence, message: sentence });

/** The body of an error response. A proxy may send anything, so parts that don't fit are omitted. */
const errorBody = z
  .object({
    detail: sentence,
    message: sentence,
    error: sentence,
    violations: z.array(violation.optional().catch(undefined)).catch([]),
  })
  .catch({ violations: [] });

const maxLength = 300;

/** Maximum number of rejected fields in a message. */
const maxViolations = 50;

/**
 * The platform's own message, and each field that it rejects, as the program spells it.
 *
 * @param redact Removes the access token.
 */
export function errorDetails(
  json: unknown,
  redact: (text: string) => string,
  format: (wirePath: string) => string = (path) => path,
): string[] {
  const { detail, message, error, violations } = errorBody.parse(json);
  const said = detail ?? message ?? error;
  const more = violations.length - maxViolations;
  return (
    [
      ...(said === undefined ? [] : [`the platform says: ${said}`]),
      ...violations
        .slice(0, maxViolations)
        .filter((each) => each !== undefined)
        .map(({ field, message: why = "rejected without a reason" }) =>
          field === undefined ? why : `${format(field)}: ${why}`,
        ),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]
      // Redacted before it's truncated, so that no part of the token is shown.
      .map((line) => redact(line).replace(/\s+/g, " "))
      .map((line) => shortened(line, maxLength))
  );
}

/** Headers in which platforms and gateways return the ID of a request. The first one that is present counts. */
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
 * The platform's ID of a request, for its operator. Nothing if there is none, or if it's too long or unusual for a terminal and a log.
 *
 * @param redact Removes secrets.
 */
export function requestIdOf(response: RawResponse, redact: (text: string) => string): string | undefined {
  for (const name of names) {
    const text = headerOf(response, name)?.trim();
    if (text !== undefined && /^[\w.:/+=@,;-]{1,128}$/.test(text)) return redact(text);
  }
  return undefined;
}

/** A header's value; the first one where it is repeated. */
function headerOf({ headers }: RawResponse, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Whether a request says that something doesn't exist, though perhaps on a page that isn't the API's: another request must confirm it. */
export function isMissing(error: unknown): error is RequestFailedError {
  return error instanceof NotFoundError || (error instanceof NotTheApiError && error.failure.status === 404);
}

/** For `catch`: returns the value if something doesn't exist, and throws every other error. */
export function ifNotFound<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof NotFoundError) return value;
    throw error;
  };
}
