import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The licenses of a package, and of what it contains itself. */
function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((each) =>
    /(?:^|es-bundle\.js\.)(?:licen[cs]e|notice)(?:\.\w+)?$/i.test(each),
  );
  const texts = files.map((each) => readFileSync(join(folder, each), "utf8").trim());
  return [`${"-".repeat(80)}\n${name} ${version} (${license})`, ...texts].join("\n\n");
}

/** Writes the licenses of what the page contains beside it. */
const notices: Plugin = {
  name: "third-party-notices",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
    const folders = modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
    const source = [...new Set(folders)].sort().map(noticeOf).join("\n\n");
    this.emitFile({ type: "asset", fileName: "THIRD-PARTY-NOTICES.txt", source: `${source}\n` });
  },
};

export default defineConfig({
  root: file("."),
  plugins: [notices],
  // The page is served at /_local/, and nothing in it names another place.
  base: "./",
  // The documentation site has another version of it, which the signals would find.
  resolve: { dedupe: ["preact"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    rolldownOptions: {
      input: [file("index.html"), file("reference/index.html")],
      // Swagger UI takes most of the time, and is as large as it is.
      checks: { pluginTimings: false },
    },
    chunkSizeWarningLimit: 2000,
    // The content security policy allows neither inline scripts nor data: URLs of scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
