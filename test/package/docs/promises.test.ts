/** What the first pages promise: each part of them names the tests that show it. The tests that any page names exist. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(__dirname, "../../..");
const read = (page: string) => readFileSync(join(root, page), "utf8");

const testsNamedIn = (text: string): string[] => text.match(/\btest\/[\w/.-]+\.test\.ts/g) ?? [];

/** The tests in comments of Markdown or of the front matter. */
const testsIn = (part: string) =>
  [...part.matchAll(/<!--([\s\S]*?)-->|^\s*# (test\/.*)$/gm)].flatMap(([, comment, line]) =>
    testsNamedIn((comment ?? line) as string),
  );

/** The parts of a page that promise something, by what they begin with. */
function promises(page: string): [title: string, part: string][] {
  const text = read(page);
  if (page === "README.md")
    return text
      .split(/^- (?=\*\*)/m)
      .slice(1)
      .map((part) => [part.split("**")[1] ?? "", part.split("\n\n", 1)[0] ?? ""]);
  if (page === "docs/index.md") {
    return (text.match(/(?:^ {2}# .*\n)*^ {2}- title: .*\n/gm) ?? []).map((part) => [
      part.split("title: ")[1] ?? "",
      part,
    ]);
  }
  const sections = text.split(/^## /m).slice(1);
  return sections
    .map((part): [string, string] => [part.split("\n", 1)[0] ?? "", part])
    .filter(([title]) => title !== "See also");
}

const concepts = readdirSync(join(root, "docs/concepts")).map((file) => `docs/concepts/${file}`);

describe.each(["README.md", "docs/index.md", ...concepts])("%s", (page) => {
  it("names a test file for each section, in a comment", () => {
    expect(promises(page).length).toBeGreaterThan(0);
    expect(
      promises(page)
        .filter(([, part]) => testsIn(part).length === 0)
        .map(([title]) => title),
    ).toEqual([]);
  });
});

const pages = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "backend/CONTRIBUTING.md", "backend/README.md"],
  ...["docs", "provider"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
      .map((file) => join(folder, file)),
  ),
];

/** The made-up kind of the chapter on new kinds. */
const madeUp = ["access-key.ts"];

it("pages for developers name only source files that exist", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const known = new Set([...madeUp, ...files.map((file) => basename(file))]);
  const named = files
    .filter((file) => /(^|\/)(README|ARCHITECTURE|CONTRIBUTING)\.md$/.test(file) && !file.startsWith("examples/"))
    .flatMap((page) => [...read(page).matchAll(/`([\w/.-]+\.m?ts)`/g)].map(([, file]) => ({ page, file: file ?? "" })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file }) => !known.has(basename(file)))).toEqual([]);
});

it("pages name only test files that exist", () => {
  const named = pages.flatMap((page) => testsNamedIn(read(page)).map((test) => ({ page, test })));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ test }) => !existsSync(join(root, test)))).toEqual([]);
});
