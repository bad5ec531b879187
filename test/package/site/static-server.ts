/** Serves a folder below a path on this machine, and nothing else. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

export interface StaticServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  close(): void;
}

export async function serveFolder(folder: string, base: string): Promise<StaticServer> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = normalize(path.slice(base.length)).replace(/^\.$|\/$/, "/index.html");
    try {
      if (!path.startsWith(base)) throw new Error("outside of the site");
      const content = await readFile(join(folder, file));
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
