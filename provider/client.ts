import { Pool } from "undici";
import type { Configuration } from "./configuration.js";
import { type Endpoint, fillPath } from "./endpoint.js";
import type { AppPlatformError } from "./errors/appPlatformError.js";
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
import { retryAfter, retrying } from "./retry.js";
import { tokenOf } from "./token.js";
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
export interface Client {
  /** Sends one request; gives the answer's JSON (nothing for an empty answer), or throws an error a user can act on. */
  send(request: Request): Promise<Value | undefined>;
  /** The platform's time now, in milliseconds since the epoch, as its answers tell it; this machine's before the first answer. */
  now(): number;
  /** Longest time of one operation with all its tries, in milliseconds. */
  readonly operationTime: number;
}

const largestAnswer = 16 * 1024 * 1024;

export function connect(configuration: Configuration): Client {
  const { baseUrl, maxConcurrentRequests, operationTimeoutSeconds, requestTimeoutSeconds, tokenSource } = configuration;
  const operationTime = operationTimeoutSeconds * 1000;
  let ahead = 0;
  const token = tokenOf(configuration);
  const pool = new Pool(baseUrl.origin, {
    connections: maxConcurrentRequests,
    keepAliveTimeout: 30_000,
    connect: { timeout: requestTimeoutSeconds * 1000 },
  });
  const prefix = baseUrl.pathname.replace(/\/+$/, "");

  const once = async (request: Request, path: string, bearer: string, deadline: number): Promise<RawAnswer> => {
    const time = Math.max(1, Math.min(requestTimeoutSeconds * 1000, deadline - Date.now()));
    const signal = AbortSignal.timeout(time);
    try {
      const answer = await pool.request({
        method: request.call.method,
        path: `${prefix}${path}`,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${bearer}`,
          "user-agent": "pulumi-app-platform",
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: request.body === undefined ? null : JSON.stringify(request.body),
        headersTimeout: 0,
        bodyTimeout: 0,
        signal,
      });
      const date = Date.parse(String(answer.headers.date));
      if (!Number.isNaN(date)) ahead = date - Date.now();
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > largestAnswer) throw new AnswerTooLargeError(request.purpose, largestAnswer);
        chunks.push(chunk);
      }
      return {
        status: answer.statusCode,
        contentType: String(answer.headers["content-type"] ?? ""),
        text: Buffer.concat(chunks).toString("utf8"),
        retryAfter: retryAfter(answer.headers["retry-after"] as string | undefined),
      };
    } catch (error) {
      if (error instanceof AnswerTooLargeError) throw error;
      if (signal.aborted) throw new TimedOutError(request.purpose, baseUrl.origin, time / 1000);
      throw new UnreachableError(
        request.purpose,
        baseUrl.origin,
        token.hide(reasonOf(error)),
        !neverSent.has(codeOf(error)),
      );
    }
  };

  const attempt = async (request: Request, path: string, deadline: number): Promise<Value | undefined> => {
    const bearer = token.current();
    let answer = await once(request, path, bearer, deadline);
    if (answer.status === 401 && token.renew(bearer)) answer = await once(request, path, token.current(), deadline);
    const json = parse(answer.text);
    if (answer.status >= 200 && answer.status < 300) {
      if (answer.text.trim() === "" && request.call.method !== "GET") return undefined;
      if (json !== undefined) return json;
    }
    throw errorOf(request, path, answer, json, token.hide, tokenSource);
  };

  return {
    operationTime,
    now: () => Date.now() + ahead,
    send(request) {
      const query = new URLSearchParams(request.query).toString();
      const path = `${fillPath(request.call, request.members)}${query === "" ? "" : `?${query}`}`;
      const isRepeatable = request.isRepeatable ?? request.call.method !== "POST";
      const deadline = Date.now() + operationTime;
      const mayRepeat = ({ repeat }: AppPlatformError) =>
        repeat === "freely" || (isRepeatable && repeat === "afterLooking");
      return retrying(deadline, mayRepeat, () => attempt(request, path, deadline));
    },
  };
}

interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Seconds that the platform asks to wait. */
  readonly retryAfter: number | undefined;
}

function errorOf(
  request: Request,
  path: string,
  answer: RawAnswer,
  json: Value | undefined,
  hide: (text: string) => string,
  tokenSource: string,
): Error {
  const { status } = answer;
  const failure: FailedRequest = {
    purpose: request.purpose,
    method: request.call.method,
    path,
    status,
    details: complaints(json, hide, request.spell),
  };
  if (status === 401) return new UnauthorizedError(failure, tokenSource);
  if (status === 403) return new ForbiddenError(failure);
  if (status === 429) return new ThrottledError(failure, answer.retryAfter);
  if (status >= 500 || status === 408) return new ServerFaultError(failure, answer.retryAfter);
  if (json === undefined && (status < 300 || status >= 400)) {
    return new NotTheApiError(failure, hide(answer.contentType.split(";")[0] ?? "") || "an answer without a type");
  }
  if (status === 404) return new NotFoundError(failure);
  if (status === 409) return new ConflictError(failure);
  if (status === 400 || status === 422) return new RejectedError(failure);
  return new UnexpectedStatusError(failure);
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
      .map((line) => (line.length > longestDetail ? `${line.slice(0, longestDetail)}…` : line))
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

/** Failures before anything of the request could have been sent. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: unknown[] };
  return code ?? (errors?.[0] as { code?: string } | undefined)?.code ?? "";
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? ((error as Error).message || code || "an unknown fault").replace(/\s+/g, " ");
}
