import { Pool } from "undici";
import type { Configuration } from "./configuration.js";
import { type Endpoint, fillPath } from "./endpoint.js";
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
  /** What it is for, the beginning of an error's sentence: `Creating Container "web"`. */
  readonly purpose: string;
  /** How the program spells a path of the wire, for the fields that the server complains about. */
  readonly spell?: (wirePath: string) => string;
}

/** The way to one platform. */
export interface Client {
  /** Sends one request; gives the answer's JSON (nothing for an empty answer), or throws an error a user can act on. */
  send(request: Request): Promise<Value | undefined>;
}

const largestAnswer = 16 * 1024 * 1024;

export function connect(configuration: Configuration): Client {
  const { baseUrl, maxConcurrentRequests, requestTimeoutSeconds, tokenSource } = configuration;
  const token = tokenOf(configuration);
  const pool = new Pool(baseUrl.origin, {
    connections: maxConcurrentRequests,
    keepAliveTimeout: 30_000,
    connect: { timeout: requestTimeoutSeconds * 1000 },
  });
  const prefix = baseUrl.pathname.replace(/\/+$/, "");

  const once = async (request: Request, path: string, bearer: string): Promise<RawAnswer> => {
    const signal = AbortSignal.timeout(requestTimeoutSeconds * 1000);
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
      };
    } catch (error) {
      if (error instanceof AnswerTooLargeError) throw error;
      if (signal.aborted) throw new TimedOutError(request.purpose, baseUrl.origin, requestTimeoutSeconds);
      throw new UnreachableError(request.purpose, baseUrl.origin, token.hide(reasonOf(error)));
    }
  };

  return {
    async send(request) {
      const query = new URLSearchParams(request.query).toString();
      const path = `${fillPath(request.call, request.members)}${query === "" ? "" : `?${query}`}`;
      const bearer = token.current();
      let answer = await once(request, path, bearer);
      if (answer.status === 401 && token.renew(bearer)) answer = await once(request, path, token.current());
      const json = parse(answer.text);
      if (answer.status >= 200 && answer.status < 300) {
        if (answer.text.trim() === "") return undefined;
        if (json !== undefined) return json;
      }
      throw errorOf(request, path, answer, json, token.hide, tokenSource);
    },
  };
}

interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
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
  if (status === 429) return new ThrottledError(failure);
  if (status >= 500) return new ServerFaultError(failure);
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

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: unknown[] };
  const inner = code ?? (errors?.[0] as { code?: string } | undefined)?.code ?? "";
  return reasons[inner] ?? (message || inner || "an unknown fault").replace(/\s+/g, " ");
}
