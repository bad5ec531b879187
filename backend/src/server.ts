/** Speaks HTTP: from a request to the handler of its route, and from what that gives to the answer. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Journal } from "./journal.js";
import { maximumBodyBytes } from "./limits.js";
import { refuseForeigners } from "./local/guard.js";
import { type LocalContext, type LocalRoute, localRoutes } from "./local/routes.js";
import { type Platform, sweep } from "./platform.js";
import { errorBody, Problem } from "./problem.js";
import { readRequestBody } from "./request-body.js";
import type { Route } from "./routes.js";
import { seededIds } from "./seed.js";
import { type Actor, createAuthenticator, roles } from "./tokens.js";

export interface ServerOptions {
  readonly routes: readonly Route[];
  readonly local: LocalContext;
  readonly logger: Logger;
}

/** A snapshot holds the whole platform. */
const maximumLocalBodyBytes = 256 * 1024 * 1024;
const localPrefix = "/_local/";
/** Where a path leads that cannot be decoded: nowhere, by the same way as other unknown paths. */
const undecodable = "/undecodable";

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function isLocal(request: FastifyRequest): boolean {
  return request.url.startsWith(localPrefix);
}

export function createServer({ routes, local, logger }: ServerOptions): FastifyInstance {
  const { platform, journal } = local;
  const authenticate = createAuthenticator(local.key);
  const actors = new WeakMap<FastifyRequest, Actor>();
  const server: FastifyInstance = Fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    // Longer ids than any header can hold reach their handler, which does not know them.
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: (request) => (isDecodable(request.url ?? "/") ? (request.url ?? "/") : undecodable),
  });

  server.removeAllContentTypeParsers();
  // Bodies are read by the handlers, after the checks that come before.
  server.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));

  server.addHook("onRequest", async (request) => {
    if (isLocal(request)) refuseForeigners(request.raw);
    else actors.set(request, await authenticate(request.headers.authorization));
    if (request.is404) throw unknownPath(request, isLocal(request) ? localRoutes : routes);
  });

  server.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, logger));
  // The hook above has thrown before.
  server.setNotFoundHandler(() => undefined);

  server.addHook("onResponse", async (request, reply) => {
    if (!isLocal(request)) record(journal, routes, request, reply, platform);
  });

  for (const route of routes) addRoute(server, route, platform, actors);
  for (const route of localRoutes) addLocalRoute(server, route, local);
  return server;
}

function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

function addRoute(server: FastifyInstance, route: Route, platform: Platform, actors: WeakMap<FastifyRequest, Actor>) {
  server.route({
    method: route.method,
    url: fastifyPath(route.path),
    config: { route },
    handler: async (request, reply) => {
      const actor = actors.get(request);
      if (actor === undefined) throw new Error("A request has passed without authentication.");
      const takesBody = route.body !== undefined;
      const body = takesBody ? await readRequestBody(request.raw, maximumBodyBytes) : undefined;
      refuseMissingRight(route, actor);
      sweep(platform);
      const call = {
        platform,
        actor,
        params: request.params as Record<string, string>,
        query: new URL(request.url, "http://localhost").searchParams,
        body: body === undefined && route.bodyMayBeAbsent ? {} : body,
        now: platform.clock.now().toISOString(),
      };
      const answer = route.method === "GET" ? route.run(call) : platform.store.write(() => route.run(call));
      return reply.code(route.success).send(answer);
    },
  });
}

function addLocalRoute(server: FastifyInstance, route: LocalRoute, local: LocalContext): void {
  server.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      const body = route.method === "GET" ? undefined : await readRequestBody(request.raw, maximumLocalBodyBytes);
      const answer = await route.run(local, body);
      return answer === undefined ? reply.code(204).send() : reply.send(answer);
    },
  });
}

function refuseMissingRight(route: Route, actor: Actor): void {
  // Not a 404: a client must not take what another organization's token cannot see for gone.
  if (actor.organizationId !== seededIds.organization) {
    throw new Problem(403, "The access token belongs to another organization.");
  }
  if (roles.indexOf(actor.role) > roles.indexOf(route.role)) {
    throw new Problem(403, `This operation needs the role ${route.role}; the access token has the role ${actor.role}.`);
  }
}

/** 405 where the path is known under other methods, else 404. */
function unknownPath(request: FastifyRequest, routes: readonly { method: string; path: string }[]): Problem {
  const path = request.url.split("?", 1)[0] ?? "";
  const methods = routes.filter((route) => matches(route.path, path)).map(({ method }) => method);
  if (methods.length === 0) return new Problem(404, "There is nothing at this path.");
  const allow = [...new Set(methods)].join(", ");
  return new Problem(405, `This path answers ${allow} only.`, undefined, { allow });
}

function matches(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith("{") ? given[index] !== "" : part === given[index]))
  );
}

function asProblem(error: unknown, logger: Logger): Problem {
  if (error instanceof Problem) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) return new Problem(status, (error as Error).message);
  logger.error({ err: error }, "a request failed");
  return new Problem(500, "The platform has met an error of its own.");
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger) {
  const problem = asProblem(error, logger);
  const path = request.originalUrl.split("?", 1)[0] ?? "";
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .send(errorBody(problem, path, new Date()));
}

function record(
  journal: Journal,
  routes: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
): void {
  const path = request.url.split("?", 1)[0] ?? "";
  const known = (request.routeOptions.config as { route?: Route }).route;
  const template = known?.path ?? routes.find((route) => matches(route.path, path))?.path ?? null;
  const entry = {
    method: request.method,
    route: template,
    operation: known?.operation ?? null,
    status: reply.statusCode,
  };
  journal.record(entry, platform.clock.now());
}
