/** The HTTP server: passes each request to the handler of its route, and its result to the response. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { createApi } from "./api.js";
import { hijacked } from "./hijacked.js";
import type { LocalContext } from "./local/context.js";
import { refuseForeigners, refuseOtherOrigins } from "./local/guard.js";
import { LocalResponse } from "./local/local-response.js";
import type { LocalRequest, LocalRoute } from "./local/local-route.js";
import { localRoutes } from "./local/routes.js";
import { createLocalSecret } from "./local/secret.js";
import { missingMethods, queryOf, unknownPath, withoutQuery } from "./paths.js";
import { errorBody, invalid, Problem } from "./problem.js";
import { readRequestBody } from "./request-body.js";
import { isObject } from "./schema/values.js";
import { WriteFailed } from "./store/trouble.js";
import { createTroubleLog, type TroubleLog } from "./trouble-log.js";
import { createTurns, type Turns } from "./turns.js";
import { respondToUnreadable } from "./unreadable.js";

export interface ServerOptions {
  readonly local: LocalContext;
  readonly logger: FastifyBaseLogger;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A snapshot holds the whole platform. */
const maximumLocalBodyBytes = 256 * 1024 * 1024;
/** How long a request may take to arrive: one that never ends must not hold its connection forever. */
const longestRequestMilliseconds = 120_000;
const localPrefix = "/_local/";
/** What people open in a browser to get to the dashboard. */
const waysToDashboard = ["/", "/_local"];
/** Replaces a path that cannot be decoded, which is then handled like other unknown paths. */
const undecodable = "/undecodable";

/**
 * The handlers validate bodies with zod, so no route has a schema that Fastify would compile. Loading its compilers would take a
 * fifth of the time until the server is ready.
 */
const noCompilers = {
  buildValidator: refuseSchemas,
  buildSerializer: refuseSchemas,
};

function refuseSchemas(): never {
  throw new Error("A route has a schema for Fastify, which this server doesn't compile.");
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(withoutQuery(url));
    return true;
  } catch {
    return false;
  }
}

/** Uses the route that the router found, which decodes paths: no encoding of a path may bypass the guard. */
function isLocal(request: FastifyRequest): boolean {
  const path = request.routeOptions.url ?? decodeURIComponent(withoutQuery(request.url));
  return path.startsWith(localPrefix);
}

/** Whether the dashboard uses the route. */
function isOfPage(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { page?: boolean }).page === true;
}

function leadsToDashboard(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { leadsToDashboard?: boolean }).leadsToDashboard === true;
}

function isMethodMissing(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { isMethodMissing?: boolean }).isMethodMissing === true;
}

