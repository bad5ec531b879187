/**
 * A platform as clients that read and write variables by their scope see it: `/container/{id}/environmentVariable` and `/secret` in
 * place of `/variable`, which the local platform serves. One request stays one request.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const older =
  /^\/(project|environment|application|container|job)\/([^/]+)\/(environmentVariable|secret)(?:\/([^/]+))?$/;

interface Item {
  readonly id?: string;
  readonly description?: string | null;
  /** Of a deployment stage. */
  readonly services?: readonly { readonly service_id: string }[];
  readonly is_secret?: boolean;
}

interface Call {
  readonly path: string;
  /** What the body has beside what the client sends. */
  readonly added?: object;
  /** Which variables of a list the client asks for. */
  readonly isListed?: (item: Item) => boolean;
}

/** The call of today's API that does the same. */
function todaysCall(method: string | undefined, url: string): Call {
  const [, kind = "", parent = "", noun, id] = older.exec(url) ?? [];
  if (noun === undefined) return { path: url };
  const isSecret = noun === "secret";
  const scope = kind.toUpperCase();
  if (id !== undefined) return { path: `/variable/${id}` };
  if (method === "GET")
    return { path: `/variable?scope=${scope}&parent_id=${parent}`, isListed: (item) => item.is_secret === isSecret };
  return { path: "/variable", added: { is_secret: isSecret, variable_scope: scope, variable_parent_id: parent } };
}

/** Such clients also need to know when everything was created, and the ID of what is in a stage, and stop at a `null`. */
function olderResponse(body: Item & { readonly results?: readonly Item[] }, isListed: Call["isListed"] = () => true) {
  const created = { created_at: new Date(0).toISOString() };
  const dated = ({ services, ...item }: Item): Item => ({
    ...(item.id === undefined ? {} : created),
    ...item,
    ...(item.description === null && { description: "" }),
    ...(services && { services: services.map((each) => ({ ...created, id: each.service_id, ...each })) }),
  });
  return body.results === undefined ? dated(body) : { ...body, results: body.results.filter(isListed).map(dated) };
}

export async function startOlderCalls(platform: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url = "", headers } = incoming;
    const { path, added, isListed } = todaysCall(method, url);
    const given = await text(incoming);
    const { authorization = "" } = headers;
    const response = await fetch(`${platform}${path}`, {
      method: method ?? "GET",
      headers: { authorization, ...(given === "" ? {} : { "content-type": "application/json" }) },
      ...(given === ""
        ? {}
        : { body: added === undefined ? given : JSON.stringify({ ...JSON.parse(given), ...added }) }),
    });
    const body = await response.text();
    const type = response.headers.get("content-type") ?? "text/plain";
    outgoing.writeHead(response.status, { "content-type": type });
    outgoing.end(
      type.includes("json") && response.ok ? JSON.stringify(olderResponse(JSON.parse(body), isListed)) : body,
    );
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
