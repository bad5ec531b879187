import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, it } from "vitest";
import { keepTextAsText } from "../../../docs/.vitepress/markdown.mjs";

let markdown: MarkdownRenderer;

beforeAll(async () => {
  markdown = await createMarkdownRenderer(__dirname, { attrs: { disable: true }, config: keepTextAsText });
});

const texts = ["&lt;name&gt;", "&#123;&#123; value }}"];
const inTable = (...cells: string[]) => `| a |\n|---|\n${cells.map((cell) => `| ${cell} |`).join("\n")}`;

describe("Markdown of the site", () => {
  it.each<[does: string, text: string, html: readonly string[]]>([
    ["shows angle brackets and double braces in a sentence as text", "Set <name> to {{ value }}.", texts],
    ["shows them in a line of its own as text", "<name>{{ value }}</name>", texts],
    ["shows them in a table as text", inTable("<name> {{ value }}"), texts],
    ["keeps line breaks in tables", inTable("one<br>two"), ["one<br>two"]],
    ["keeps comments", "<!-- generated -->", ["<!-- generated -->"]],
    ["keeps an anchor in a table", inTable('<a id="endpoint-1"></a>1'), ['<td><a id="endpoint-1"></a>1</td>']],
    ["uses the anchor at the end of a heading as its ID", "## Wrong {#ap1203}", ['<h2 id="ap1203"', ">Wrong <"]],
    ["ends a heading with a link to itself", "## Wrong", ['href="#wrong"', ">&ZeroWidthSpace;</a></h2>"]],
    ["keeps a path parameter at the end of a sentence", "GET /container/{id}", ["GET /container/{id}"]],
    ["breaks paths in tables", inTable("`/container/{id}`"), ["/container/<wbr>{id}"]],
    ["breaks long names", inTable("`infrastructureChartsParameters`"), ["infrastructure<wbr>Charts<wbr>Parameters"]],
    ["breaks no short name", inTable("`registryId`", "`JobImage[]`"), [">registryId<", ">JobImage[]<"]],
  ])("%s", (_, text, html) => {
    for (const part of html) expect(markdown.render(text)).toContain(part);
  });

  it("names the columns of a table in its cells", () => {
    const html = markdown.render("| | `up` | a *b* |\n|---|---|---|\n| 1 | 2 | 3 |");
    expect(html).toContain('<table tabindex="0" class="cards" role="table">');
    const cells = ["<td>1", '<td data-label="up">2', '<td data-label="a b">3'];
    expect(html).toContain(cells.map((cell) => `${cell.replace("<td", '<td role="cell"')}</td>`).join("\n"));
    expect(markdown.render(inTable("1"))).not.toContain("data-label");
  });
});
