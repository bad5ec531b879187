/** What the reliability tests measured: one JSON file per matrix, from which docs/reliability.md is generated. */
import type { MatrixName } from "./matrices.js";
import { readRecord, recordPath } from "./record-file.js";
import type { Stamp } from "./stamp.js";

/** The figures of one matrix. */
export interface Figures extends Stamp {
  /** For each row, how many cells had which outcome. */
  readonly rows: Readonly<Record<string, Histogram>>;
  /** The cells that do not meet what the matrix requires. */
  readonly unmet: readonly UnmetCell[];
  /** Counts and times by description: `requests sent`: 12_000. */
  readonly facts: Readonly<Record<string, string | number>>;
}

export type Histogram = Readonly<Record<string, number>>;

export interface UnmetCell {
  readonly row: string;
  readonly column: string;
  readonly reason: string;
}

/** The figures of the last recorded run. */
export function figuresOf(name: MatrixName): Figures | undefined {
  return readRecord(recordPath("reliability", name));
}
