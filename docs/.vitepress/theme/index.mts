// Without the theme's fonts: the reader's own are there at once.
import theme from "vitepress/theme-without-fonts";
import { h } from "vue";
import { data as output } from "./run.data.mjs";
import "./readable.css";

/** The home page's right half: a run in which everything is deployed. */
function run() {
  const parts = output.split(/\b(created \([\d.]+s\)|DEPLOYED)/);
  const colored = parts.map((part, index) => (index % 2 === 1 ? h("b", part) : part));
  return h("figure", { class: "run", "aria-label": "A run that deploys two services" }, [
    h("pre", [h("span", { class: "command" }, "pulumi up"), "\n\n", ...colored]),
  ]);
}

export default { extends: theme, Layout: () => h(theme.Layout, null, { "home-hero-image": run }) };
