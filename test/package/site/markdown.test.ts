import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, it } from "vitest";
import { keepTextAsText } from "../../../docs/.vitepress/markdown.mjs";

let markdown: MarkdownRenderer;

beforeAll(async () => {
  markdown = await createMarkdownRenderer(__dirname, { attrs: { disable: true }, config: keepTextAsText });
});

describe("Markdown of the site", () => {
  it.each([
    ["a sentence", "Set <name> to {{ value }}."],
    ["a line of its own", "<name>{{ value }}</name>"],
    ["a table", "| a |\n|---|\n| <name> {{ value }} |"],
  ])("shows angle brackets and double braces as text in %s", (_, text) => {
    const html = markdown.render(text);
    expect(html).toContain("&lt;name&gt;");
    expect(html).toContain("&#123;&#123; value }}");
  });

  it("keeps line breaks in tables and comments", () => {
    const html = markdown.render("<!-- generated -->\n\n| a |\n|---|\n| one<br>two |");
    expect(html).toContain("one<br>two");
    expect(html).toContain("<!-- generated -->");
  });

  it("uses the anchor at the end of a heading as its ID", () => {
    const html = markdown.render("## AP1203 Wrong arguments {#ap1203}");
    expect(html).toMatch(/<h2 id="ap1203"[^>]*>AP1203 Wrong arguments </);
    expect(html).toContain('href="#ap1203"');
    expect(html).not.toContain("{#");
  });

  it("ends a heading with a link to itself that has no text", () => {
    const html = markdown.render("## Wrong arguments");
    expect(html).toMatch(/<a class="header-anchor"[^>]*>&ZeroWidthSpace;<\/a><\/h2>/);
  });

  it("keeps an anchor in a table", () => {
    const html = markdown.render('| # |\n|---|\n| <a id="endpoint-1"></a>1 |');
    expect(html).toContain('<td><a id="endpoint-1"></a>1</td>');
  });

  it("names the columns of a table in its cells", () => {
    const html = markdown.render("| | `up` | a *b* |\n|---|---|---|\n| 1 | 2 | 3 |");
    expect(html).toContain('<table tabindex="0" class="cards" role="table">');
    expect(html).toContain(
      '<td role="cell">1</td>\n<td role="cell" data-label="up">2</td>\n<td role="cell" data-label="a b">3</td>',
    );
    expect(markdown.render("| a |\n|---|\n| 1 |")).not.toContain("data-label");
  });

  it("breaks paths and long names in tables between their parts, and no short name", () => {
    const html = markdown.render(
      "| a |\n|---|\n| `/container/{id}` |\n| `infrastructureChartsParameters` |\n| `registryId` |\n| `JobImage[]` |",
    );
    expect(html).toContain("/container/<wbr>{id}");
    expect(html).toContain("infrastructure<wbr>Charts<wbr>Parameters");
    expect(html).toContain(">registryId<");
    expect(html).toContain(">JobImage[]<");
  });

  it("keeps a path parameter at the end of a sentence", () => {
    expect(markdown.render("GET /container/{id}")).toContain("GET /container/{id}");
  });
});
