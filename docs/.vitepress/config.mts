import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitepress";
import { address, isPlaceholder } from "../../tools/release/address.js";
import { keepTextAsText, renderWithoutColors } from "./markdown.mjs";
import { leadingPage, moved } from "./moved.mjs";
import { search } from "./search.mjs";
import { sidebar } from "./sidebar.mjs";

const description = "Pulumi provider for the Application Platform API";

/** The site works below any path: `DOCS_BASE=/docs/ npm run docs:build` for another one than that of its address. */
const base = process.env.DOCS_BASE ?? new URL(address.site).pathname;

/** Until the project has an address, there is no repository to link. */
const repository = isPlaceholder(address.repository) ? [] : [{ text: "Source", link: address.repository }];

export default defineConfig({
  title: "pulumi-app-platform",
  // Those of Pulumi's registry.
  srcExclude: ["_index.md", "installation-configuration.md"],
  description,
  lang: "en",
  base,
  // Beside the state of trials, and not below docs/: the package publishes that folder.
  outDir: "../.local/site",
  cacheDir: "../.local/site-cache",
  transformHead: ({ siteData }) => [["link", { rel: "icon", href: `${siteData.base}icon.svg`, type: "image/svg+xml" }]],
  buildEnd: ({ outDir }) => {
    for (const [path, to] of Object.entries(moved)) {
      const file = join(outDir, `${path}.html`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, leadingPage(base, to));
    }
  },
  markdown: {
    // Its syntax would treat `{id}` at the end of a sentence as attributes.
    attrs: { disable: true },
    config: keepTextAsText,
    languageAlias: { mjs: "js", cjs: "js", mts: "ts", cts: "ts" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav: [
      { text: "Quickstart", link: "/getting-started", activeMatch: "/getting-started" },
      { text: "Concepts", link: "/concepts/changes", activeMatch: "/concepts/" },
      { text: "How-to", link: "/how-to/pipelines", activeMatch: "/how-to/" },
      { text: "Reference", link: "/reference/", activeMatch: "/reference/" },
      { text: "Errors", link: "/errors" },
      ...repository,
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local", options: { _render: renderWithoutColors, ...search } },
    externalLinkIcon: true,
    footer: { message: "Apache-2.0" },
  },
});
