import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Words between blanks, without front matter, comments and the rulers of tables. */
export function wordsIn(page: string): number {
  const shown = page.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/<!--[\s\S]*?-->/g, "");
  return shown.split(/\s+/).filter((word) => word !== "" && word !== "|").length;
}

/** Whether a file below `docs/` is a page of the site. Two are for Pulumi's registry. */
export function isOfSite(file: string): boolean {
  return file.endsWith(".md") && !/^(_index|installation-configuration)\.md$/.test(file);
}

export interface PageFigures {
  readonly page: string;
  readonly words: number;
}

/** The pages of the site, the longest first. */
export function pagesOfSite(docs: string): PageFigures[] {
  return readdirSync(docs, { recursive: true, encoding: "utf8" })
    .filter(isOfSite)
    .map((page) => ({ page, words: wordsIn(readFileSync(join(docs, page), "utf8")) }))
    .sort((one, other) => other.words - one.words);
}

/** Their number and words, as a whole and by folder. */
export function siteLines(pages: readonly PageFigures[]): string[] {
  const line = (what: string, some: readonly PageFigures[]) =>
    `${what}: ${some.length} ${some.length === 1 ? "page" : "pages"}, ${some.reduce((sum, { words }) => sum + words, 0)} words`;
  const folderOf = ({ page }: PageFigures) => page.split(/[\\/]/).at(-2) ?? "docs";
  const folders = [...new Set(pages.map(folderOf))].sort();
  return [
    line("the site", pages),
    ...folders.map((folder) =>
      line(
        `  ${folder}`,
        pages.filter((each) => folderOf(each) === folder),
      ),
    ),
  ];
}
