/** Prints how the cells of a matrix ended, in full runs. The tests themselves say how each has to end. */
import { isFull } from "./full.js";

/** The row of a cell, and how the cell ended. */
export type Outcome = readonly [row: string, outcome: string];

/** Of each row, how many cells ended how. */
export function printOutcomes(title: string, outcomes: readonly Outcome[]): void {
  const counts: Record<string, number> = {};
  for (const [row, outcome] of [...outcomes].sort()) {
    const line = `${row}: ${outcome}`;
    counts[line] = (counts[line] ?? 0) + 1;
  }
  printFigures(title, counts);
}

export function printFigures(title: string, figures: Readonly<Record<string, number>>): void {
  if (!isFull) return;
  const lines = Object.entries(figures).map(([what, figure]) => `${String(figure).padStart(7)}  ${what}\n`);
  process.stdout.write(`\n${title}\n${lines.join("")}`);
}
