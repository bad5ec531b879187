/** Servers that are not an Application Platform, or not quite. */
import { createServer, type RequestListener } from "node:http";
import { portOf } from "../../support/listening.js";

export async function startServer(respond: RequestListener) {
  const server = createServer(respond);
  const port = await portOf(server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, close };
}

/** A port at which nothing listens. */
export async function freePort(): Promise<number> {
  const { port, close } = await startServer(() => undefined);
  await close();
  return port;
}

/** A login page, whatever is asked. */
export const loginPage: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html><title>Sign in</title>");
};

/** A platform whose clock is off by so many seconds. */
export const withClock =
  (seconds: number): RequestListener =>
  (_request, response) => {
    response.sendDate = false;
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    response.writeHead(401, { "content-type": "application/json", date }).end('{"detail":"A token is required."}');
  };
