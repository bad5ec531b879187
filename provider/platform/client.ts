import { AppPlatformError } from "../errors/appPlatformError.js";
import { AnswerTooLargeError, TimedOutError, UnreachableError } from "../errors/index.js";
import type { Value } from "../schema/json.js";
import { tokenOf } from "./accessToken.js";
import type { ApiRequest } from "./apiRequest.js";
import type { Configuration } from "./configuration.js";
import { fillPath } from "./endpoint.js";
import type { Surroundings } from "./environment.js";
import { isUnsent, reasonOf } from "./networkErrors.js";
import { type Operation, type Operations, operationsOf } from "./operation.js";
import { errorOf } from "./responseErrors.js";
import { retrying } from "./retry.js";
import { largestAnswer, OversizedAnswer, type RawAnswer, UnsentRequest } from "./transport.js";

/** The way to one platform. */
export interface Client extends Operations {
  /**
   * Sends one request; gives the answer's JSON (nothing for an empty answer), or throws an error a user can act on.
   *
   * @param operation What it is part of; one of its own where left out.
   */
  send(request: ApiRequest, operation?: Operation): Promise<Value | undefined>;
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

  const once = async (request: ApiRequest, path: string, bearer: string, operation: Operation): Promise<RawAnswer> => {
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

  const attempt = async (request: ApiRequest, path: string, operation: Operation): Promise<Value | undefined> => {
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

function parse(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
