import type { Configuration } from "./configuration.js";
import { type Endpoint, fillPath } from "./endpoint.js";
import { AppPlatformError } from "./errors/appPlatformError.js";
import type { FailedRequest } from "./errors/failedRequest.js";
import {
  AnswerTooLargeError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  NotTheApiError,
  RejectedError,
  ServerFaultError,
  ThrottledError,
  TimedOutError,
  UnauthorizedError,
  UnexpectedStatusError,
  UnreachableError,
} from "./errors/index.js";
import { type Operation, type Operations, operationsOf } from "./operation.js";
import { retryAfter, retrying } from "./retry.js";
import { ellipsis } from "./secrets.js";
import type { Surroundings } from "./surroundings.js";
import { tokenOf } from "./token.js";
import { largestAnswer, OversizedAnswer, type RawAnswer, UnsentRequest } from "./transport.js";
import { isObject, type Value, type Values } from "./values.js";

/** One call of the API. */
export interface Request {
  readonly call: Endpoint;
  /** Members of the path. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly body?: Values;
  /** Parameters of the query. */
  readonly query?: Readonly<Record<string, string>>;
  /** The call may be sent again whatever became of it before: reads, edits and deletes always, others where they say so. */
  readonly isRepeatable?: boolean;
  /** What it is for, the beginning of an error's sentence: `Creating Container "web"`. */
  readonly purpose: string;
  /** How the program spells a path of the wire, for the fields that the server complains about. */
  readonly spell?: (wirePath: string) => string;
}

/** The way to one platform. */
export interface Client extends Operations {
  /**
   * Sends one request; gives the answer's JSON (nothing for an empty answer), or throws an error a user can act on.
   *
   * @param operation What it is part of; one of its own where left out.
   */
  send(request: Request, operation?: Operation): Promise<Value | undefined>;
  /** The platform's time now, in milliseconds since the epoch, as its answers tell it; this machine's before the first answer. */
  now(): number;
  /** Why `purpose` was given up as the operation that it is part of ended. */
  ended(purpose: string, operation: Operation): AppPlatformError;
}

export function connect(configuration: Configuration, { time, transport, interruption }: Surroundings): Client {
  const { baseUrl, operationTimeoutSeconds, requestTimeoutSeconds, tokenSource } = configuration;
  const operations = operationsOf(time, interruption, operationTimeoutSeconds * 1000);
  let ahead = 0;
  const token = tokenOf(configuration, time.now);
  const prefix = baseUrl.pathname.replace(/\/+$/, "");

  const timedOut = (purpose: string, seconds: number) => new TimedOutError(purpose, baseUrl.origin, seconds);
  const ended = (purpose: string, { seconds }: Operation) =>
    interruption.reason instanceof AppPlatformError ? interruption.reason : timedOut(purpose, seconds);

  const once = async (request: Request, path: string, bearer: string, operation: Operation): Promise<RawAnswer> => {
    const signal = AbortSignal.any([operation.signal, time.timeout(requestTimeoutSeconds * 1000)]);
    const { method } = request.call;
    const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
    const headers = {
      accept: "application/json",
      authorization: `Bearer ${bearer}`,
      "user-agent": "pulumi-app-platform",
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
    };
    try {
      const answer = await transport({ method, path: `${prefix}${path}`, headers, ...body }, signal);
      const date = Date.parse(String(answer.headers.date));
      if (!Number.isNaN(date)) ahead = date - time.now();
      return answer;
    } catch (error) {
      if (error instanceof OversizedAnswer) throw new AnswerTooLargeError(request.purpose, largestAnswer);
      const unreachable = (reason: string, isSent: boolean) =>
        new UnreachableError(request.purpose, baseUrl.origin, reason, isSent);
      if (error instanceof UnsentRequest && !interruption.aborted) throw unreachable("no connection in time", false);
      if (operation.signal.aborted) throw ended(request.purpose, operation);
      if (signal.aborted) throw timedOut(request.purpose, requestTimeoutSeconds);
      throw unreachable(token.hide(reasonOf(error)), !isUnsent(error));
    }
  };

  const attempt = async (request: Request, path: string, operation: Operation): Promise<Value | undefined> => {
    if (operation.signal.aborted) throw ended(request.purpose, operation);
    const bearer = token.current();
    let answer = await once(request, path, bearer, operation);
    if (answer.status === 401 && token.renew(bearer)) answer = await once(request, path, token.current(), operation);
    const json = parse(answer.text);
    if (answer.status >= 200 && answer.status < 300) {
      if (answer.text.trim() === "" && request.call.method !== "GET") return undefined;
      if (json !== undefined) return json;
    }
    throw errorOf(request, path, answer, json, token.hide, tokenSource, time.now());
  };

  return {
    ...operations,
    now: () => time.now() + ahead,
    ended,
    send(request, operation = operations.begin()) {
      const query = new URLSearchParams(request.query).toString();
      const path = `${fillPath(request.call, request.members)}${query === "" ? "" : `?${query}`}`;
      const isRepeatable = request.isRepeatable ?? request.call.method !== "POST";
      const mayRepeat = ({ repeat }: AppPlatformError) =>
        repeat === "freely" || (isRepeatable && repeat === "afterLooking");
      return retrying(time, operation, mayRepeat, () => attempt(request, path, operation));
    },
  };
}

function errorOf(
  request: Request,
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

function parse(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (connection refused)",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be looked up now",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
};

/** Failures before anything of the request could have been sent: there is no such host, no connection, or no trust in it. */
function isUnsent(error: unknown): boolean {
  const { syscall } = firstOf(error);
  return syscall === "connect" || syscall === "getaddrinfo" || untrusted.test(codeOf(error));
}

const untrusted =
  /^(UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_WRONG_VERSION_NUMBER)$/;

/** The failure itself, or the first of those that several addresses of a host have shown. */
function firstOf(error: unknown): { readonly code?: string; readonly syscall?: string } {
  const { errors } = error as { errors?: object[] };
  return errors?.[0] ?? (error as object);
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? firstOf(error).code ?? "";
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? ((error as Error).message || code || "an unknown fault").replace(/\s+/g, " ");
}
