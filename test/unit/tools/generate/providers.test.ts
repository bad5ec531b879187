/** What the pages say about the two forms of the provider comes from one record, which other code and the tests it names must bear out. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languages as written } from "../../../../tools/generate/languages/programs.js";
import { alternatives, features, languages, options, refresh } from "../../../../tools/generate/providers.js";

const root = join(__dirname, "../../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const facts = [
  ...languages.map(({ name, shownBy }) => [`language: ${name}`, shownBy] as const),
  ...[...features, ...options].map(({ what, shownBy }) => [what, shownBy] as const),
  ...alternatives.map(({ what, shownBy }) => [`alternatives: ${what}`, shownBy] as const),
  ["a refresh", refresh.shownBy] as const,
];

it.each(facts)('record "%s" names existing tests by their titles', (what, shownBy) => {
  if (!what.startsWith("language: ")) expect(shownBy.length).toBeGreaterThan(0);
  const missing = shownBy.filter(({ file, test }) => !existsSync(join(root, file)) || !read(file).includes(test));
  expect(missing).toEqual([]);
});

describe("record of languages", () => {
  const tested = languages.filter(({ shownBy }) => shownBy.length > 0).map(({ name }) => name);

  it("has tests for each language with generated examples", () => {
    const dynamic = languages.filter(({ isDynamic }) => isDynamic);
    expect(dynamic.map(({ name }) => name)).toEqual(["TypeScript", "JavaScript"]);
    expect(tested).toEqual(expect.arrayContaining(Object.values(written).map(({ title }) => title)));
  });

  it("has tests for exactly the languages that the home page (docs/index.md) names", () => {
    const named = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(tested);
    expect(/^ {2}tagline: .*/m.exec(read("docs/index.md"))?.[0]).toContain(` in ${named}.`);
  });
});

/** A part of a page that is generated. */
const generated = /<!-- (\w+) -->\n[\s\S]+?\n<!-- \/\1 -->/g;

/** Every part of a page that is generated from the record. */
const parts: readonly [page: string, names: readonly string[]][] = [
  ["README.md", ["languages"]],
  ["docs/concepts/providers.md", ["providers", "providersChoice"]],
  ["docs/concepts/endpoints.md", ["pulumiLimits"]],
  ["docs/how-to/terraform.md", ["alternatives"]],
  ["docs/how-to/troubleshooting.md", ["languagesAnswer"]],
  ["docs/performance.md", ["requestsInShort"]],
  ["docs/resource-options.md", ["options"]],
];

it.each(parts)("%s has its generated sections", (page, names) => {
  const found = [...read(page).matchAll(generated)].map(([, name]) => name);
  expect(found).toEqual(expect.arrayContaining([...names]));
});

/** Paragraphs, items and rows that people write. */
const paragraphs = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
]
  .filter((page) => page.endsWith(".md") && !/^docs\/errors\.md$|\/reference\//.test(page))
  .flatMap((page) =>
    read(page)
      .replaceAll(generated, "")
      .split(/\n\s*\n|\n(?=[-|#])/)
      .map((text) => ({ page, text: text.replaceAll(/\s+/g, " ") })),
  );

/** What is true of one form only, what a paragraph that says it names (its form, or what else it depends on), and one that says too much. */
const rules: readonly [what: string, says: RegExp, names: RegExp, wrong: string][] = [
  [
    "options and commands that dynamic resources lack",
    /(?=.*(`pulumi import`|options? `(import|provider|version)`))(?=.*(n't work|not work|no effect|ignored|refuse|not `pulumi import`))/,
    /\bdynamic\b|`pulumi-app-platform`/,
    "- `pulumi import` doesn't work for these resources: adopt them.",
  ],
  [
    "languages of one provider",
    /\b(TypeScript|JavaScript) (only|on Node\.js)\b|\bone package for Node\.js\b/,
    /\bdynamic\b/,
    "- **Languages**: TypeScript and JavaScript on Node.js.",
  ],
  [
    "what a refresh reads",
    /\brefresh (reads|sends)\b.*\blists?\b|\bRefresh\b.*\bone list\b/,
    /\bvariables\b/,
    "A refresh reads a list for each kind and environment.",
  ],
];

it.each(rules)("every paragraph that mentions %s names the provider or the condition", (_, says, names) => {
  const speaking = paragraphs.filter(({ text }) => says.test(text));
  expect(speaking.filter(({ text }) => !names.test(text))).toEqual([]);
});

it.each(rules)("the rule on %s finds a paragraph without the provider or the condition", (_, says, names, wrong) => {
  expect([says.test(wrong), names.test(wrong)]).toEqual([true, false]);
});
