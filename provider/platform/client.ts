import { AppPlatformError } from "../errors/appPlatformError.js";
import {
  AnswerTooLargeError,
  ThrottledError,
  TimedOutError,
  UnexpectedAnswerError,
  UnreachableError,
} from "../errors/index.js";
import { parseUrl } from "../schema/formats.js";
import { exactJson, parseExactJson, type Value } from "../schema/json.js";
import type { Configuration } from "./configuration.js";
import { type ApiRequest, fillTarget, isGranted } from "./endpoint.js";
import { userAgentFor } from "./environment.js";
import {
  isEmpty,
  OversizedResponse,
  type RawRequest,
  type RawResponse,
  type Transport,
  UnsentRequest,
} from "./network.js";
import { networkFailure } from "./networkErrors.js";
import { type Clock, type Operation, type Operations, operationsOf, timeoutSignal } from "./operation.js";
import { logging, shownTarget } from "./requestLog.js";
import { actionOf, errorOf, isSuccess, meaningOf } from "./responseErrors.js";
import { lastStartOf, type Reach, reachOf, retrying } from "./retry.js";
import { authorizationOf, tokenOf } from "./settings.js";
import { type Throttle, throttleOf } from "./throttle.js";

/** A response with a successful status. */
export interface Received extends Pick<RawResponse, "status" | "headers"> {
  /** Nothing for an empty response. */
  readonly json: Value | undefined;
}

export interface Client extends Operations {
  /**
   * Sends one request, and returns the response's JSON (nothing for an empty response) or throws an error that a user can act on.
   *
   * @param operation What the request is a part of; a new operation by default.
   */
  send(request: ApiRequest, operation?: Operation): Promise<Value | undefined>;
  /** The same with status and headers, and also for a response that is only a part of what was requested. */
  receive(request: ApiRequest, operation?: Operation): Promise<Received>;
  /**
   * Path and query of a URL in the response to a target, relative to the base URL. Nothing if it's elsewhere: the token must not be sent
   * there.
   */
  targetOf(url: string, target: string): string | undefined;
  /** Throws if requests would fail without a valid token. Sends nothing. */
  requireToken(): void;
  /**
   * The platform's time, in milliseconds since the epoch: the earliest that fits its responses. Before the first response, this machine's
   * time.
   */
  now(): number;
  /** Repeats work while `mayRepeat` allows it, the platform doesn't respond and the operation has time; then throws the last error. */
  retry<T>(
    operation: Operation,
    mayRepeat: (error: AppPlatformError) => boolean,
    attempt: (count: number) => Promise<T>,
  ): Promise<T>;
  /** The error for `purpose` if its operation has ended. */
  ended(purpose: string, operation: Operation): AppPlatformError;
}

/** How far the platform's clock is ahead of this machine's, in milliseconds. */
interface Ahead {
  readonly least: number;
  readonly most: number;
}

/** The range that fits all responses, which a fast response narrows. If none does, a clock was changed. */
function narrowed(earlier: Ahead, last: Ahead): Ahead {
  const least = Math.max(earlier.least, last.least);
  const most = Math.min(earlier.most, last.most);
  return least <= most ? { least, most } : last;
}

