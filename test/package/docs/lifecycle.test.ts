/** test/engine/expectations/lifecycle.md shows what the tests in test/engine require of each step; `npx vitest run <this file> -u` writes it. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { table } from "../../../tools/generate/tables.js";
import { kindNames } from "../../engine/support/kind-names.js";
import { matrixOf } from "../../engine/support/matrix-of.js";
import { type Outcome, type Row, type StepName, stepNames } from "../../engine/support/outcome.js";
import { isNotApplicable } from "../../kinds/notApplicable.js";
import type { EndpointSet } from "../../support/provider.js";

const titles: Readonly<Record<EndpointSet, string>> = {
  documented: "With the endpoints of the API document",
  extended: "With the extended endpoints (not in the API document)",
};

const intro = `<!-- Written by \`npx vitest run test/package/docs/lifecycle.test.ts -u\`. Do not edit. -->

# Lifecycle

For each kind and endpoint set: what Pulumi does in each step of a resource's lifecycle, and which requests it sends. The rules behind this are
in docs/concepts/changes.md. The steps of a kind run in order on one stack, and \`npm run test:full\` runs all of them with the Pulumi CLI.
`;

/** What a reader asks of a kind, each with the step that shows it and how its cell begins. */
const questions: readonly [question: string, step: StepName, answer: RegExp][] = [
  ["`pulumi up` updates it in place", "update", /^updated/],
  ["`pulumi refresh` shows what others changed", "drift", /^shown/],
  ["it can be adopted by its ID", "adopt", /^adopted/],
  ["`pulumi destroy` deletes it on the platform", "destroy", /^deleted/],
];

function summary(): string {
  const sets = Object.keys(titles) as EndpointSet[];
  const rows = questions.map(([question, step, answer]) => [
    question,
    ...sets.map((set) => {
      const kinds = rowsOf(set).flatMap(([kind, row]) =>
        isNotApplicable(row) || !answer.test(row[step].says) ? [] : [kind],
      );
      return kinds.length === 0 ? "no kind" : kinds.join(", ");
    }),
  ]);
  return `## In short\n\n${table(["", ...sets.map((set) => `${set} endpoints`)], rows)}`;
}

/** The steps of each kind, or why it has none. */
const rowsOf = (set: EndpointSet) => kindNames.map((kind) => [kind, matrixOf(set)[kind]] as const);

function section(set: EndpointSet): string {
  const details = rowsOf(set).map(([kind, row]) => {
    const steps = isNotApplicable(row) ? "" : `::: details Steps, runs and requests\n\n${stepsTable(row)}\n:::\n`;
    return `### ${kind}, ${set}\n\n${isNotApplicable(row) ? `Doesn't apply: ${row.notApplicable}\n` : steps}`;
  });
  return [`## ${titles[set]}\n`, overview(set), ...details].join("\n");
}

/** What each step does, and for which kinds. */
function overview(set: EndpointSet): string {
  const kinds = rowsOf(set).flatMap(([kind, row]) => (isNotApplicable(row) ? [] : [[kind, row] as const]));
  const rows = stepNames.flatMap((step) => {
    const results = [...new Set(kinds.map(([, row]) => inShort(row[step].says)))];
    return results.map((result) => {
      const those = kinds.flatMap(([kind, row]) => (inShort(row[step].says) === result ? [kind] : []));
      return [step, result, those.length === kinds.length ? "all kinds" : those.join(", ")];
    });
  });
  return table(["step", "result", "kinds"], rows);
}

function stepsTable(row: Row): string {
  const rows = stepNames.map((step) => [step, withCode(row[step].says), row[step].runs.map(inWords).join("<br>")]);
  return table(["step", "what it does", "runs of the CLI, with counts and requests"], rows);
}

const withCode = (says: string) => says.replace(/\b[A-Z]+ \/[^\s),;]+/g, "`$&`");

/** The first words of what a cell says: enough for the overview. */
const inShort = (says: string) => (says.split(/[:;,(]/)[0] ?? "").trim();

function inWords({ run, counts, requests, now, old }: Outcome): string {
  const facts = [
    `\`${run}\`: ${counts}`,
    ...requests.map((request) => `\`${request}\``),
    ...(now === undefined
      ? []
      : [`the value on the platform is then ${now === null ? "cleared" : JSON.stringify(now)}`]),
    ...(old === undefined ? [] : [`the old one ${old === "stays" ? "still exists" : "is gone"}`]),
  ];
  return facts.join("; ");
}

it("lifecycle.md shows the expectations of the lifecycle tests", async () => {
  const page = [intro, summary(), ...(Object.keys(titles) as EndpointSet[]).map(section)].join("\n");
  await expect(page).toMatchFileSnapshot(join(__dirname, "../../engine/expectations/lifecycle.md"));
});
