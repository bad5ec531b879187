/** A platform that serves what no kind of the provider covers, with rules of its own: webhooks are replaced, alert rules are patched, and a key is shown once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { portOf } from "../../support/listening.js";
import type { Value, Values } from "../../support/provider.js";
import { isObject } from "../../support/provider.js";

interface Stored {
  readonly id: string;
  values: Values;
  secret: string | undefined;
}

/** What becomes of the next create: it is carried out and its response is lost, or it never arrives. */
type Trouble = "response lost" | "request lost";

export type ObjectServer = Awaited<ReturnType<typeof openObjectServer>>;

const defaults: Values = { enabled: true, events: [], description: null, retry: { count: 3, pause: 10 } };

export async function openObjectServer() {
  let made = 0;
  const state = {
    /** Method and path of all requests so far. */
    lines: [] as string[],
    /** The bodies of writes, by their request lines. */
    bodies: [] as (readonly [line: string, body: Values])[],
    ...{ webhooks: [] as Stored[], rules: [] as Stored[], keys: [] as Stored[] },
    trouble: undefined as Trouble | undefined,
  };
  const collections: Readonly<Record<string, { readonly items: Stored[]; readonly key: string }>> = {
    webhook: { items: state.webhooks, key: "target_url" },
    alertRule: { items: state.rules, key: "ruleName" },
    unmanagedKey: { items: state.keys, key: "label" },
  };
  /** What only the response to a create contains. */
  const generated = (count: number) => ({
    token: `generated-token-${count}`,
    keys: { private: `generated-key-${count}`, public: "p" },
  });
  const shown = ({ id, values, secret }: Stored, isHook: boolean) => ({
    id,
    ...values,
    ...(isHook ? { has_secret: secret !== undefined } : {}),
  });
  const merged = (now: Value | undefined, patch: Value | undefined): Value | undefined => {
    if (!isObject(patch)) return patch;
    const base: Values = isObject(now) ? { ...now } : {};
    for (const [name, value] of Object.entries(patch)) {
      if (value === null) delete base[name];
      else base[name] = merged(base[name], value) as Value;
    }
    return base;
  };
  const completed = ({ target_secret: _, has_secret: __, ...specified }: Values): Values => ({
    ...defaults,
    ...specified,
    retry: { ...(defaults.retry as Values), ...(specified.retry as Values | undefined) },
  });

  /** Status and JSON. */
  function answer(method: string, path: string, body: Values): readonly [number, unknown?] {
    const [, collection = "", id] =
      /^\/api\/organization\/acme\/(webhook|alertRule|unmanagedKey)(?:\/([^/]+))?$/.exec(path) ?? [];
    const isHook = collection === "webhook";
    const { items, key } = collections[collection] ?? { items: [], key: "" };
    if (collection === "") return [404, { detail: `nothing at ${path}` }];
    if (id === undefined && method === "GET") return [200, { results: items.map((each) => shown(each, isHook)) }];
    if (id === undefined && method === "POST") {
      if (typeof body[key] !== "string")
        return [400, { violations: [{ field: key, message: `is required: ${body.kind} is not enough` }] }];
      if (items.some(({ values }) => values[key] === body[key])) return [409, { detail: `${key} is taken` }];
      made += 1;
      const stored: Stored = {
        id: `Obj_${made}`,
        values: isHook
          ? completed(body)
          : collection === "unmanagedKey"
            ? { keys: { public: "p" }, ...body }
            : { conditions: [], ...body },
        secret: isHook ? (body.target_secret as string | undefined) : undefined,
      };
      items.push(stored);
      const once = collection === "unmanagedKey" ? generated(made) : {};
      return [201, { ...shown(stored, isHook), ...once }];
    }
    const found = items.find((each) => each.id === id);
    if (found === undefined) return [404, { detail: `no ${collection} ${id}` }];
    if (method === "GET") return [200, shown(found, isHook)];
    if (method === "DELETE") {
      items.splice(items.indexOf(found), 1);
      return [204];
    }
    if (method === "PUT" && isHook) {
      found.values = completed(body);
      found.secret = body.target_secret as string | undefined;
      return [200, shown(found, true)];
    }
    if (method === "PATCH" && !isHook) {
      found.values = merged(found.values, body) as Values;
      return [200, shown(found, false)];
    }
    return [405];
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const text = await textOf(request);
    const body: Values = text === "" ? {} : JSON.parse(text);
    const line = `${request.method} ${request.url}`;
    state.lines.push(line);
    if (text !== "") state.bodies.push([line, body]);
    const { trouble } = state;
    if (request.method === "POST") state.trouble = undefined;
    if (request.method === "POST" && trouble === "request lost") return void response.destroy();
    const [status, json] = answer(request.method ?? "", request.url ?? "", body);
    if (request.method === "POST" && trouble === "response lost") return void response.destroy();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(json === undefined ? "" : JSON.stringify(json));
  }

  const server = createServer((request, response) => void handle(request, response));
  return Object.assign(state, {
    url: `http://127.0.0.1:${await portOf(server)}/api`,
    /** The request lines since the last call. */
    sent: () => state.lines.splice(0),
    reset() {
      made = 0;
      for (const list of [state.lines, state.bodies, state.webhooks, state.rules, state.keys]) list.length = 0;
      state.trouble = undefined;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
}
