import { AppPlatformError } from "../errors/appPlatformError.js";
import { AnswerTooLargeError, TimedOutError, UnreachableError } from "../errors/index.js";
import type { Value } from "../schema/json.js";
import { authorizationOf, tokenOf } from "./accessToken.js";
import type { ApiRequest } from "./apiRequest.js";
import type { Configuration } from "./configuration.js";
import type { Dependencies } from "./dependencies.js";
import { fillTarget } from "./endpoint.js";
import { isGranted } from "./grant.js";
import { isUnsent, reasonOf } from "./networkErrors.js";
import { type Operation, type Operations, operationsOf } from "./operation.js";
import { parseJson } from "./parseJson.js";
import { errorOf } from "./responseErrors.js";
import { retrying } from "./retry.js";
import { maxResponseBytes, OversizedResponse, type RawRequest, type RawResponse, UnsentRequest } from "./transport.js";

/** The API client of one platform. */
export interface Client extends Operations {
  /**
   * Sends one request; returns the response's JSON (nothing for an empty response), or throws an error a user can act on.
   *
   * @param operation What the request is part of; a new operation by default.
   */
  send(request: ApiRequest, operation?: Operation): Promise<Value | undefined>;
  /** Throws if requests would fail for lack of a valid token: its file is not readable, or it has expired. Sends nothing. */
  requireToken(): void;
  /** The platform's time, in milliseconds since the epoch, by its last response; this machine's before the first one. */
  now(): number;
  /** The error for `purpose` when the operation that it is part of has ended. */
  ended(purpose: string, operation: Operation): AppPlatformError;
}

export function clientOf(configuration: Configuration, { clock, transport, shutdown }: Dependencies): Client {
  const { baseUrl, operationTimeoutSeconds, requestTimeoutSeconds, tokenScheme } = configuration;
  const operations = operationsOf(clock, shutdown, operationTimeoutSeconds * 1000);
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  let ahead = 0;
  const now = () => clock.now() + ahead;
  const token = tokenOf(configuration, clock.now);
  const prefix = baseUrl.pathname.replace(/\/+$/, "");

  const timedOut = (purpose: string, seconds: number) => new TimedOutError(purpose, baseUrl.origin, seconds);
  const ended = (purpose: string, { seconds, caller }: Operation) => {
    const reason = caller?.reason ?? shutdown.reason;
    return reason instanceof AppPlatformError ? reason : timedOut(purpose, seconds);
  };

  const sendOnce = async (request: ApiRequest, raw: RawRequest, operation: Operation): Promise<RawResponse> => {
    const current = operations.attempt(operation, requestTimeoutSeconds * 1000);
    try {
      const response = await transport(raw, current.signal);
      const date = Date.parse(String(response.headers.date));
      if (!Number.isNaN(date)) ahead = date - clock.now();
      return response;
    } catch (error) {
      if (error instanceof OversizedResponse) throw new AnswerTooLargeError(request.purpose, maxResponseBytes);
      const unreachable = (reason: string, isSent: boolean) =>
        new UnreachableError(request.purpose, baseUrl.origin, reason, isSent);
      if (error instanceof UnsentRequest && !shutdown.aborted) throw unreachable("no connection in time", false);
      if (current.endedBy() === "operation") throw ended(request.purpose, operation);
      if (current.endedBy() === "attempt") throw timedOut(request.purpose, requestTimeoutSeconds);
      throw unreachable(token.hide(reasonOf(error)), !isUnsent(error));
    } finally {
      current.release();
    }
  };

  const attempt = async (request: ApiRequest, path: string, operation: Operation): Promise<Value | undefined> => {
    if (operations.isOver(operation)) throw ended(request.purpose, operation);
    const sendWith = (text: string) =>
      sendOnce(request, rawRequest(request, `${prefix}${path}`, authorizationOf(tokenScheme, text)), operation);
    const current = token.current();
    let response = await sendWith(current);
    if (response.status === 401 && token.renew(current)) response = await sendWith(token.current());
    const json = parseJson(response.text) as Value | undefined;
    if (response.status >= 200 && response.status < 300) {
      if (response.text.trim() === "" && request.call.method !== "GET") return undefined;
      if (json !== undefined) return json;
    }
    throw errorOf(response, json, { ...configuration, request, path, hide: token.hide, now: now() });
  };

  return {
    ...operations,
    requireToken: () => void token.current(),
    now,
    ended,
    send(request, operation = operations.begin()) {
      if (request.call.isDestructive && !isGranted(request.grant, request.call, request.members))
        throw new TypeError(`${request.call.method} ${request.call.path} was not granted`);
      const path = fillTarget(request.call, request.members, request.query);
      const isRepeatable = request.isRepeatable ?? request.call.method !== "POST";
      const mayRepeat = ({ repeat }: AppPlatformError) =>
        repeat === "freely" || (isRepeatable && repeat === "afterLooking");
      return retrying(clock, operation, mayRepeat, () => attempt(request, path, operation));
    },
  };
}

function rawRequest({ call, body }: ApiRequest, path: string, authorization: string): RawRequest {
  const headers: Record<string, string> = {
    accept: "application/json",
    authorization,
    "user-agent": "pulumi-app-platform",
  };
  if (body === undefined) return { method: call.method, path, headers };
  headers["content-type"] = "application/json";
  return { method: call.method, path, headers, body: JSON.stringify(body) };
}
