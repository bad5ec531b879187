import type { MarkdownEnv, MarkdownRenderer } from "vitepress";

/**
 * Elements that pages may use, and what VitePress puts into the link of a heading. Everything else in angle brackets is text: `<name>`
 * in a sentence isn't an element.
 */
const elements =
  /^\s*(?:<!--[\s\S]*-->|<br\s*\/?>|<a id="[\w-]+">|<\/a>|<\/?(?:details|summary|kbd|small|sup)>|&ZeroWidthSpace;)\s*$/;

/** The end of a heading that gives its own anchor: `## AP1203 Wrong arguments {#ap1203}`. */
const ownAnchor = /\s*\{#([\w-]+)\}$/;

/** Makes pages safe that also render on a repository browser: no text of theirs is a template or a component. */
export function keepTextAsText(md: MarkdownRenderer): void {
  const { code_inline, html_block, html_inline, text } = md.renderer.rules;
  if (code_inline === undefined || html_block === undefined || html_inline === undefined || text === undefined)
    throw new Error("markdown-it has no rule for code, HTML or text.");
  const { escapeHtml } = md.utils;
  md.renderer.rules.html_block = (tokens, index, ...rest) =>
    textUnlessElement(tokens[index]?.content ?? "", () => html_block(tokens, index, ...rest), escapeHtml);
  md.renderer.rules.html_inline = (tokens, index, ...rest) =>
    textUnlessElement(tokens[index]?.content ?? "", () => html_inline(tokens, index, ...rest), escapeHtml);
  md.renderer.rules.text = (...of) => withoutTemplates(text(...of));
  md.core.ruler.before("anchor", "own_anchor", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) if (token.type === "heading_open") moveAnchor(tokens, index);
  });
  // A path or the name of a setting is longer than a column: it breaks between its parts. The name of a member or a type doesn't.
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    const html = code_inline(tokens, index, ...rest);
    return tokens[index]?.meta?.isInTable && !/^[\w[\]]{1,24}$/.test(tokens[index].content)
      ? html.replace(/(?:(?<=\w[/_.:}])(?=[\w/{])|(?<=[a-z])(?=[A-Z]))(?![^<]*>)/g, "<wbr>")
      : html;
  };
  // VitePress has only its own attribute on a table.
  md.renderer.rules.table_open = (tokens, index, options, _, self) => self.renderToken(tokens, index, options);
  md.core.ruler.push("cards", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) if (token.type === "table_open") makeCards(tokens, index);
  });
}

/** A page for the search, which drops the colors of code: finding them takes a third of a build. */
export function renderWithoutColors(source: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  const { highlight } = md.options;
  md.set({ highlight: null });
  try {
    return md.render(source, env);
  } finally {
    md.set({ highlight });
  }
}

function textUnlessElement(content: string, render: () => string, escapeHtml: (text: string) => string): string {
  return elements.test(content) ? render() : withoutTemplates(escapeHtml(content));
}

/** Vue looks for `{{` before it decodes entities. */
function withoutTemplates(html: string): string {
  return html.replaceAll("{{", "&#123;&#123;");
}

type Tokens = ReturnType<MarkdownRenderer["parse"]>;

/** Turns the anchor at the end of a heading into its id. */
function moveAnchor(tokens: Tokens, index: number): void {
  const title = tokens[index + 1];
  const last = title?.children?.at(-1);
  const [whole, id] = (last?.type === "text" && ownAnchor.exec(last.content)) || [];
  if (title === undefined || last === undefined || whole === undefined || id === undefined) return;
  title.content = title.content.replace(ownAnchor, "");
  last.content = last.content.replace(ownAnchor, "");
  tokens[index]?.attrSet("id", id);
}

/** What parts of a table are to a screen reader, also where they are no longer laid out as one. */
const roles: Readonly<Record<string, string>> = {
  thead_open: "rowgroup",
  tbody_open: "rowgroup",
  tr_open: "row",
  th_open: "columnheader",
  td_open: "cell",
};

/** Gives the cells of a table the titles of their columns, which the style shows on a phone. */
function makeCards(tokens: Tokens, start: number): void {
  const end = tokens.findIndex(({ type }, index) => index > start && type === "table_close");
  const table = tokens.slice(start, end);
  const titles = table.flatMap(({ type }, index) => (type === "th_open" ? [textOf(table[index + 1])] : []));
  table[0]?.attrSet("tabindex", "0");
  for (const { children } of table) {
    for (const child of children ?? []) if (child.type === "code_inline") child.meta = { isInTable: true };
  }
  if (titles.length < 2) return;
  table[0]?.attrSet("class", "cards");
  table[0]?.attrSet("role", "table");
  let column = 0;
  for (const token of table) {
    if (token.type === "tr_open") column = 0;
    const role = roles[token.type];
    if (role !== undefined) token.attrSet("role", role);
    if (token.type !== "td_open") continue;
    const title = titles[column++];
    if (title) token.attrSet("data-label", title);
  }
}

/** The text of a cell, without its marks. */
const textOf = (cell: Tokens[number] | undefined) =>
  (cell?.children ?? []).map(({ type, content }) => (type === "html_inline" ? "" : content)).join("");
