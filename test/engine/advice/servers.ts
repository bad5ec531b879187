/** Servers at other addresses than the platform's: a wrong one, or one in front of it. */
import { createServer, type IncomingMessage, type ServerResponse, request as sendOn } from "node:http";
import { onTestFinished } from "vitest";
import { portOf } from "../../support/listening.js";

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** The address of a server that responds like this, until the end of the test. */
export async function serverThat(respond: Respond): Promise<string> {
  const server = createServer(respond);
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${await portOf(server)}`;
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
