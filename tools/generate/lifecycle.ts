import { isDeepStrictEqual } from "node:util";
import { isNotApplicable } from "../../test/kinds/notApplicable.js";
import { type KindName, kindNames } from "../../test/lifecycle/kind-names.js";
import { matrixOf } from "../../test/lifecycle/matrix-of.js";
import { type Measured, measured } from "../../test/lifecycle/measured.js";
import {
  type Cell,
  type EndpointSet,
  type Matrix,
  type Observed,
  type Row,
  stepNames,
} from "../../test/lifecycle/outcome.js";
import { table } from "./tables.js";

/** The matrix of one set of endpoints, as it is written down and as the last full run found it. */
interface Proven {
  readonly set: EndpointSet;
  readonly matrix: Matrix;
  readonly measured: Measured;
}

/** The page of what each step of a resource's life does, from what is expected and what the last full run measured. */
export function lifecycleFile(): Map<string, string> {
  const page = lifecyclePage([
    { set: "documented", matrix: matrixOf("documented"), measured: measured("documented") },
    { set: "extended", matrix: matrixOf("extended"), measured: measured("extended") },
  ]);
  return new Map([["docs/lifecycle.md", page]]);
}

const note = "<!-- Generated from test/lifecycle by `npm run generate`. Do not edit. -->\n\n";

const titles: Readonly<Record<EndpointSet, string>> = {
  documented: "With the endpoints of the API document",
  extended: "With the extended endpoints (not in the API document)",
};

const intro = `# Lifecycle

What each step of a resource's life does, for each kind and set of endpoints. Every cell is run with the real Pulumi CLI against
the backend: one stack a kind and set, the ten steps one after the other on it. ✓ means that counts, requests and what the platform
held afterwards were as written down in \`test/lifecycle/expectations\`.
`;

function lifecyclePage(all: readonly Proven[]): string {
  const cells = all.flatMap((each) =>
    rowsOf(each.matrix).flatMap(([kind]) => stepNames.map((step) => isMet(each, kind, step))),
  );
  const met = cells.filter((cell) => cell).length;
  return `${[`${note}${intro}`, `${met} of ${cells.length} cells are met.\n`, ...all.map(section)].join("\n")}`;
}

function section(proven: Proven): string {
  const { set, matrix } = proven;
  const overview = rowsOf(matrix).map(([kind, row]) => [
    kind,
    ...stepNames.map((step) => `${inShort(row[step])} ${mark(isMet(proven, kind, step))}`),
  ]);
  return [
    `## ${titles[set]}\n`,
    table(["", ...stepNames], overview),
    ...kindNames.map((kind) => details(proven, kind)),
  ].join("\n");
}

/** The rows of the kinds to which the set applies. */
function rowsOf(matrix: Matrix): (readonly [KindName, Row])[] {
  return kindNames.flatMap((kind) => {
    const row = matrix[kind];
    return isNotApplicable(row) ? [] : [[kind, row] as const];
  });
}

function details({ set, matrix, measured }: Proven, kind: KindName): string {
  const row = matrix[kind];
  if (isNotApplicable(row)) return `### ${kind}, ${set}\n\nDoes not apply: ${row.notApplicable}\n`;
  const rows = stepNames.map((step) => [
    step,
    row[step].says,
    (measured[kind]?.[step] ?? []).map(inWords).join("<br>") || "not run",
  ]);
  return `### ${kind}, ${set}\n\n${table(["step", "what it does", "measured: the CLI's runs, what they counted and sent"], rows)}`;
}

/** The first words of what a cell says: enough for the overview. */
const inShort = ({ says }: Cell) => (says.split(/[:;,(]/)[0] ?? "").trim();
const mark = (isSo: boolean) => (isSo ? "✓" : "✗");

function isMet({ matrix, measured }: Proven, kind: KindName, step: (typeof stepNames)[number]): boolean {
  const row = matrix[kind];
  if (isNotApplicable(row)) return false;
  const expected = row[step].runs.map(({ tells: _, ...rest }) => rest);
  return isDeepStrictEqual(measured[kind]?.[step], JSON.parse(JSON.stringify(expected)));
}

function inWords({ run, counts, requests, now, old }: Observed): string {
  const facts = [
    `\`${run}\`: ${counts}`,
    ...requests.map((request) => `\`${request}\``),
    ...(now === undefined ? [] : [`the platform then has "${now}"`]),
    ...(old === undefined ? [] : [`the old one ${old === "stays" ? "is still there" : "is gone"}`]),
  ];
  return facts.join("; ");
}
