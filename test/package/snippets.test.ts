import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { isOfSite } from "../../tools/pageFigures.js";

const root = join(__dirname, "..", "..");
const docs = join(root, "docs");

const pages = readdirSync(docs, { recursive: true, encoding: "utf8" })
  .filter(isOfSite)
  .map((page) => join(docs, page));

/** The files that a page shows parts of, with the line that names each. A page generator shows a sentence in place of a missing one. */
const snippets = pages.flatMap((page) =>
  [...readFileSync(page, "utf8").matchAll(/^<<< (\S+?)(?:#(\w+))?(?:\{.*\})?(?: \[.+\])?$/gm)].map(
    ([line, path = "", region]) =>
      [`${relative(root, page)}: ${line}`, { file: join(dirname(page), path), region }] as const,
  ),
);

describe("code of examples on pages", () => {
  it.each(snippets)("%s names an existing file and region", (_, { file, region }) => {
    expect(existsSync(file)).toBe(true);
    if (region !== undefined) expect(readFileSync(file, "utf8")).toContain(`#region ${region}`);
  });
});
