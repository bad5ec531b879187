/** Servers at other addresses than the platform's: a wrong one, or one in front of it. */
import { createServer, type IncomingMessage, type ServerResponse, request as sendOn } from "node:http";
import { afterEach } from "vitest";
import { portOf } from "../../listening.js";

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const open: (() => void)[] = [];

/** The address of a server that responds like this, until the end of the test. A file that uses it calls `closeServers`. */
export async function serverThat(respond: Respond): Promise<string> {
  const server = createServer(respond);
  open.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${await portOf(server)}`;
}

/** Registers the end of the servers of each test of a file. */
export function closeServers(): void {
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });
}

/** Responds as the server at another address does. */
export const forward =
  (target: string): Respond =>
  (request, response) => {
    const { method, url, headers } = request;
    const onward = sendOn(`${target}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };

/** Responds to every request with this. */
export const respondWith =
  (status: number, headers: Readonly<Record<string, string>>, body = ""): Respond =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };

export const json = { "content-type": "application/json" };
export const html = { "content-type": "text/html" };
