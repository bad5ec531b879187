import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: file("."),
  // The page is served at /_local/, and nothing in it names another place.
  base: "./",
  // The documentation site has another version of it, which the signals would find.
  resolve: { dedupe: ["preact"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    rollupOptions: { input: [file("index.html"), file("reference/index.html")] },
    // The content security policy allows neither inline scripts nor data: URLs of scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
