import {
  type BenchRecord,
  type BenchRow,
  type BenchSection,
  type BenchStamp,
  type CpuFigures,
  comparisons,
  meets,
  operationMinutes,
  type PeerFigures,
  peer,
  type RunFigures,
  stackGrowth,
  tools,
} from "./measured/bench.js";
import { table } from "./tables.js";
import { listed } from "./text.js";

/** What the page for users compares: an operation, by its names in both records. */
const operations = {
  "create all": ["up, all new", "create"],
  "preview, no change": ["preview, no change", "plan, no change"],
  refresh: ["refresh", "refresh"],
  "update all": ["up, all updated", "update all"],
  "destroy all": ["destroy", "destroy"],
} as const;

/** How runs grow with the number of containers, and how they compare with Terraform: the one table of the page for users. */
export function performanceTable(): string {
  const growth = stackGrowth();
  const compared = tools();
  if (growth === undefined || compared === undefined) return "Not measured yet.\n";
  const sizes = Object.keys(growth.rows);
  const others = Object.keys(Object.values(compared.rows)[0] ?? {});
  const size = sizeText(`${compared.size}`);
  const time = (figures: RunFigures | undefined) => `${figures?.seconds}\u00a0s`;
  const rows = Object.entries(operations).map(([title, [small, large]]) => [
    title,
    ...sizes.map((each) => time(growth.rows[each]?.[small])),
    ...others.map((each) => {
      const figures = compared.rows[large]?.[each];
      return `${time(figures)}<br>${counted(figures?.requests ?? 0)}`;
    }),
  ]);
  const head = [
    "containers",
    ...sizes.map(sizeText),
    ...others.map((each) => `${size}${each === "Pulumi" ? "" : `, ${each.replace("Pulumi, ", "")}`}`),
  ];
  const by = "`npm run bench:stacks` and `npm run bench -- terraform` measure these figures.";
  const measured = [...new Set([compared.measured, growth.measured])].sort().join(" and ");
  return `${table(head, rows)}\n${stampText({ ...compared, measured })} ${by}\n`;
}

/** Which operations take longer than with Terraform, as the table shows it: with and without checkpoints. */
export function againstTerraform(): string {
  const compared = tools();
  if (compared === undefined) return "Not measured yet.\n";
  const slower = (how: string) =>
    Object.entries(operations).flatMap(([title, [, large]]) => {
      const [own, other] = [compared.rows[large]?.[how]?.seconds, compared.rows[large]?.Terraform?.seconds];
      if (own === undefined || other === undefined) throw new Error(`${title} isn't measured with ${how}`);
      return own > other ? [`${title} (${own}\u00a0s, Terraform ${other}\u00a0s)`] : [];
    });
  const [all, skipped] = ["Pulumi", "Pulumi, checkpoints skipped"].map(
    (how) => listed(slower(how), "and") || "nothing",
  );
  const size = sizeText(`${compared.size}`);
  return `For ${size} containers, these take longer than with Terraform: ${all}. With checkpoints skipped: ${skipped}.\n`;
}

/** Times and requests of the CLI's runs, by number of containers. */
export function stackGrowthTable(): string {
  return figuresTable(stackGrowth(), "containers", sizeText, runText);
}

/** Times and requests of the same operations with Pulumi and with Terraform. */
export function toolsTable(): string {
  const record = tools();
  const noun = record === undefined ? "" : `${sizeText(`${record.size}`)} containers`;
  return figuresTable(record, noun, (operation) => operation, runText);
}

/** The same resources on the same platform, with a vendor's Terraform provider and with this one: a table for each number of containers. */
export function peerTable(): string {
  const sections = Object.entries(peer()?.sizes ?? {}).map(([size, figures]) => {
    const shown = figuresTable(figures, `${sizeText(size)} containers`, (operation) => operation, cpuText).trimEnd();
    const { measured, peerMeasured = measured } = figures;
    const other = peerMeasured === measured ? "" : ` The Terraform provider was measured ${peerMeasured}.`;
    return `${shown}${other} ${unfinished(figures)}${lessThanOurs(figures)}`.trimEnd().concat("\n");
  });
  return sections.length === 0 ? "Not measured yet.\n" : sections.join("\n");
}

