/** The files of the page and of the API reference, as the build has written them beside this module. */
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { LocalResponse } from "../local/local-response.js";
import { Problem } from "../problem.js";

const root = new URL("../page/", import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const security = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** How long a browser may use a file: names in `assets` change with the content. */
const lifetimes = { page: "no-store", reference: "no-cache", assets: "public, max-age=31536000, immutable" } as const;

/** The files of a folder. Only names in its list are read, so no name leads out of it. */
function namesIn(folder: string): ReadonlySet<string> {
  try {
    const files = readdirSync(new URL(folder, root), { withFileTypes: true });
    return new Set(files.filter((file) => file.isFile()).map(({ name }) => name));
  } catch {
    return new Set();
  }
}

function isBuilt(): boolean {
  return namesIn("./").has("index.html");
}

function notBuilt(): LocalResponse {
  const text = "The dashboard isn't built. Run `npm run build` in the checkout, then reload this page.\n";
  const headers = { ...security, "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" };
  return new LocalResponse(503, headers, text);
}

/** A file of the page: in its folder, in `assets`, or in `reference`. */
export function pageFile(folder: keyof typeof lifetimes, name: string): LocalResponse {
  const parent = folder === "page" ? "./" : `./${folder}/`;
  if (!namesIn(parent).has(name)) {
    if (!isBuilt()) return notBuilt();
    throw new Problem(404, "Nothing is served at this path.");
  }
  const type = contentTypes[extname(name)] ?? "application/octet-stream";
  const headers = { ...security, "cache-control": lifetimes[folder], "content-type": type };
  return new LocalResponse(200, headers, readFileSync(new URL(`${parent}${encodeURIComponent(name)}`, root)));
}
