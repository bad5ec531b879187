import type { EndpointSet } from "../../provider/platform/endpoint.js";
import { definitions } from "../../provider/resources/index.js";
import {
  isRecorded,
  type LifecycleRecord,
  lifecycleRecord,
  type Observed,
  type StepName,
  stepNames,
} from "../measured/lifecycle.js";
import { commitText } from "../measured/stamp.js";
import { table } from "./tables.js";

/** What the last full run with one endpoint set recorded. */
interface Proven {
  readonly set: EndpointSet;
  readonly recorded: LifecycleRecord;
}

/** The page of what each step of a resource's lifecycle does, from what the last full run recorded. */
export function lifecycleFile(): Map<string, string> {
  const sets = Object.keys(titles) as EndpointSet[];
  const page = lifecyclePage(sets.map((set) => ({ set, recorded: lifecycleRecord(set) })));
  return new Map([["docs/lifecycle.md", page]]);
}

const note = "<!-- Generated from test/engine/measured by `npm run generate`. Do not edit. -->\n\n";

const titles: Readonly<Record<EndpointSet, string>> = {
  documented: "With the endpoints of the API document",
  extended: "With the extended endpoints (not in the API document)",
};

const intro = `# Lifecycle

What each step of a resource's lifecycle does, for each kind and endpoint set. Every cell is run with the real Pulumi CLI against
the backend: all steps run in order on one stack per kind and set. ✓ means that the counts, the requests and what the platform
held afterwards were as \`test/engine/expectations\` requires. Each kind names the date and the commit at which it was last measured.
`;

// Every defined kind, whether it is recorded or not: a kind without a record shows as not run.
const kinds = definitions.map(({ kind }) => kind);

function lifecyclePage(all: readonly Proven[]): string {
  const cells = all.flatMap(({ recorded }) =>
    applicable(recorded).flatMap((kind) => stepNames.map((step) => cellOf(recorded, kind, step)?.met ?? false)),
  );
  const met = cells.filter((cell) => cell).length;
  return `${[`${note}${intro}`, `${met} of ${cells.length} cells are met.\n`, ...all.map(section)].join("\n")}`;
}

function section(proven: Proven): string {
  const overview = applicable(proven.recorded).map((kind) => [
    kind,
    ...stepNames.map((step) => {
      const cell = cellOf(proven.recorded, kind, step);
      return cell === undefined ? "not run ✗" : `${inShort(cell.says)} ${cell.met ? "✓" : "✗"}`;
    }),
  ]);
  return [
    `## ${titles[proven.set]}\n`,
    table(["", ...stepNames], overview),
    ...kinds.map((kind) => details(proven, kind)),
  ].join("\n");
}

/** The kinds that the endpoint set serves; one without a record counts, so that it shows as not run. */
function applicable(recorded: LifecycleRecord): string[] {
  return kinds.filter((kind) => recorded[kind] === undefined || isRecorded(recorded[kind]));
}

function cellOf(recorded: LifecycleRecord, kind: string, step: StepName) {
  const of = recorded[kind];
  return isRecorded(of) ? of.steps[step] : undefined;
}

function details({ set, recorded }: Proven, kind: string): string {
  const head = `### ${kind}, ${set}\n`;
  const of = recorded[kind];
  if (of === undefined) return `${head}\nNot run yet.\n`;
  if (!isRecorded(of)) return `${head}\nDoes not apply: ${of.notApplicable}\n`;
  const rows = stepNames.map((step) => {
    const { says = "", runs = [] } = of.steps[step] ?? {};
    return [step, says, runs.map(inWords).join("<br>") || "not run"];
  });
  const columns = ["step", "what it does", "measured: runs of the CLI, with counts and requests"];
  return `${head}\nMeasured ${of.measured} at ${commitText(of)}.\n\n${table(columns, rows)}`;
}

/** The first words of what a cell says: enough for the overview. */
const inShort = (says: string) => (says.split(/[:;,(]/)[0] ?? "").trim();

function inWords({ run, counts, requests, now, old }: Observed): string {
  const facts = [
    `\`${run}\`: ${counts}`,
    ...requests.map((request) => `\`${request}\``),
    ...(now === undefined ? [] : [`the platform then has ${now === null ? "no value" : JSON.stringify(now)}`]),
    ...(old === undefined ? [] : [`the old one ${old === "stays" ? "still exists" : "is gone"}`]),
  ];
  return facts.join("; ");
}
