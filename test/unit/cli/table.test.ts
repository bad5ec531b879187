import { describe, expect, it } from "vitest";
import { ago, durationText, tableText } from "../../../cli/table.js";

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

describe("times", () => {
  const now = Date.parse("2026-03-04T12:00:00Z");
  const ages: [string, string | undefined, string][] = [
    ["five seconds ahead", "2026-03-04T12:00:05Z", "now"],
    ["a second old", "2026-03-04T11:59:59Z", "1 second ago"],
    ["minutes old", "2026-03-04T11:57:01Z", "2 minutes ago"],
    ["hours old", "2026-03-04T09:00:00Z", "3 hours ago"],
    ["days old", "2026-02-01T00:00:00Z", "31 days ago"],
    ["missing", undefined, "never"],
    ["not a time", "soon", "never"],
  ];
  it.each(ages)("ago shows a time that is %s (%s) as: %s", (_, date, text) => expect(ago(date, now)).toBe(text));

  it("durationText shows minutes and seconds, and – without a duration", () => {
    expect([durationText(59), durationText(75), durationText(null)]).toEqual(["59 s", "1 min 15 s", "–"]);
  });
});
