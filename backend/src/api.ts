/** Processes an API request: faults, access token, body, permission, handler, journal. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Fault } from "./faults/faults.js";
import { hijacked } from "./hijacked.js";
import { maximumBodyBytes } from "./limits.js";
import type { LocalContext } from "./local/context.js";
import { JsonText } from "./operations/json-text.js";
import { actorWith } from "./operations/records.js";
import { sweep } from "./operations/sweep.js";
import { createPassages, type Passage, routeOf } from "./passages.js";
import { queryOf } from "./paths.js";
import { Problem } from "./problem.js";
import { readRequestBody } from "./request-body.js";
import { isEnough } from "./roles.js";
import type { Route } from "./routes/route.js";
import { seededIds } from "./seed.js";
import { type Actor, createAuthenticator } from "./tokens.js";
import type { Turns } from "./turns.js";

const jsonType = "application/json; charset=utf-8";

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
  if (!isEnough(actor.role, route.role)) {
    throw new Problem(
      403,
      `This operation requires the role ${route.role}; the access token has the role ${actor.role}.`,
    );
  }
}

/** The parsed body; undefined for a route without one, whose body is not read. */
async function bodyOf(route: Route, { raw }: FastifyRequest, passage: Passage): Promise<unknown> {
  if (route.body === undefined) return undefined;
  const keep = (bytes: Buffer) => {
    passage.body = bytes;
  };
  const body = await readRequestBody(raw, maximumBodyBytes, keep, route.bodyType);
  return body === undefined && route.bodyMayBeAbsent ? {} : body;
}

function textOf(response: unknown): string {
  if (typeof response === "string") return response;
  return response instanceof JsonText ? response.toString() : JSON.stringify(response);
}

function send(route: Route, reply: FastifyReply, response: unknown): unknown {
  reply.code(route.success);
  if (route.type !== undefined) reply.type(route.type);
  return response instanceof JsonText ? reply.type(jsonType).send(response.bytes) : reply.send(response);
}

export function createApi(context: LocalContext, turns: Turns): Api {
  const { platform, faults, key, token } = context;
  const authenticate = createAuthenticator(key, token, (text) => actorWith(platform, text));
  const passages = createPassages(context);

  /** Ends the request with a fault; `done` is the handler's response, if it ran. */
  function fail(route: Route, request: FastifyRequest, reply: FastifyReply, fault: Fault, done?: unknown): void {
    passages.journal(request, fault.when === "after" ? route.success : null, fault.fault);
    hijacked(reply, () =>
      faults.perform(fault, request.raw, reply.raw, {
        status: route.success,
        body: textOf(done ?? { results: [] }),
        path: request.originalUrl,
      }),
    );
    passages.log(request, reply, fault.fault);
  }

  function delay(passage: Passage, fault: Fault): Promise<void> | undefined {
    passage.isDelayed = true;
    return faults.delay(fault);
  }

  function run(route: Route, request: FastifyRequest, actor: Actor, body: unknown): unknown {
    const call = {
      platform,
      actor,
      params: request.params as Record<string, string>,
      query: queryOf(request.url),
      body,
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
      const passage = passages.of(request);
      if (fault !== undefined && fault.fault !== "delay") {
        passage.failure = fault;
        return;
      }
      if (fault !== undefined) passage.delay = fault;
      passage.actor = await authenticate(request.raw.headersDistinct.authorization ?? []);
    },

    async handle(route, request, reply) {
      const passage = passages.of(request);
      const body = await bodyOf(route, request, passage);
      if (passage.failure !== undefined) return fail(route, request, reply, passage.failure);
      // The request arrived completely: it is processed even if the client no longer waits for the response.
      if (passage.delay !== undefined) await delay(passage, passage.delay);
      if (passage.actor === undefined) throw new Error("A request has passed without authentication.");
      refuseMissingRight(route, passage.actor);
      const made = await turns.begin(request);
      const result = run(route, request, passage.actor, body);
      const response = result instanceof Promise ? await result : result;
      passage.response = response;
      const fault = faults.next("after", route);
      if (fault !== undefined && fault.fault !== "delay") return fail(route, request, reply, fault, response);
      if (fault !== undefined) await delay(passage, fault);
      const sent = send(route, reply, response);
      if (fault === undefined && route.method === "GET") made();
      return sent;
    },

    refused(request, problem) {
      passages.of(request).problem = problem;
    },

    record(request, reply, payload) {
      if (passages.of(request).logged !== undefined) return;
      passages.journal(request, reply.statusCode, null);
      passages.log(request, reply, null, payload);
    },
  };
}