export function clientOf(configuration: Configuration, dependencies: Dependencies): Client {
  const { baseUrl, logFile, operationTimeoutSeconds, proxy, requestTimeoutSeconds, tokenScheme } = configuration;
  const { shutdown, userAgent } = dependencies;
  const { clock, reach, throttle } = dependencies.address;
  const transport = logFile === undefined ? dependencies.transport : logging(dependencies.transport, logFile, clock);
  const operations = operationsOf(clock, shutdown, operationTimeoutSeconds * 1000);
  let ahead: Ahead | undefined;
  const now = () => clock.now() + (ahead?.least ?? 0);
  const token = tokenOf(configuration, clock.now);
  const prefix = baseUrl.pathname.replace(/\/+$/, "");

  const address = proxy === undefined ? baseUrl.origin : `${baseUrl.origin} through the proxy ${proxy.url}`;
  const timedOut = (purpose: string, seconds: number) => new TimedOutError(purpose, address, seconds);
  const ended = (purpose: string, { seconds }: Operation) =>
    shutdown.reason instanceof AppPlatformError ? shutdown.reason : timedOut(purpose, seconds);

  const sendOnce = async (request: ApiRequest, raw: RawRequest, operation: Operation): Promise<RawResponse> => {
    const current = operations.attempt(operation, requestTimeoutSeconds * 1000);
    try {
      const sent = clock.now();
      const response = await transport(raw, current.signal);
      const date = Date.parse(String(response.headers.date));
      // The header has whole seconds.
      const range = { least: date - clock.now(), most: date + 1000 - sent };
      if (!Number.isNaN(date)) ahead = narrowed(ahead ?? range, range);
      return response;
    } catch (error) {
      if (error instanceof OversizedResponse) throw new AnswerTooLargeError(request.purpose, error.message);
      const isUnsent = error instanceof UnsentRequest && !shutdown.aborted;
      if (current.endedBy() === "operation" && !isUnsent) throw ended(request.purpose, operation);
      if (current.endedBy() === "attempt" && !isUnsent) throw timedOut(request.purpose, requestTimeoutSeconds);
      const failure = networkFailure(error, proxy);
      throw new UnreachableError(request.purpose, address, { ...failure, reason: token.redact(failure.reason) });
    } finally {
      current.release();
    }
  };

  const exchange = async (
    request: ApiRequest,
    path: string,
    operation: Operation,
    attempt: number,
  ): Promise<Received> => {
    const { endpoint, members } = request;
    const sendWith = (text: string) => {
      const agent = userAgentFor(userAgent, operation.origin?.name());
      const raw = rawRequest(request, `${prefix}${path}`, authorizationOf(tokenScheme, text), agent);
      if (logFile === undefined) return sendOnce(request, raw, operation);
      const route = endpoint.path.split("?")[0] as string;
      const shown = { route, path: shownTarget(endpoint, members, raw.path), redact: token.redact };
      return sendOnce(request, { ...raw, logged: { ...shown, attempt, origin: operation.origin } }, operation);
    };
    const current = token.current();
    let response = await sendWith(current);
    if (response.status === 401 && token.renew(current)) response = await sendWith(token.current());
    const json = request.mediaType === undefined ? parseExactJson(response.text) : textOf(response);
    const isPlainText = /^text\/plain\b/i.test(String(response.headers["content-type"]));
    // A write needs no body, or may have a text for people.
    const isNothing = endpoint.method !== "GET" && (isEmpty(response) || isPlainText);
    const isDone = isSuccess(meaningOf(actionOf(request), response.status)) && (isNothing || json !== undefined);
    const context = { ...configuration, request, path, redact: token.redact, now: now() };
    const error = isDone ? undefined : errorOf(response, json, context);
    if (error?.away === undefined) reach.responded();
    if (error !== undefined) throw error;
    const { status, headers } = response;
    return { json: isNothing ? undefined : json, status, headers };
  };

  const receive: Client["receive"] = (request, operation = operations.begin()) => {
    const { endpoint, members, purpose, isRepeatable = endpoint.method !== "POST" } = request;
    if (endpoint.isDestructive && !isGranted(request.grant, endpoint, members))
      throw new TypeError(`${endpoint.method} ${endpoint.path} wasn't granted`);
    const path = request.target ?? fillTarget(endpoint, members, request.query);
    const mayRepeat = ({ repeat }: AppPlatformError) =>
      repeat === "freely" || (isRepeatable && repeat === "afterLooking");
    const admitted = throttle.newRequest(endpoint.method === "GET");
    const lastStart = lastStartOf(operation.deadline, operation.deadline - clock.elapsed());
    /** Ends a wait of a request that isn't sent, since the platform refuses too many others. */
    const waiting = () =>
      AbortSignal.any([operation.waiting, timeoutSignal(clock, Math.max(0, lastStart - clock.elapsed()))]);
    let last: unknown;
    return retrying({ clock, reach }, operation, mayRepeat, async (count) => {
      let noteEnd: ((error?: unknown) => void) | undefined;
      try {
        if (operations.isOver(operation)) throw ended(purpose, operation);
        noteEnd = await admitted(waiting).catch((reason) => {
          if (reason instanceof AppPlatformError) throw reason;
          throw new ThrottledError({ purpose, method: endpoint.method, path, status: 429, details: [] });
        });
        const received = await exchange(request, path, operation, count);
        noteEnd();
        return received;
      } catch (error) {
        noteEnd?.(error);
        // If the end of the operation cuts off an attempt, the failure before it says more.
        const isCutOff = isRepeatable && last !== undefined && error instanceof TimedOutError;
        if (!isCutOff || !operations.isOver(operation)) last = error;
        throw last;
      }
    });
  };

  return {
    ...operations,
    retry: (...specified) => retrying({ clock, reach }, ...specified),
    requireToken: () => void token.current(),
    now,
    ended,
    receive,
    async send(request, operation) {
      const { json, status } = await receive(request, operation);
      if (status !== 206 || request.endpoint.method !== "GET") return json;
      throw new UnexpectedAnswerError(
        request.purpose,
        "the response is only a part of what was requested (206)",
        "ask the platform's operator: the provider doesn't request parts.",
      );
    },
    targetOf(url, target) {
      const found = parseUrl(url, new URL(`${prefix}${target}`, baseUrl));
      // Behind a load balancer, a platform may not know that it's reached by https.
      const isHere = found?.host === baseUrl.host && [baseUrl.protocol, "http:"].includes(found.protocol);
      if (found === undefined || !isHere) return undefined;
      const { pathname, search } = found;
      if (pathname.startsWith(`${prefix}/`)) return `${pathname.slice(prefix.length)}${search}`;
      // It may not know its prefix there, either.
      return pathname === target.split("?")[0] ? `${pathname}${search}` : undefined;
    },
  };
}

/** The text of a response; nothing if the response isn't from the API. */
function textOf(response: RawResponse): string | undefined {
  const isPage = /^text\/html\b/i.test(String(response.headers["content-type"]));
  return isPage || isEmpty(response) ? undefined : response.text;
}

function rawRequest(
  { endpoint, body, text, mediaType = "application/json" }: ApiRequest,
  path: string,
  authorization: string,
  userAgent: string,
): RawRequest {
  const headers = { accept: mediaType, authorization, "user-agent": userAgent };
  const sent = text ?? (body && { mediaType: "application/json", text: exactJson(body) });
  if (sent === undefined) return { method: endpoint.method, path, headers };
  return { method: endpoint.method, path, headers: { ...headers, "content-type": sent.mediaType }, body: sent.text };
}

/** What all connections to an address share. */
export interface Address extends Pick<Throttle, "clock"> {
  readonly throttle: Throttle;
  readonly reach: Reach;
}

export function addressOf(origin: string, clock: Clock, notify: (text: string) => void): Address {
  const throttle = throttleOf(clock);
  return { throttle, clock: throttle.clock, reach: reachOf(origin, throttle.clock, notify) };
}

export interface Dependencies {
  readonly address: Address;
  readonly transport: Transport;
  /** The value of the header `User-Agent`; see `userAgentOf`. */
  readonly userAgent: string;
  /** Aborts when no more requests may be sent, with the error that says why as its reason. */
  readonly shutdown: AbortSignal;
}
