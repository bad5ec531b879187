/** Finds links of a built site that lead nowhere. VitePress checks pages, and neither fragments nor the theme's own links. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../support/files-below.js";

interface Page {
  readonly path: string;
  readonly targets: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" };

function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

function attributes(html: string, names: string): string[] {
  return [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, "g"))].map(([, value = ""]) => unescaped(value));
}

function readPage(folder: string, path: string): Page {
  // Code of the page's own scripts contains texts that look like attributes.
  const html = readFileSync(join(folder, path), "utf8").replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
    script.slice(0, script.indexOf(">") + 1),
  );
  return { path, targets: attributes(html, "href|src"), anchors: new Set(attributes(html, "id")) };
}

/** `page → target` for each internal link whose page, file or fragment does not exist. */
export function brokenLinks(folder: string, base: string): string[] {
  const files = new Set(filesBelow(folder));
  const pages = new Map(filesBelow(folder, ".html").map((path) => [path, readPage(folder, path)]));
  const origin = "http://site.invalid";
  const isBroken = (page: Page, target: string) => {
    const url = new URL(target, `${origin}${base}${page.path}`);
    if (url.origin !== origin) return false;
    if (!url.pathname.startsWith(base)) return true;
    const path = decodeURIComponent(url.pathname.slice(base.length)).replace(/(^|\/)$/, "$1index.html");
    const fragment = decodeURIComponent(url.hash.slice(1));
    return !files.has(path) || (fragment !== "" && !pages.get(path)?.anchors.has(fragment));
  };
  // The page for what is not found may be shown at any address.
  const checked = [...pages.values()].filter(({ path }) => path !== "404.html");
  return checked.flatMap((page) =>
    page.targets.filter((target) => isBroken(page, target)).map((target) => `${page.path} → ${target}`),
  );
}
