import { type Figures, figuresOf, type Histogram } from "../measured/figures.js";
import { type MatrixName, type MatrixText, matrices } from "../measured/matrices.js";
import { commitText } from "../measured/stamp.js";
import { table } from "./tables.js";

/** The page of measured reliability, from the figures of the last recorded runs. */
export function reliabilityFile(): Map<string, string> {
  return new Map([["docs/reliability.md", [intro, overview(), ...names.map(section)].join("\n")]]);
}

const names = Object.keys(matrices) as MatrixName[];

const intro = `<!-- Generated from tools/measured/matrices.ts and test/reliability/measured by \`npm run generate\`. Do not edit. -->

# Reliability

Measured results of trying to lose, duplicate or leak resources. Whatever fails, a later \`pulumi up\` must end with exactly what
the program declares, once; where [no endpoint can tell](concepts/successful-runs.md#what-no-endpoint-can-tell) what a request has done,
an error must say what to look for. [Secrets](concepts/secrets.md#not-encrypted) lists what isn't encrypted. \`npm run test:full\` measures these figures; \`npm test\` runs the same matrices, with fewer cells for
the slow ones. Each matrix names the date and the commit at which it was last measured.
`;

/** What is counted over a matrix. */
function countsOf(name: MatrixName) {
  const figures = figuresOf(name);
  const run = Object.values(figures?.rows ?? {})
    .flatMap((row) => Object.values(row))
    .reduce((sum, count) => sum + count, 0);
  const text: MatrixText = matrices[name];
  return { run, cells: text.cells ?? run, met: run - (figures?.unmet.length ?? 0) };
}

function overview(): string {
  const rows = names.map((name) => {
    const { cells, met } = countsOf(name);
    const figures = figuresOf(name);
    return [
      `[${matrices[name].title}](#${anchor(name)})`,
      cells === 0 ? "" : `${met} of ${cells}`,
      ...(figures === undefined ? ["not run", ""] : [figures.measured, commitText(figures)]),
    ];
  });
  return table(["matrix", "cells met", "measured", "commit"], rows);
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
  const rows = Object.entries(figures.rows).map(([row, outcomes]) => [row, summary(outcomes)]);
  const unmet = figures.unmet.map(({ row, column, reason }) => [row, column, reason]);
  return [
    ...(cells === 0
      ? []
      : [`${met} of ${cells} cells are met${run === cells ? "" : `; ${cells - run} were not run`}.\n`]),
    ...(facts.length === 0 ? [] : [table(["figure", "measured"], facts)]),
    ...(rows.length === 0 ? [] : [table(["", "outcomes, with the number of cells"], rows)]),
    ...(unmet.length === 0 ? [] : [`Not met:\n\n${table(["", "", "reason"], unmet)}`]),
  ];
}

/** The outcomes of a row with their counts, the most frequent first. */
function summary(outcomes: Histogram): string {
  return Object.entries(outcomes)
    .sort(([one, first], [other, second]) => second - first || one.localeCompare(other))
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join("<br>");
}
