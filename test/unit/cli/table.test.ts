import { describe, expect, it } from "vitest";
import { tableText } from "../../../cli/table.js";

const columns = [{ title: "KIND" }, { title: "NAME", shrinks: true }, { title: "STATE" }];

describe("tableText", () => {
  it("aligns columns and ends no line with spaces", () => {
    const lines = tableText(columns, [
      ["Job", "a", "READY"],
      ["Database", "longer", ""],
    ]);
    expect(lines).toEqual(["KIND      NAME    STATE", "Job       a       READY", "Database  longer"]);
  });

  it("shortens the column that shrinks until each line fits the terminal", () => {
    const lines = tableText(columns, [["Job", "a-name-that-is-much-too-long", "READY"]], 30);
    expect(lines[1]).toBe("Job   a-name-that-is-m…  READY");
    expect(lines.every((line) => line.length <= 30)).toBe(true);
  });

  it("cuts lines if the column that shrinks cannot get shorter", () => {
    const [, line] = tableText(columns, [["TerraformService", "network-of-the-shop", "READY"]], 20);
    expect(line).toBe("TerraformService  n…");
  });

  it("replaces line breaks and control characters in a cell by spaces", () => {
    expect(tableText(columns, [["Job", "a\n\u001b[2Jb", "READY"]])[1]).toBe("Job   a [2Jb  READY");
  });
});
