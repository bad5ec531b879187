import type { MarkdownRenderer } from "vitepress";

/** Elements that pages may use. Everything else in angle brackets is text: `<name>` in a sentence is no element. */
const elements = /^\s*(?:<!--[\s\S]*-->|<br\s*\/?>|<a id="[\w-]+">|<\/a>|<\/?(?:details|summary|kbd|small|sup)>)\s*$/;

/** The end of a heading that gives its own anchor: `## AP1203 Wrong arguments {#ap1203}`. */
const ownAnchor = /\s*\{#([\w-]+)\}$/;

/** Makes pages safe that also render on a repository browser: no text of theirs is a template or a component. */
export function keepTextAsText(md: MarkdownRenderer): void {
  const { html_block, html_inline, text } = md.renderer.rules;
  if (html_block === undefined || html_inline === undefined || text === undefined)
    throw new Error("markdown-it has no rule for HTML or text.");
  const { escapeHtml } = md.utils;
  md.renderer.rules.html_block = (tokens, index, ...rest) =>
    textUnlessElement(tokens[index]?.content ?? "", () => html_block(tokens, index, ...rest), escapeHtml);
  md.renderer.rules.html_inline = (tokens, index, ...rest) =>
    textUnlessElement(tokens[index]?.content ?? "", () => html_inline(tokens, index, ...rest), escapeHtml);
  md.renderer.rules.text = (...of) => withoutTemplates(text(...of));
  md.core.ruler.before("anchor", "own_anchor", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) if (token.type === "heading_open") moveAnchor(tokens, index);
  });
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
