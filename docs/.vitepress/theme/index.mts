// Without the theme's fonts: the reader's own are there at once.
import theme from "vitepress/theme-without-fonts";
import { h } from "vue";
import { data as messages } from "./mistake.data.mjs";
import "./readable.css";

/** The home page's right half. What the provider says itself begins with its code. */
function mistake() {
  const [first = "", ...rest] = messages
    .split(/(?=\bAP\d{4}:.*$)/m)
    .flatMap((part) => part.split(/(?<=^AP\d{4}:.*)(?=\n)/));
  const parts = [first, ...rest].map((part) => (/^AP\d{4}:/.test(part) ? h("b", part) : part));
  return h("figure", { class: "mistake", "aria-label": "A preview that finds two mistakes" }, [
    h("pre", [h("span", { class: "command" }, "pulumi preview"), "\n\n", ...parts]),
  ]);
}

export default { extends: theme, Layout: () => h(theme.Layout, null, { "home-hero-image": mistake }) };
