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
import type { Configuration } from "./configuration.js";
import type { ApiRequest } from "./endpoint.js";
import { isEmpty, type RawResponse } from "./network.js";

/** What a request does with the object in its path. */
export type Action = "create" | "read" | "update" | "delete";

/**
 * What a response says about the request:
 *
 * - `done`: it was carried out. The body describes the object, except after a delete.
 * - `begun`: it's accepted and continues. The body describes the object only if it contains what was sent.
 * - `elsewhere`: it was carried out, and the body doesn't describe the object.
 * - `part`: the body is only a part of what was requested.
 * - All others are errors, by their classes. `throttled` and `fault` are repeated.
 */
export type Meaning =
  | "done"
  | "begun"
  | "elsewhere"
  | "part"
  | "redirect"
  | "rejected"
  | "unauthorized"
  | "forbidden"
  | "gone"
  | "conflict"
  | "throttled"
  | "fault"
  | "unexpected";

/** For each action, or for all of them: create, read, update and delete. */
type Meanings = Meaning | readonly [create: Meaning, read: Meaning, update: Meaning, deletion: Meaning];

/** The statuses that don't mean what others of their class do (RFC 9110, and other RFCs that APIs use). */
export const meaningsOfStatuses: Readonly<Record<number, Meanings>> = {
  202: ["begun", "done", "begun", "begun"],
  204: ["elsewhere", "unexpected", "done", "done"],
  205: ["elsewhere", "unexpected", "done", "done"],
  206: ["elsewhere", "part", "done", "done"],
  207: ["elsewhere", "unexpected", "unexpected", "begun"],
  303: ["elsewhere", "redirect", "redirect", "redirect"],
  304: "unexpected",
  400: "rejected",
  401: "unauthorized",
  403: "forbidden",
  404: "gone",
  408: "fault",
  409: "conflict",
  410: "gone",
  422: "rejected",
  429: "throttled",
  511: "unexpected",
};

const classes: Readonly<Record<number, Meaning>> = { 2: "done", 3: "redirect", 4: "unexpected", 5: "fault" };

const actions: readonly Action[] = ["create", "read", "update", "delete"];

export function meaningOf(action: Action, status: number): Meaning {
  const found = meaningsOfStatuses[status] ?? classes[Math.floor(status / 100)] ?? "unexpected";
  return typeof found === "string" ? found : (found[actions.indexOf(action)] as Meaning);
}

/** Whether the request was carried out, or is accepted. */
export function isSuccess(meaning: Meaning): boolean {
  return ["done", "begun", "elsewhere", "part"].includes(meaning);
}

export function actionOf({
  endpoint,
  isRepeatable = endpoint.method !== "POST",
}: Pick<ApiRequest, "endpoint" | "isRepeatable">): Action {
  if (endpoint.method === "GET") return "read";
  if (endpoint.isDestructive) return "delete";
  return isRepeatable ? "update" : "create";
}

interface Context extends Pick<Configuration, "baseUrl" | "tokenSource" | "tokenScheme" | "tokenFile"> {
  readonly request: ApiRequest;
  /** Path of the request, with its parameters. */
  readonly path: string;
  /** Removes the access token from a text. */
  readonly redact: (text: string) => string;
  readonly now: number;
}

/** The classes that need only the failure. */
const errorClasses: Readonly<Partial<Record<Meaning, new (failure: FailedRequest) => RequestFailedError>>> = {
  rejected: RejectedError,
  forbidden: ForbiddenError,
  gone: NotFoundError,
  conflict: ConflictError,
  throttled: ThrottledError,
  fault: ServerFaultError,
};

/**
 * The error for a response, by its status: the body may be empty, or JSON of any shape. If the body is something else, such as a proxy's
 * page, the response isn't from the API, unless the status itself says why.
 */
export function errorOf(response: RawResponse, json: Value | undefined, context: Context): RequestFailedError {
  const { status } = response;
  const failure = failureOf(response, json, context);
  const meaning = meaningOf(actionOf(context.request), status);
  if (meaning === "redirect") return new UnexpectedStatusError(failure, redirectOf(response, context));
  const isAboutRequest = meaning === "unexpected" && UnexpectedStatusError.isAboutRequest(status);
  const isExplained = isAboutRequest || meaning === "throttled" || meaning === "fault";
  // Nothing but an API responds with 410.
  const isOfApi = json !== undefined || status === 410 || (status >= 400 && isEmpty(response));
  if (!isExplained && !isOfApi) return new NotTheApiError(failure, contentOf(response, context.redact));
  if (meaning === "unauthorized") return new UnauthorizedError(failure, context);
  return new (errorClasses[meaning] ?? UnexpectedStatusError)(failure);
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

/** Seconds to wait, by a `Retry-After` header with a number of seconds or a date. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
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
  const reported = detail ?? message ?? error;
  const more = violations.length - maxViolations;
  return (
    [
      ...(reported === undefined ? [] : [`the platform says: ${reported}`]),
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