export function createServer({ local, logger }: ServerOptions): FastifyInstance {
  const { routes } = local;
  const server: FastifyInstance = Fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    clientErrorHandler: respondToUnreadable,
    requestTimeout: longestRequestMilliseconds,
    schemaController: { compilersFactory: noCompilers },
    // The router accepts ids of any length; the handler then doesn't find them.
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: (request) => (isDecodable(request.url ?? "/") ? (request.url ?? "/") : undecodable),
  });

  server.removeAllContentTypeParsers();
  // The handlers read the bodies, after the earlier checks.
  server.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
  // Never reached: the hooks throw first.
  server.setNotFoundHandler(() => undefined);
  let isClosing = false;
  const connections = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  server.addHook("preClose", async () => {
    isClosing = true;
    local.faults.release();
    local.dashboard.live.close();
    // Node does not treat a connection without any request as idle; it would keep the server from closing.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
  // Also those of clients that have disconnected: what they have asked for may still be written.
  const running = new Set<Promise<unknown>>();
  server.addHook("onClose", () => Promise.allSettled(running));
  const awaited = (handler: Handler): Handler => {
    return (request, reply) => {
      const handled = handler(request, reply).finally(() => running.delete(handled));
      running.add(handled);
      return handled;
    };
  };
  const turns = createTurns();
  const api = createApi(local, turns);
  const troubles = createTroubleLog();
  server.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request, troubles);
    if (!isLocal(request)) api.refused(request, problem);
    return sendProblem(problem, request, reply);
  });
  const secret = local.secret === undefined ? undefined : createLocalSecret(local.secret);
  server.addHook("onRequest", async (request, reply) => {
    if (leadsToDashboard(request)) return;
    if (isLocal(request)) {
      if (secret === undefined) refuseForeigners(request.raw);
      refuseOtherOrigins(request.raw, secret !== undefined);
      const redirection = secret?.admit(request.raw, isOfPage(request));
      if (redirection !== undefined) return reply.code(303).headers(redirection).send();
    } else {
      // On the raw response, so that faults that replace the response have it too.
      reply.raw.setHeader("x-request-id", request.id);
      await api.admit(request, reply);
    }
    if (request.is404 || isMethodMissing(request))
      throw unknownPath(request.url, isLocal(request) ? localRoutes : routes);
  });
  server.addHook("onSend", async (request, reply, payload) => {
    // Before it is sent, so that a client that has the response finds it in the journal.
    if (!isLocal(request) && !leadsToDashboard(request)) api.record(request, reply, payload);
    if (request.method !== "GET" && reply.statusCode < 300) troubles.ended();
    // A connection that becomes idle only after this response would keep the server from closing.
    if (isClosing) reply.header("connection", "close");
  });
  for (const route of routes) {
    server.route({
      method: route.method,
      url: fastifyPath(route.path),
      config: { route },
      handler: awaited((request, reply) => api.handle(route, request, reply)),
    });
  }
  for (const { method, path } of [...missingMethods(routes), ...missingMethods(localRoutes)]) {
    // Never reached: the hook throws first.
    server.route({ method, url: fastifyPath(path), config: { isMethodMissing: true }, handler: () => undefined });
  }
  for (const url of waysToDashboard) {
    // With its query: `?secret=` opens the dashboard.
    server.get(url, { config: { leadsToDashboard: true } }, ({ url: specified }, reply) =>
      reply.redirect(localPrefix + specified.slice(withoutQuery(specified).length), 302),
    );
  }
  for (const route of localRoutes) {
    server.route({
      method: route.method,
      url: fastifyPath(route.path),
      config: { page: route.page === true },
      handler: awaited((request, reply) => handleLocal(route, { local, turns }, request, reply)),
    });
  }
  return server;
}

function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Refuses what a local path would ignore: a test that relies on it would test something else. */
function refuseUnknown({ takesBody, query: known = [] }: LocalRoute, query: URLSearchParams, body: unknown): void {
  const unknown = known === "any" ? [] : [...new Set(query.keys())].filter((name) => !known.includes(name));
  const violations = unknown.map((field) => ({ field, message: "isn't a query parameter of this path" }));
  const isEmpty = body === undefined || (isObject(body) && Object.keys(body).length === 0);
  if (takesBody !== true && !isEmpty) violations.push({ field: "", message: "must be omitted" });
  if (violations.length > 0) throw invalid(violations);
}

interface Served {
  readonly local: LocalContext;
  readonly turns: Turns;
}

async function handleLocal(route: LocalRoute, served: Served, request: FastifyRequest, reply: FastifyReply) {
  const { local, turns } = served;
  const body = route.method === "GET" ? undefined : await readRequestBody(request.raw, maximumLocalBodyBytes);
  const query = queryOf(request.url);
  refuseUnknown(route, query, body);
  const specified: LocalRequest = { body, params: request.params as Record<string, string>, query };
  if ("stream" in route) return hijacked(reply, () => route.stream(local, specified, reply.raw));
  const made = await turns.begin(request);
  const result = route.run(local, specified);
  const sent = sendLocal(reply, result instanceof Promise ? await result : result, route.headers);
  // What is made in slices lets other requests through itself.
  if (!(result instanceof Promise)) made();
  return sent;
}

function sendLocal(reply: FastifyReply, result: unknown, headers: Readonly<Record<string, string>> = {}) {
  if (result === undefined) return reply.code(204).send();
  if (!(result instanceof LocalResponse)) return reply.headers(headers).send(result);
  return reply.code(result.status).headers(result.headers).send(result.body);
}

function asProblem(error: unknown, request: FastifyRequest, troubles: TroubleLog): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof WriteFailed) {
    const { problem } = error;
    if (troubles.isNew(problem)) request.log.error({ err: error }, problem.message);
    return problem;
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) return new Problem(status, (error as Error).message);
  request.log.error({ err: error }, "The request failed.");
  return new Problem(500, "The platform failed to process the request.");
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const path = withoutQuery(request.originalUrl);
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .send(errorBody(problem, path, new Date()));
}
