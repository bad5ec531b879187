/** Serves a folder below a path on this machine, and nothing else. */
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { type OddServer, startServer } from "../../cli/servers.js";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

export function serveFolder(folder: string, base: string): Promise<OddServer> {
  return startServer(async (request, response) => {
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
}
