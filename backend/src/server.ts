/** The HTTP server: passes each request to the handler of its route, and its result to the response. */
import type { Socket } from "node:net";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { createApi } from "./api.js";
import type { LocalContext } from "./local/context.js";
import { refuseForeigners } from "./local/guard.js";
import { type LocalRoute, localRoutes } from "./local/routes.js";
import { createLocalSecret } from "./local/secret.js";
import { unknownPath, withoutQuery } from "./paths.js";
import { errorBody, Problem } from "./problem.js";
import { readRequestBody } from "./request-body.js";
import { respondToUnreadable } from "./unreadable.js";

export interface ServerOptions {
  readonly local: LocalContext;
  readonly logger: FastifyBaseLogger;
}

/** A snapshot holds the whole platform. */
const maximumLocalBodyBytes = 256 * 1024 * 1024;
/** How long a request may take to arrive: one that never ends must not hold its connection forever. */
const longestRequestMilliseconds = 120_000;
const localPrefix = "/_local/";
/** Stands for a path that cannot be decoded, so that it is handled like other unknown paths. */
const undecodable = "/undecodable";

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

export function createServer({ local, logger }: ServerOptions): FastifyInstance {
  const { routes } = local;
  const server: FastifyInstance = Fastify({
    loggerInstance: logger,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    clientErrorHandler: respondToUnreadable,
    requestTimeout: longestRequestMilliseconds,
    // No id is too long for the router: the handler does not find it.
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: (request) => (isDecodable(request.url ?? "/") ? (request.url ?? "/") : undecodable),
  });

  server.removeAllContentTypeParsers();
  // The handlers read the bodies, after the earlier checks.
  server.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
  server.setErrorHandler(sendProblem);
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
    // Node does not treat a connection without any request as idle; it would keep the server from closing.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
  const api = createApi(local);
  const secret = local.secret === undefined ? undefined : createLocalSecret(local.secret);
  server.addHook("onRequest", async (request, reply) => {
    if (isLocal(request)) {
      refuseForeigners(request.raw);
      const redirection = secret?.admit(request.raw);
      if (redirection !== undefined) return reply.code(303).headers(redirection).send();
    } else await api.admit(request, reply);
    if (request.is404) throw unknownPath(request.url, isLocal(request) ? localRoutes : routes);
  });
  server.addHook("onSend", async (request, reply) => {
    // Before it is sent, so that a client that has the response finds it in the journal.
    if (!isLocal(request)) api.record(request, reply);
    // A connection that becomes idle only after this response would keep the server from closing.
    if (isClosing) reply.header("connection", "close");
  });
  for (const route of routes) {
    server.route({
      method: route.method,
      url: fastifyPath(route.path),
      config: { route },
      handler: (request, reply) => api.handle(route, request, reply),
    });
  }
  for (const route of localRoutes) addLocalRoute(server, route, local);
  return server;
}

function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

function addLocalRoute(server: FastifyInstance, route: LocalRoute, local: LocalContext): void {
  server.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      const body = route.method === "GET" ? undefined : await readRequestBody(request.raw, maximumLocalBodyBytes);
      const result = await route.run(local, body);
      return result === undefined ? reply.code(204).send() : reply.headers(route.headers ?? {}).send(result);
    },
  });
}

function asProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) return new Problem(status, (error as Error).message);
  request.log.error({ err: error }, "The request failed.");
  return new Problem(500, "The platform failed to process the request.");
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = asProblem(error, request);
  const path = withoutQuery(request.originalUrl);
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .send(errorBody(problem, path, new Date()));
}
