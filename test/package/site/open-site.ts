/** The documentation site, built as `npm run docs:build` does it, below a path that is not its own, and served on this machine. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { startServer } from "../../cli/support/servers.js";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

export interface Site {
  /** The folder of its files. */
  readonly folder: string;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Throws with the output of the build if it fails, for example because of a dead link.
 *
 * @param base The path of the site, with a slash at both ends.
 */
export async function openSite(base: string): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  const root = join(__dirname, "../../..");
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  // Without npm, whose start takes as long as a second of the build.
  const [program, ...args] = scripts["docs:build"].split(" ");
  await promisify(execFile)(join(root, "node_modules/.bin", program), [...args, "--outDir", folder], {
    cwd: root,
    env: { ...process.env, DOCS_BASE: base, NO_COLOR: "1" },
  });
  const server = await startServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = normalize(path.slice(base.length)).replace(/^\.$|\/$/, "/index.html");
    try {
      if (!path.startsWith(base)) throw new Error("outside of the site");
      const content = await readFile(join(folder, file));
      // As on the web, Chromium loads the files that all pages share once.
      const headers = {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "cache-control": "max-age=3600",
      };
      response.writeHead(200, headers).end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  return {
    folder,
    origin: server.url,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
