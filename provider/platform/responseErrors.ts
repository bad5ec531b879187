import type { FailedRequest } from "../errors/failedRequest.js";
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
import { isObject, type Value } from "../schema/json.js";
import { ellipsis } from "../schema/redact.js";
import type { ApiRequest } from "./apiRequest.js";
import { retryAfter } from "./retry.js";
import type { RawAnswer } from "./transport.js";

/** The error that a response with an error status means. */
export function errorOf(
  request: ApiRequest,
  path: string,
  answer: RawAnswer,
  json: Value | undefined,
  hide: (text: string) => string,
  tokenSource: string,
  now: number,
): Error {
  const { status, headers } = answer;
  const asked = retryAfter(headerOf(headers["retry-after"]), now);
  const failure: FailedRequest = {
    purpose: request.purpose,
    method: request.call.method,
    path,
    status,
    details: complaints(json, hide, request.spell),
  };
  if (status === 401) return new UnauthorizedError(failure, tokenSource);
  if (status === 403) return new ForbiddenError(failure);
  if (status === 429) return new ThrottledError(failure, asked);
  if (status >= 500 || status === 408) return new ServerFaultError(failure, asked);
  if (json === undefined && (status < 300 || status >= 400)) {
    return new NotTheApiError(
      failure,
      hide(/^[\w.+-]{1,40}\/[\w.+-]{1,40}(?=\s*(;|$))/.exec(headerOf(headers["content-type"]) ?? "")?.[0] ?? "") ||
        "an answer without a type",
    );
  }
  if (status === 404) return new NotFoundError(failure);
  if (status === 409) return new ConflictError(failure);
  if (status === 400 || status === 422) return new RejectedError(failure);
  return new UnexpectedStatusError(failure);
}

/** A header's value; the first, where it came more than once. */
function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

const longestDetail = 300;

/** The server's own sentence, and each field it complains about, in the program's spelling. */
function complaints(
  json: Value | undefined,
  hide: (text: string) => string,
  spell: (wirePath: string) => string = (path) => path,
): string[] {
  if (!isObject(json)) return [];
  const sentence = [json.detail, json.message, json.error].find((each) => typeof each === "string" && each !== "") as
    | string
    | undefined;
  const violations = Array.isArray(json.violations) ? json.violations.filter(isObject) : [];
  return (
    [
      ...(sentence === undefined ? [] : [`the platform says: ${sentence}`]),
      ...violations.map(({ field, message }) =>
        [
          ...(typeof field === "string" && field !== "" ? [spell(field)] : []),
          typeof message === "string" && message !== "" ? message : "refused without a reason",
        ].join(": "),
      ),
    ]
      // Hidden before it is shortened: a part of the token is not to be seen either.
      .map((line) => hide(line).replace(/\s+/g, " "))
      .map((line) => (line.length > longestDetail ? `${line.slice(0, longestDetail)}${ellipsis}` : line))
  );
}