/** Which operations took too long to be measured. */
function unfinished({ rows }: PeerFigures): string {
  const ways = Object.keys(Object.values(rows)[0] ?? {});
  const texts = ways.flatMap((way) => {
    const first = Object.keys(rows).find((name) => rows[name]?.[way] === undefined);
    return first === undefined ? [] : [`"${first}" with ${way} didn't end within ${operationMinutes} minutes. `];
  });
  return texts.join("");
}

/** For what the other provider takes less than ways of this one. */
function lessThanOurs({ rows }: PeerFigures): string {
  const operations = Object.entries(rows);
  const ways = Object.keys(operations[0]?.[1] ?? {}).filter((way) => way !== "terraform");
  const nouns = { cpuSeconds: "less CPU time", memory: "less memory", requests: "fewer requests" } as const;
  const texts = (["cpuSeconds", "memory", "requests"] as const).flatMap((member) => {
    const waysOf = new Map<string, string[]>();
    for (const way of ways) {
      const less = operations.filter(
        ([, { [way]: own, terraform }]) => own && terraform && terraform[member] < own[member],
      );
      if (less.length === 0) continue;
      const names =
        less.length === operations.length
          ? "everything"
          : listed(
              less.map(([name]) => name),
              "and",
            );
      waysOf.set(names, [...(waysOf.get(names) ?? []), way.replace(", ", " with ")]);
    }
    return [...waysOf].map(([names, slower]) => {
      const than = slower.length === ways.length ? "all others" : listed(slower, "and");
      return `${nouns[member]} than ${than} for ${names}`;
    });
  });
  return texts.length === 0 ? "" : `Terraform takes ${texts.join("; ")}.`;
}

const cpuText = ({ cpuSeconds, memory, requests }: CpuFigures) =>
  [`${cpuSeconds} s`, `${memory} MB`, counted(requests)].join(", ");

/** What a container takes in the state, by what it's for. */
export function peerStateTable(): string {
  const sizes = Object.entries(peer()?.sizes ?? {});
  const waysOf = ([, { state }]: (typeof sizes)[number]) => Object.keys(state).length;
  const most = Math.max(...sizes.map(waysOf));
  const found = sizes.findLast((each) => waysOf(each) === most);
  if (found === undefined) return "Not measured yet.\n";
  const [size, { state, ...stamp }] = found;
  const ways = Object.keys(state);
  const rows = Object.entries(partsOfState).map(([title, isPart]) => [
    title,
    ...ways.map((way) => {
      const bytes = state[way] ?? {};
      const names = Object.keys(bytes).filter((name) => isPart(name, bytes));
      return names.length === 0 ? "" : `${names.reduce((sum, name) => sum + (bytes[name] ?? 0), 0)}`;
    }),
  ]);
  return `${table(["bytes", ...ways], rows)}\nWith ${sizeText(size)} containers. ${stampText(stamp)}\n`;
}

const isHint = (name: string) => /^\w+puts\.__/.test(name);
const isOutput = (name: string) => name.startsWith("outputs.") && !isHint(name);
const isAlsoInput = (name: string, bytes: object) => Object.hasOwn(bytes, name.replace("outputs.", "inputs."));

const partsOfState: Readonly<Record<string, (name: string, bytes: object) => boolean>> = {
  "arguments of the program": (name) => name.startsWith("inputs.") && !isHint(name),
  "the same as outputs": (name, bytes) => isOutput(name) && isAlsoInput(name, bytes),
  "other outputs": (name, bytes) => isOutput(name) && !isAlsoInput(name, bytes),
  "this provider's own": isHint,
  "Pulumi's stack trace": (name) => name === "stackTrace",
  "the tool's other members": (name) =>
    !/^\w+puts\./.test(name) && !name.startsWith("attributes.") && name !== "stackTrace",
  "Terraform's attributes": (name) => name.startsWith("attributes."),
  all: () => true,
};

