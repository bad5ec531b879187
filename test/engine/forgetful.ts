/** A way to the platform that answers the first reads of a status after a deployment with the one from before. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Platform } from "../platform/platform.js";

export interface Forgetful {
  readonly url: string;
  /** The states that were told though they were over. */
  told(): readonly string[];
  stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

export async function forgetful(platform: Platform, reads: number): Promise<Forgetful> {
  const told: string[] = [];
  const path = `/environment/${platform.ids.environment}/status`;
  const before = (await platform.request("GET", path)).body;
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const body = await bodyOf(request);
    const answer = await platform.request(method, url, body === "" ? {} : { body });
    const isOld = url === path && told.length < reads;
    if (isOld) told.push(before.state);
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(isOld ? before : answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told: () => told,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
