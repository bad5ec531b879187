import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { apiReference } from "./reference/build.mts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // The page is served at /_local/, and nothing in it names another place.
  base: "./",
  // The documentation site has another version of it, which the signals would find.
  resolve: { dedupe: ["preact"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [apiReference()],
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    // The content security policy allows neither inline scripts nor data: URLs of scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
