/** ARCHITECTURE.md names the files that a newcomer reads. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coreFiles } from "../../../tools/coreFiles.js";

const root = join(__dirname, "../../..");
const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const rowsAfter = (title: string) => {
  const [section = ""] = page.slice(page.indexOf(`## ${title}`)).split("\n\nEach of these", 1);
  const table = section.split("\n\n").find((block) => block.startsWith("|")) ?? "";
  return table.split("\n").slice(2);
};

describe("ARCHITECTURE.md", () => {
  it("lists twelve ideas, each with an existing file", () => {
    const files = rowsAfter("Twelve ideas").map((row) => /`([^`]+)` \|$/.exec(row)?.[1] ?? "none");
    expect(files).toHaveLength(12);
    expect(files.filter((file) => !existsSync(join(root, "provider", file)))).toEqual([]);
  });

  it("lists a core of fifteen files with at most 3,900 lines", () => {
    const files = coreFiles(page);
    expect(files).toHaveLength(15);
    const lines = files.map((file) => readFileSync(join(root, file), "utf8").split("\n").length - 1);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(3_900);
  });
});
