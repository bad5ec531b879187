/** What is known about each API request while it is handled, and what the journal and the dashboard's log record about it. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { storedRequest, storedResponse } from "./dashboard/requests/kept-body.js";
import { replayHeader } from "./dashboard/requests/replays.js";
import type { LoggedRequest } from "./dashboard/requests/request-log.js";
import { storedAgent } from "./dashboard/requests/sender.js";
import type { Fault } from "./faults/faults.js";
import type { LocalContext } from "./local/context.js";
import { JsonText } from "./operations/json-text.js";
import { routesAt } from "./paths.js";
import type { Problem } from "./problem.js";
import type { Route } from "./routes/route.js";
import { isServiceTag } from "./routes/tags.js";
import { masked } from "./schema/secret-texts.js";
import { isObject } from "./schema/values.js";
import type { Actor } from "./tokens.js";

export interface Passage {
  actor?: Actor;
  /** A fault that replaces the handler. */
  failure?: Fault;
  /** A fault that delays the handler. */
  delay?: Fault;
  /** The journal has the request; notes where the log has it, too. */
  logged?: (id: number) => void;
  /** The request body as it was sent. */
  body?: Buffer;
  /** Whether a fault delayed the request. */
  isDelayed?: true;
  /** What the handler returned. */
  response?: unknown;
  problem?: Problem;
}

export interface Passages {
  of(request: FastifyRequest): Passage;
  journal(request: FastifyRequest, status: number | null, fault: string | null): void;
  /** Keeps the request for the dashboard; `payload` is the response as it is sent. */
  log(request: FastifyRequest, reply: FastifyReply, fault: string | null, payload?: unknown): void;
}

/** Undefined for a path that the platform does not serve. */
export function routeOf(request: FastifyRequest): Route | undefined {
  return (request.routeOptions.config as { route?: Route }).route;
}

/** The service that a response describes. */
function describedService(route: Route | undefined, response: unknown): LoggedRequest["service"] {
  if (response instanceof JsonText) return response.about.service ?? null;
  if (!isServiceTag(route?.tag.name) || !isObject(response)) return null;
  const { id, name } = response;
  return typeof id === "string" && typeof name === "string" ? { id, name } : null;
}

function itemsOf(response: unknown): number | undefined {
  if (response instanceof JsonText) return response.about.items;
  const { results } = (response ?? {}) as { results?: unknown };
  return Array.isArray(results) ? results.length : undefined;
}

function storedPayload(payload: unknown, response: unknown, once: string | undefined): LoggedRequest["response"] {
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return null;
  const isSecret = once !== undefined && isObject(response);
  return storedResponse(isSecret ? JSON.stringify({ ...response, [once]: masked }) : payload, itemsOf(response));
}

/** Null if a fault of the connection has left no response. */
function statusOf(reply: FastifyReply, fault: string | null): number | null {
  if (fault === null) return reply.statusCode;
  return reply.raw.headersSent ? reply.raw.statusCode : null;
}

export function createPassages({ routes, platform, journal, dashboard }: LocalContext): Passages {
  const passages = new WeakMap<FastifyRequest, Passage>();

  function passageOf(request: FastifyRequest): Passage {
    const known = passages.get(request);
    if (known !== undefined) return known;
    const passage: Passage = {};
    passages.set(request, passage);
    return passage;
  }

  return {
    of: passageOf,

    journal(request, status, fault) {
      const route = routeOf(request);
      const template = route?.path ?? routesAt(request.url, routes)[0]?.path ?? null;
      const entry = { method: request.method, route: template, operation: route?.operation ?? null, status, fault };
      passageOf(request).logged = journal.record(entry, platform.clock.now());
    },

    log(request, reply, fault, payload) {
      const { actor, body, response, problem, isDelayed, logged } = passageOf(request);
      const replay = request.headers[replayHeader];
      const route = routeOf(request);
      const entry: LoggedRequest = {
        id: 0,
        requestId: request.id,
        at: Date.now() - reply.elapsedTime,
        method: request.method,
        url: request.originalUrl,
        route,
        params: request.params as Record<string, string>,
        status: statusOf(reply, fault),
        milliseconds: reply.elapsedTime,
        actor,
        agent: storedAgent(request.headers["user-agent"]),
        fault: fault ?? (isDelayed === true ? "delay" : null),
        violations: problem?.violations ?? [],
        replayOf: replay === undefined ? null : dashboard.replays.originalOf(replay),
        service: describedService(route, response),
        request: body === undefined ? null : storedRequest(body),
        response: storedPayload(payload, response, route?.returnedOnce),
      };
      dashboard.log.record(entry);
      logged?.(entry.id);
      if (replay !== undefined) dashboard.replays.recorded(replay, entry.id);
    },
  };
}
