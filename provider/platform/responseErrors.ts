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
import type { Value } from "../schema/json.js";
import { parseUrl } from "../schema/parseUrl.js";
import { shortened } from "../schema/shortened.js";
import type { ApiRequest } from "./apiRequest.js";
import { errorDetails } from "./errorBody.js";
import { headerOf, requestIdOf } from "./requestId.js";
import { retryAfter } from "./retry.js";
import type { TokenScheme } from "./settings.js";
import { isEmpty, type RawResponse } from "./transport.js";

/** What the error of a response needs to know of the client. */
interface Context {
  readonly request: ApiRequest;
  /** Path of the request, with its parameters filled in. */
  readonly path: string;
  /** Removes the access token from a text. */
  readonly hide: (text: string) => string;
  readonly tokenSource: string;
  readonly tokenScheme: TokenScheme;
  /** The file that contains the token, if there is one. */
  readonly tokenFile?: string | undefined;
  readonly now: number;
  readonly baseUrl: URL;
}

/**
 * The error that a response means. Its status alone decides: the body of an error may be empty, or JSON of any shape. Only a
 * body that is something else, such as a proxy's page, shows that the API has not responded, unless the status itself says why.
 */
export function errorOf(response: RawResponse, json: Value | undefined, context: Context): RequestFailedError {
  const { status } = response;
  const failure = failureOf(response, json, context);
  if (status === 429) return new ThrottledError(failure);
  if (status >= 500 || status === 408) return new ServerFaultError(failure);
  if (status >= 300 && status < 400) return new UnexpectedStatusError(failure, redirectOf(response, context));
  if (UnexpectedStatusError.isAboutRequest(status)) return new UnexpectedStatusError(failure);
  const isEmptyError = status >= 400 && isEmpty(response);
  if (json === undefined && !isEmptyError) return new NotTheApiError(failure, contentOf(response, context.hide));
  if (status === 401) return new UnauthorizedError(failure, context);
  if (status === 403) return new ForbiddenError(failure);
  if (status === 404) return new NotFoundError(failure);
  if (status === 409) return new ConflictError(failure);
  if (status === 400 || status === 422) return new RejectedError(failure);
  return new UnexpectedStatusError(failure);
}

function failureOf(
  response: RawResponse,
  json: Value | undefined,
  { request, path, hide, now }: Context,
): FailedRequest {
  return {
    purpose: request.purpose,
    method: request.call.method,
    path,
    status: response.status,
    details: errorDetails(json, hide, request.spell),
    retryAfterSeconds: retryAfter(headerOf(response, "retry-after"), now),
    requestId: requestIdOf(response, hide),
  };
}

/** Where a redirect leads. Its query may hold secrets, and so may a user name. */
function redirectOf(response: RawResponse, { baseUrl, hide }: Context): string | undefined {
  const location = headerOf(response, "location");
  const url = location === undefined ? undefined : parseUrl(location, baseUrl);
  return url && shortened(hide(`${url.protocol}//${url.host}${url.pathname}`), maxLocation);
}

const maxLocation = 300;

/** What a response contains: by its media type, unless it can't be decoded. */
function contentOf(
  response: RawResponse,
  hide: (text: string) => string,
): ConstructorParameters<typeof NotTheApiError>[1] {
  if (response.undecodable !== undefined) return { undecodable: response.undecodable };
  const header = headerOf(response, "content-type") ?? "";
  const [type = ""] = /^[\w.+-]{1,40}\/[\w.+-]{1,40}(?=\s*(;|$))/.exec(header) ?? [];
  return { type: hide(type) || "content of no known type" };
}
