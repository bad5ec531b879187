/** What each matrix of docs/reliability.md measured, kept as JSON; the page is generated from it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { matrices } from "./matrices.js";

/** A matrix of the page, by the name of its file. */
export type MatrixName = keyof typeof matrices;

/** What one cell showed. */
export interface Cell {
  /** A few words, of which the page counts the same ones: `the right result`, `error AP3008`. */
  readonly outcome: string;
  /** Why the cell is not met; absent where it is. */
  readonly unmet?: string;
}

/** The figures of one matrix. */
export interface Figures {
  /** Day of the run, `2026-11-21`. */
  readonly measured: string;
  /** By row and column. */
  readonly cells: Readonly<Record<string, Readonly<Record<string, Cell>>>>;
  /** Counts and times worth knowing, by what they are: `requests sent`: 12_000. */
  readonly facts: Readonly<Record<string, string | number>>;
}

const fileOf = (name: MatrixName) => join(__dirname, "measured", `${name}.json`);

/** The figures as the last recorded run left them. */
export function figuresOf(name: MatrixName): Figures | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(name), "utf8"));
  } catch {
    return undefined;
  }
}

/** Takes down what a run of a matrix shows. */
export interface Recorder {
  /** One cell, once it is known what it shows. Call it before the expectation that may fail. */
  cell(row: string, column: string, cell: Cell): void;
  fact(what: string, figure: string | number): void;
  /** Writes the figures, where RECORD=1 asks for it; for `afterAll`. */
  keep(): void;
}

export function recorderOf(name: MatrixName): Recorder {
  const cells: Record<string, Record<string, Cell>> = {};
  const facts: Record<string, string | number> = {};
  return {
    cell(row, column, cell) {
      cells[row] = { ...cells[row], [column]: cell };
    },
    fact(what, figure) {
      facts[what] = figure;
    },
    keep() {
      if (process.env.RECORD !== "1") return;
      const figures: Figures = { measured: new Date().toISOString().slice(0, 10), cells, facts };
      mkdirSync(join(__dirname, "measured"), { recursive: true });
      writeFileSync(fileOf(name), `${JSON.stringify(figures, undefined, 1)}\n`);
    },
  };
}