/** What each measure against long runs gives, as `npm run bench -- largeStacks` measured it. */
export function largeStacksTable(): string {
  const segment = comparisons()?.parts.largeStacks;
  if (segment === undefined) return "Not measured yet.\n";
  const baselines = segment.rows.map(({ against, other = "" }) => `${against}: ${other}`);
  const tables = [...new Set(baselines)].map((baseline) => {
    const rows = segment.rows
      .filter((_, index) => baselines[index] === baseline)
      .map(({ what, own = "", value }) => [what, own, `${value} ×`]);
    return `Baseline: ${baseline}\n\n${table(["run", "time", "ratio"], rows)}`;
  });
  return `${tables.join("\n")}\n${stampText(segment)}\n`;
}

/** What each part of `npm run bench` compares, in the order of the page. */
const titles: Readonly<Record<string, string>> = {
  largeStacks: "Ways to shorten long runs",
  terraform: "The same containers with Terraform",
  peer: "A vendor's Terraform provider",
  fleet: "Many stacks",
};

/** A section with a table for each part. */
export function comparisonTables(): string {
  const { parts: segments = {} } = comparisons() ?? {};
  const unknown = Object.keys(segments).filter((name) => titles[name] === undefined);
  if (unknown.length > 0) throw new Error(`The page has no title for ${unknown.join(", ")}.`);
  const sections = Object.entries(titles).map(([name, title]) => {
    const segment = segments[name];
    const shown = segment === undefined ? "Not measured yet." : comparisonTable(segment).trimEnd();
    return `### ${title}\n\n${shown}\n`;
  });
  return sections.join("\n");
}

function comparisonTable(segment: BenchSection): string {
  const explained = segment.rows.filter((row) => row.note !== undefined && !meets(row));
  const rows = segment.rows.map((row) => comparisonCells(row, explained.indexOf(row) + 1));
  const notes = explained.map(({ what, note }, index) => `${index + 1}. ${what}: ${note}\n`).join("");
  const shown = table(["what", "compared with", "measured", "of runs", "aim", "met"], rows);
  return [shown, ...(notes === "" ? [] : [notes]), `${stampText(segment)}\n`].join("\n");
}

/** @param note Number of the note that says why the aim is not met; 0 if there is none. */
function comparisonCells(row: BenchRow, note: number): string[] {
  const { what, against, value, spread, aim, own, other, beside: sibling } = row;
  const unit = aim.unit === undefined ? "×" : aim.unit;
  const absolute = [own === undefined ? [] : [`${own}, ${other}`], sibling ?? []].flat().join("; ");
  const measured = `${value} ${unit}${absolute === "" ? "" : ` (${absolute})`}`;
  const [smallest, largest] = spread;
  const range = smallest === largest ? `${row.runs}` : `${row.runs}: ${smallest} to ${largest}`;
  const bound = "atMost" in aim ? `≤ ${aim.atMost} ${unit}` : `≥ ${aim.atLeast} ${unit}`;
  const isMet = meets(row) ? "yes" : `no${note === 0 ? "" : `, see ${note}`}`;
  return [what, against, measured, range, bound, isMet];
}

/** @param label What the first column shows for the key of a row. */
function figuresTable<Figures>(
  record: BenchRecord<Figures> | undefined,
  noun: string,
  label: (key: string) => string,
  cell: (figures: Figures) => string,
): string {
  if (record === undefined) return "Not measured yet.\n";
  const names = Object.keys(Object.values(record.rows)[0] ?? {});
  const rows = Object.entries(record.rows).map(([key, figures]) => [
    label(key),
    ...names.map((name) => (figures[name] === undefined ? "" : cell(figures[name]))),
  ]);
  return `${table([noun, ...names], rows)}\n${stampText(record)}\n`;
}

/** When and on what something was measured. */
export function stampText({ measured, node, cores, load }: BenchStamp): string {
  const others =
    load < cores ? "" : `, shared with about ${load} other processes: expect shorter times on an idle machine`;
  const processors = `${cores === 1 ? "one core" : `${cores} cores`}${others}`;
  return `Measured ${measured}, with Node.js ${node} on ${processors}.`;
}

const sizeText = (size: string) => Number(size).toLocaleString("en");

const runText = ({ seconds, requests }: RunFigures) => `${seconds} s, ${counted(requests)}`;

function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests.toLocaleString("en")} requests`;
}
