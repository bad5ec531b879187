/** Processes an API request: faults, access token, body, permission, handler, journal. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Fault } from "./faults/faults.js";
import { maximumBodyBytes } from "./limits.js";
import type { LocalContext } from "./local/context.js";
import { routesAt } from "./paths.js";
import { forRequest, sweep } from "./platform.js";
import { Problem } from "./problem.js";
import { readRequestBody } from "./request-body.js";
import type { Route } from "./routes/route.js";
import { seededIds } from "./seed.js";
import { type Actor, createAuthenticator, roles } from "./tokens.js";

interface Passage {
  actor?: Actor;
  /** A fault that replaces the handler, or happens before it. */
  fault?: Fault;
  isRecorded?: true;
}

export interface Api {
  /** Admits a request, or throws. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  handle(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  record(request: FastifyRequest, reply: FastifyReply): void;
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

function routeOf(request: FastifyRequest): Route | undefined {
  return (request.routeOptions.config as { route?: Route }).route;
}

export function createApi({ routes, platform, journal, faults, key }: LocalContext): Api {
  const authenticate = createAuthenticator(key);
  const passages = new WeakMap<FastifyRequest, Passage>();

  function passageOf(request: FastifyRequest): Passage {
    const passage = passages.get(request) ?? {};
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

  /** Ends the request with a fault; `done` is the handler's response, if it ran. */
  function fail(route: Route, request: FastifyRequest, reply: FastifyReply, fault: Fault, done?: unknown): void {
    const status = fault.when === "after" ? route.success : null;
    write(request, status, fault.fault);
    reply.hijack();
    faults.perform(fault, request.raw, reply.raw, {
      status: route.success,
      body: JSON.stringify(done ?? { results: [] }),
      path: request.originalUrl,
    });
  }

  function run(route: Route, request: FastifyRequest, actor: Actor, body: unknown): unknown {
    const call = {
      platform: forRequest(platform),
      actor,
      params: request.params as Record<string, string>,
      query: new URL(request.url, "http://localhost").searchParams,
      body: body === undefined && route.bodyMayBeAbsent ? {} : body,
      now: platform.clock.now().toISOString(),
    };
    sweep(platform);
    return route.method === "GET" ? route.run(call) : platform.store.write(() => route.run(call));
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
      const { actor, fault } = passageOf(request);
      const body = route.body === undefined ? undefined : await readRequestBody(request.raw, maximumBodyBytes);
      if (fault !== undefined && fault.fault !== "delay") return fail(route, request, reply, fault);
      // The request arrived completely: it is processed even if the client no longer waits for the response.
      await faults.delay(fault);
      if (actor === undefined) throw new Error("A request has passed without authentication.");
      refuseMissingRight(route, actor);
      const response = run(route, request, actor, body);
      const afterwards = faults.next("after", route);
      await faults.delay(afterwards);
      if (afterwards !== undefined && afterwards.fault !== "delay") {
        return fail(route, request, reply, afterwards, response);
      }
      return reply.code(route.success).send(response);
    },

    record(request, reply) {
      if (passageOf(request).isRecorded !== true) write(request, reply.statusCode, null);
    },
  };
}
