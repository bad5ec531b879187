import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SlowProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** An address at which a platform responds like a distant one: each response takes this many milliseconds longer. */
export async function startSlowProxy(platform: string, delay: number): Promise<SlowProxy> {
  const agent = new Agent({ keepAlive: true });
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url = "", headers } = incoming;
    const onward = request(`${platform}${url}`, { method, headers, agent }, (response) => {
      setTimeout(() => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      }, delay);
    });
    onward.once("error", () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
