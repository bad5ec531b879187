/** Records what the cells of a matrix in docs/reliability.md show. */
import type { Figures, Histogram, UnmetCell } from "../../tools/measured/figures.js";
import type { MatrixName } from "../../tools/measured/matrices.js";
import { recordPath } from "../../tools/measured/record-file.js";
import type { Stamp } from "../../tools/measured/stamp.js";
import { isRecording, stampNow, writeRecord } from "../recording.js";

/** What one cell showed. */
interface Cell {
  /** A few words; the page counts equal ones: `correct result`, `error AP3008`. */
  readonly outcome: string;
  /** Why the cell does not meet what the matrix requires; absent if it does. */
  readonly unmet?: string;
}

/** Collects what a run of a matrix shows. */
export interface Recorder {
  /** Records one cell. Call it before an expectation that may fail. */
  cell(row: string, column: string, cell: Cell): void;
  fact(what: string, figure: string | number): void;
  /** Writes the figures if RECORD=1 is set; for `afterAll`. */
  keep(): void;
}

type Cells = Record<string, Record<string, Cell>>;

export function recorderOf(name: MatrixName): Recorder {
  // Taken at the start, in case something is committed while the tests run.
  const stamp = isRecording ? stampNow() : undefined;
  const cells: Cells = {};
  const facts: Record<string, string | number> = {};
  return {
    cell(row, column, cell) {
      cells[row] = { ...cells[row], [column]: cell };
    },
    fact(what, figure) {
      facts[what] = figure;
    },
    keep() {
      if (stamp !== undefined) writeRecord(recordPath("reliability", name), figuresFrom(stamp, cells, facts), 2);
    },
  };
}

/** The cells as they are kept: counted per row, and only the unmet ones by name. */
export function figuresFrom(stamp: Stamp, cells: Cells, facts: Figures["facts"]): Figures {
  const rows = Object.entries(cells).map(([row, columns]) => [row, histogram(Object.values(columns))] as const);
  const unmet = Object.entries(cells).flatMap(([row, columns]) => unmetOf(row, columns));
  return { ...stamp, rows: Object.fromEntries(rows), unmet, facts };
}

function histogram(cells: readonly Cell[]): Histogram {
  const counts: Record<string, number> = {};
  for (const { outcome } of cells) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function unmetOf(row: string, columns: Readonly<Record<string, Cell>>): UnmetCell[] {
  return Object.entries(columns).flatMap(([column, { unmet }]) =>
    unmet === undefined ? [] : [{ row, column, reason: unmet }],
  );
}
