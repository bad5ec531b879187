import { type Cell, type Figures, figuresOf, type MatrixName } from "../../test/reliability/figures.js";
import { type MatrixText, matrices } from "../../test/reliability/matrices.js";
import { table } from "./tables.js";

/** The page of what was done to the provider and the backend, and what became of it, from the figures of the last recorded runs. */
export function reliabilityFile(): Map<string, string> {
  return new Map([["docs/reliability.md", [intro, overview(), ...names.map(section)].join("\n")]]);
}

const names = Object.keys(matrices) as MatrixName[];

const intro = `<!-- Generated from test/reliability by \`npm run generate\`. Do not edit. -->

# Reliability

The promise: whatever fails, a later \`pulumi up\` ends in exactly what the program says, once. What was done to break it, and what
became of it, as measured by \`npm run test:full\`; \`npm test\` runs the same matrices, the slow ones in a short form.
`;

/** What is counted over a matrix. */
function countsOf(name: MatrixName) {
  const rows = Object.values(figuresOf(name)?.cells ?? {}).flatMap((row) => Object.values(row));
  const text: MatrixText = matrices[name];
  return {
    run: rows.length,
    cells: text.cells ?? rows.length,
    met: rows.filter(({ unmet }) => unmet === undefined).length,
  };
}

function overview(): string {
  const rows = names.map((name) => {
    const { cells, met } = countsOf(name);
    return [
      `[${matrices[name].title}](#${anchor(name)})`,
      cells === 0 ? "" : `${met} of ${cells}`,
      figuresOf(name)?.measured ?? "not run",
    ];
  });
  return table(["matrix", "cells met", "measured"], rows);
}

function anchor(name: MatrixName): string {
  return matrices[name].title
    .toLowerCase()
    .replace(/[^\w ]/g, "")
    .replaceAll(" ", "-");
}

function section(name: MatrixName): string {
  const figures = figuresOf(name);
  const head = `## ${matrices[name].title}\n\n${matrices[name].says}\n`;
  return figures === undefined ? `${head}\nNot run yet.\n` : [head, ...body(name, figures)].join("\n");
}

function body(name: MatrixName, figures: Figures): string[] {
  const { cells, run, met } = countsOf(name);
  const facts = Object.entries(figures.facts).map(([what, figure]) => [what, figure.toLocaleString("en")]);
  const rows = Object.entries(figures.cells).map(([row, columns]) => [row, summary(Object.values(columns))]);
  const unmet = Object.entries(figures.cells).flatMap(([row, columns]) =>
    Object.entries(columns).flatMap(([column, cell]) => (cell.unmet === undefined ? [] : [[row, column, cell.unmet]])),
  );
  return [
    ...(cells === 0
      ? []
      : [`${met} of ${cells} cells are met${run === cells ? "" : `; ${cells - run} were not run`}.\n`]),
    ...(facts.length === 0 ? [] : [table(["figure", "measured"], facts)]),
    ...(rows.length === 0 ? [] : [table(["", "outcomes, and how many cells show them"], rows)]),
    ...(unmet.length === 0 ? [] : [`Not met:\n\n${table(["", "", "reason"], unmet)}`]),
  ];
}

/** The outcomes of a row, the most frequent first, each with its count. */
function summary(cells: readonly Cell[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of cells) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts]
    .sort(([one, first], [other, second]) => second - first || one.localeCompare(other))
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join("<br>");
}
