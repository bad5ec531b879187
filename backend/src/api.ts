/** Processes an API request: faults, access token, body, permission, handler, journal. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { keptRequest, keptResponse } from "./dashboard/requests/kept-body.js";
import { replayHeader } from "./dashboard/requests/replays.js";
import type { LoggedRequest } from "./dashboard/requests/request-log.js";
import type { Fault } from "./faults/faults.js";
import { maximumBodyBytes } from "./limits.js";
import type { LocalContext } from "./local/context.js";
import { JsonText } from "./operations/json-text.js";
import { sweep } from "./operations/sweep.js";
import { queryOf, routesAt } from "./paths.js";
import { Problem } from "./problem.js";
import { readRequestBody } from "./request-body.js";
import { roles } from "./roles.js";
import type { Route } from "./routes/route.js";
import { isServiceTag } from "./routes/tags.js";
import { isObject } from "./schema/values.js";
import { seededIds } from "./seed.js";
import { type Actor, createAuthenticator } from "./tokens.js";

const jsonType = "application/json; charset=utf-8";

interface Passage {
  actor?: Actor;
  /** A fault that replaces the handler, or happens before it. */
  fault?: Fault;
  isRecorded?: true;
  /** The request body as it was sent. */
  body?: Buffer;
  /** Whether a fault delayed the request. */
  isDelayed?: true;
  /** What the handler returned. */
  response?: unknown;
  problem?: Problem;
}

export interface Api {
  /** Admits a request, or throws. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  handle(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  /** Notes why a request is refused. */
  refused(request: FastifyRequest, problem: Problem): void;
  /** `payload` is the response as it is sent. */
  record(request: FastifyRequest, reply: FastifyReply, payload: unknown): void;
}

function refuseMissingRight(route: Route, actor: Actor): void {
  // Not a 404: a client must not conclude that a resource is gone because its token belongs to another organization.
  if (actor.organizationId !== seededIds.organization) {
    throw new Problem(403, "The access token belongs to another organization.");
  }
  if (roles.indexOf(actor.role) > roles.indexOf(route.role)) {
    throw new Problem(
      403,
      `This operation requires the role ${route.role}; the access token has the role ${actor.role}.`,
    );
  }
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

function isBody(payload: unknown): payload is string | Buffer {
  return typeof payload === "string" || Buffer.isBuffer(payload);
}

function routeOf(request: FastifyRequest): Route | undefined {
  return (request.routeOptions.config as { route?: Route }).route;
}

export function createApi({ routes, platform, journal, faults, key, dashboard }: LocalContext): Api {
  const authenticate = createAuthenticator(key);
  const passages = new WeakMap<FastifyRequest, Passage>();

  function passageOf(request: FastifyRequest): Passage {
    const known = passages.get(request);
    if (known !== undefined) return known;
    const passage: Passage = {};
    passages.set(request, passage);
    return passage;
  }

  function write(request: FastifyRequest, status: number | null, fault: string | null): void {
    const route = routeOf(request);
    const template = route?.path ?? routesAt(request.url, routes)[0]?.path ?? null;
    const entry = { method: request.method, route: template, operation: route?.operation ?? null, status, fault };
    journal.record(entry, platform.clock.now());
    passageOf(request).isRecorded = true;
  }

  /** Keeps the request for the dashboard. */
  function log(request: FastifyRequest, reply: FastifyReply, fault: string | null, payload?: unknown): void {
    const { actor, body, response, problem, isDelayed } = passageOf(request);
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
      // A fault of the connection leaves no response.
      status: fault === null ? reply.statusCode : reply.raw.headersSent ? reply.raw.statusCode : null,
      milliseconds: reply.elapsedTime,
      actor,
      fault: fault ?? (isDelayed === true ? "delay" : null),
      violations: problem?.violations ?? [],
      replayOf: replay === undefined ? null : dashboard.replays.originalOf(replay),
      service: describedService(route, response),
      request: body === undefined ? null : keptRequest(body),
      response: isBody(payload) ? keptResponse(payload, itemsOf(response)) : null,
    };
    dashboard.log.record(entry);
    if (replay !== undefined) dashboard.replays.recorded(replay, entry.id);
  }

  /** Ends the request with a fault; `done` is the handler's response, if it ran. */
  function fail(route: Route, request: FastifyRequest, reply: FastifyReply, fault: Fault, done?: unknown): void {
    const status = fault.when === "after" ? route.success : null;
    write(request, status, fault.fault);
    reply.hijack();
    faults.perform(fault, request.raw, reply.raw, {
      status: route.success,
      body: done instanceof JsonText ? done.toString() : JSON.stringify(done ?? { results: [] }),
      path: request.originalUrl,
    });
    log(request, reply, fault.fault);
  }

  function run(route: Route, request: FastifyRequest, actor: Actor, body: unknown): unknown {
    const call = {
      platform,
      actor,
      params: request.params as Record<string, string>,
      query: queryOf(request.url),
      body: body === undefined && route.bodyMayBeAbsent ? {} : body,
      now: platform.clock.now().toISOString(),
    };
    sweep(platform);
    const work = () => route.run(call);
    return route.method === "GET" ? work() : platform.store.writeTogether(work);
  }

  return {
    async admit(request, reply) {
      const route = routeOf(request);
      const fault = route && faults.next("before", route);
      if (route !== undefined && fault?.fault === "reset-unread") return fail(route, request, reply, fault);
      const passage = passageOf(request);
      if (fault !== undefined) passage.fault = fault;
      if (fault !== undefined && fault.fault !== "delay") return;
      passage.actor = await authenticate(request.raw.headersDistinct.authorization ?? []);
    },

    async handle(route, request, reply) {
      const passage = passageOf(request);
      const { actor, fault } = passage;
      const keep = (bytes: Buffer) => {
        passage.body = bytes;
      };
      const body = route.body === undefined ? undefined : await readRequestBody(request.raw, maximumBodyBytes, keep);
      if (fault !== undefined && fault.fault !== "delay") return fail(route, request, reply, fault);
      // The request arrived completely: it is processed even if the client no longer waits for the response.
      if (fault !== undefined) {
        passage.isDelayed = true;
        await faults.delay(fault);
      }
      if (actor === undefined) throw new Error("A request has passed without authentication.");
      refuseMissingRight(route, actor);
      const result = run(route, request, actor, body);
      const response = result instanceof Promise ? await result : result;
      passage.response = response;
      const afterwards = faults.next("after", route);
      if (afterwards?.fault === "delay") {
        passage.isDelayed = true;
        await faults.delay(afterwards);
      } else if (afterwards !== undefined) return fail(route, request, reply, afterwards, response);
      reply.code(route.success);
      return response instanceof JsonText ? reply.type(jsonType).send(response.bytes) : reply.send(response);
    },

    refused(request, problem) {
      passageOf(request).problem = problem;
    },

    record(request, reply, payload) {
      if (passageOf(request).isRecorded === true) return;
      write(request, reply.statusCode, null);
      log(request, reply, null, payload);
    },
  };
}
