/** Parts of the backend in the process of the test, on a store that the test can look into. */
import { Agent } from "node:http";
import type { AddressInfo } from "node:net";
import type { LoggedRequest } from "../../../backend/src/dashboard/requests/request-log.js";
import { createContext } from "../../../backend/src/local/create-context.js";
import { createLogger } from "../../../backend/src/logger.js";
import type { Call } from "../../../backend/src/operations/call.js";
import { serviceOperations } from "../../../backend/src/operations/services.js";
import type { Platform } from "../../../backend/src/platform.js";
import { container } from "../../../backend/src/resources/container.js";
import { type Role, roles } from "../../../backend/src/roles.js";
import { plant, seededIds } from "../../../backend/src/seed.js";
import { createServer, type ServerOptions } from "../../../backend/src/server.js";
import type { Store } from "../../../backend/src/store/store.js";
import { ensureKey, signToken } from "../../../backend/src/tokens.js";
import { sendRequest } from "../../support/api-request.js";

type ContextOptions = Partial<Omit<Parameters<typeof createContext>[0], "store">>;

/** What a platform consists of, on a store that has the initial content. */
export function contextOn(store: Store, options: ContextOptions = {}) {
  const key = store.write(() => ensureKey(store.meta));
  plant(store, undefined);
  return createContext({
    ...{ store, key, data: ":memory:", seed: undefined, endpoints: "extended", routes: [], sharesProcess: true },
    speed: "instant",
    ...options,
  });
}

export const containers = serviceOperations(container);

/** A call of an operation, by an administrator and for the first environment unless the parameters say otherwise. */
export const callOf = (platform: Platform, body?: unknown, params = {}): Call => ({
  platform,
  actor: { subject: "tester", role: "admin", organizationId: seededIds.organization },
  params: { environmentId: seededIds.environment, ...params },
  query: new URLSearchParams(),
  body,
  now: platform.clock.now().toISOString(),
});

/** An entry of the request log, without bodies. */
export const loggedRequest: LoggedRequest = {
  ...{ id: 0, requestId: null, at: 0, method: "GET", url: "/x", route: undefined, params: {}, status: 200 },
  ...{ milliseconds: 1, actor: undefined, agent: null, fault: null, violations: [], replayOf: null, service: null },
  ...{ request: null, response: null },
};

/** Serves a store over HTTP until it is closed. */
export async function serve(
  store: Store,
  options: ContextOptions,
  logger: ServerOptions["logger"] = createLogger(false),
) {
  const local = contextOn(store, options);
  const server = createServer({ local, logger });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const agent = new Agent({ keepAlive: true });
  const said = { organizationId: seededIds.organization, ttlSeconds: 3600 };
  const tokens = {} as Record<Role, string>;
  for (const role of roles) tokens[role] = await signToken(local.key, { role, ...said });
  return {
    url,
    local,
    send: (method: string, path: string, body?: unknown, token: Role = "admin") =>
      sendRequest(agent, { url, tokens }, method, path, { body, token }),
    async close() {
      agent.destroy();
      await server.close();
      store.close();
    },
  };
}
