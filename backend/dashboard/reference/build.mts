/** Writes the API reference into the built page: its own files, and those of Swagger UI with their licenses. */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const here = new URL("./", import.meta.url);
const target = new URL("../../dist/page/reference/", here);
const own = ["index.html", "reference.js", "reference.css"];
const bundled = ["swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.css", "LICENSE", "NOTICE"];

function copy(from: string | URL, name: string): void {
  copyFileSync(from, new URL(name, target));
}

/** A plugin, so that every build of the page has it. */
export function apiReference(): Plugin {
  return {
    name: "api-reference",
    // After the folder was emptied.
    closeBundle() {
      mkdirSync(target, { recursive: true });
      for (const name of own) copy(new URL(name, here), name);
      copy(new URL("../src/icon.svg", here), "icon.svg");
      const swagger = dirname(require.resolve("swagger-ui-dist/package.json"));
      for (const name of bundled) copy(`${swagger}/${name}`, name.includes(".") ? name : `swagger-ui.${name}.txt`);
    },
  };
}
