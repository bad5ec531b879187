import { createServer, type RequestListener } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { portOf } from "./listening.js";

/** A server for the tests of a file or of a `describe`. */
export function openedServer(respond: RequestListener): { readonly url: string } {
  const server = createServer(respond);
  const opened = { url: "" };
  beforeAll(async () => {
    opened.url = `http://127.0.0.1:${await portOf(server)}`;
  });
  afterAll(() => void server.close().closeAllConnections());
  return opened;
}
