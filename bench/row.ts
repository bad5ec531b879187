import { type BenchRow, meets } from "../tools/generate/measured/bench.js";

/** A row of the tables in bench/README.md: what is compared with what, and what is aimed at. */
export interface RowText {
  readonly what: string;
  readonly against: string;
  readonly aim: BenchRow["aim"];
  /** The same work by something else: `Stash 95 s`. */
  readonly beside?: string;
  /** Why the row does not meet its aim, and the profile that shows it. */
  readonly note?: string;
}

/** The ratio of two measurements on the same machine, with its spread over the runs. */
export function ratioRow(text: RowText, own: readonly number[], other: readonly number[], unit: string): BenchRow {
  const [mine, theirs] = [median(own), median(other)];
  const spread: [number, number] = [Math.min(...own) / Math.max(...other), Math.max(...own) / Math.min(...other)];
  return {
    ...text,
    value: rounded(mine / theirs),
    spread: [rounded(spread[0]), rounded(spread[1])],
    own: `${rounded(mine)} ${unit}`,
    other: `${rounded(theirs)} ${unit}`,
    runs: own.length,
  };
}

/** A measurement that is not compared. */
export function plainRow(text: RowText, values: readonly number[]): BenchRow {
  const spread: [number, number] = [rounded(Math.min(...values)), rounded(Math.max(...values))];
  return { ...text, value: rounded(median(values)), spread, runs: values.length };
}

/** The row with the reason why its aim is missed, if it is. */
export function explained(row: BenchRow, reason: string): BenchRow {
  return meets(row) ? row : { ...row, note: reason };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] as number;
}

/** Three significant digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
