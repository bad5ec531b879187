/** Parts of the backend in the process of the test, on a store that the test can look into. */
import type { AddressInfo } from "node:net";
import { createContext } from "../../../backend/src/local/create-context.js";
import { createLogger } from "../../../backend/src/logger.js";
import type { Call } from "../../../backend/src/operations/call.js";
import { serviceOperations } from "../../../backend/src/operations/services.js";
import type { Platform } from "../../../backend/src/platform.js";
import { container } from "../../../backend/src/resources/container.js";
import type { Role } from "../../../backend/src/roles.js";
import { plant, seededIds } from "../../../backend/src/seed.js";
import { createServer, type ServerOptions } from "../../../backend/src/server.js";
import type { Store } from "../../../backend/src/store/store.js";
import { ensureKey, signToken } from "../../../backend/src/tokens.js";

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
  return {
    url,
    local,
    async send(method: string, path: string, body?: unknown, role: Role = "admin", signal?: AbortSignal) {
      const token = await signToken(local.key, { role, organizationId: seededIds.organization, ttlSeconds: 3600 });
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
    },
    async close() {
      await server.close();
      store.close();
    },
  };
}
