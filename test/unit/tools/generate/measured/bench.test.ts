import { describe, expect, it } from "vitest";
import { type BenchRow, comparisons, meets } from "../../../../../tools/generate/measured/bench.js";

describe("benchmark records", () => {
  const rows: readonly BenchRow[] = Object.values(comparisons()?.parts ?? {}).flatMap((part) => part.rows);

  it("explain each row that misses its aim", () => {
    expect(rows.length).toBeGreaterThan(0);
    const isUnexplained = (row: BenchRow) => !meets(row) && (row.note ?? "").trim() === "";
    expect(rows.filter(isUnexplained).map(({ what }) => what)).toEqual([]);
  });

  it("meet an aim of `atMost` or `atLeast`", () => {
    const row = (aim: BenchRow["aim"], value: number): BenchRow => ({
      ...{ what: "a", against: "b", spread: [value, value], runs: 1 },
      ...{ aim, value },
    });
    const values = [0.9, 1, 1.1];
    expect(values.map((value) => meets(row({ atMost: 1 }, value)))).toEqual([true, true, false]);
    expect(values.map((value) => meets(row({ atLeast: 1 }, value)))).toEqual([false, true, true]);
  });
});
