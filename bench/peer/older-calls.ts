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

interface Call {
  readonly path: string;
  /** What the body has beside what the client sends. */
  readonly added?: object;
  /** Which variables of a list the client asks for. */
  readonly isListed?: (item: { readonly is_secret?: boolean }) => boolean;
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

/** The response as the platform gave it, with only the variables that the client asks for. */
function listed(body: string, isListed: NonNullable<Call["isListed"]>): string {
  const { results, ...others } = JSON.parse(body);
  return JSON.stringify({ ...others, results: results.filter(isListed) });
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
    outgoing.end(isListed !== undefined && response.ok ? listed(body, isListed) : body);
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
