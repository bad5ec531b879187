import { describe, expect, it } from "vitest";
import { siteLines, wordsIn } from "../../../tools/pageFigures.js";

describe("wordsIn", () => {
  it.each([
    ["front matter", "---\noutline: 2\n---\n\nOne word\n", 2],
    ["comments, over several lines too", "One <!-- test/a.test.ts,\ntest/b.test.ts --> word", 2],
    ["the rulers of tables", "| a | b |\n", 2],
  ])("doesn't count %s", (_, page, words) => {
    expect(wordsIn(page)).toBe(words);
  });
});

describe("siteLines", () => {
  it("counts pages and words of the site and of each folder", () => {
    const pages = ["index.md", "how-to/a.md", "how-to/b.md"].map((page, words) => ({ page, words }));
    const lines = ["the site: 3 pages, 3 words", "  docs: 1 page, 0 words", "  how-to: 2 pages, 3 words"];
    expect(siteLines(pages)).toEqual(lines);
  });
});
