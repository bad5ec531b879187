import {
  type BenchRecord,
  type BenchRow,
  type BenchStamp,
  backendGrowth,
  comparisons,
  meets,
  stackGrowth,
} from "../measured/bench.js";
import { commitText } from "../measured/stamp.js";
import { table } from "./tables.js";

/** Times and requests of the CLI's runs, by number of containers. */
export function stackGrowthTable(): string {
  return growthTable(stackGrowth(), "containers", ({ seconds, requests }) => `${seconds} s, ${counted(requests)}`);
}

/** Times of the backend's reads, by number of services. */
export function backendGrowthTable(): string {
  return growthTable(backendGrowth(), "services", ({ shortest, pause }) => `${shortest} ms (pause ${pause} ms)`);
}

/** What is compared with what, in the order in which the parts were measured. */
export function comparisonTable(): string {
  const record = comparisons();
  if (record === undefined) return "Not measured yet.\n";
  const parts = Object.values(record.parts);
  const rows = parts.flatMap((part) => part.rows.map(comparisonCells));
  const stamps = [...new Set(parts.map(stampText))].join(" ");
  return `${table(["what", "compared with", "measured", "of runs", "aim", "met"], rows)}\n${stamps}\n`;
}

function comparisonCells(row: BenchRow): string[] {
  const { what, against, value, spread, aim, own, other, note } = row;
  const unit = aim.unit === undefined ? "×" : aim.unit;
  const measured = own === undefined ? `${value} ${unit}` : `${value} ${unit} (${own}, ${other})`;
  const [smallest, largest] = spread;
  const range = smallest === largest ? `${row.runs}` : `${row.runs}: ${smallest} to ${largest}`;
  const bound = "atMost" in aim ? `≤ ${aim.atMost} ${unit}` : `≥ ${aim.atLeast} ${unit}`;
  const isMet = `${meets(row) ? "yes" : "no"}${note === undefined ? "" : `: ${note}`}`;
  return [what, against, measured, range, bound, isMet];
}

function growthTable<Figures>(
  record: BenchRecord<Figures> | undefined,
  noun: string,
  cell: (figures: Figures) => string,
): string {
  if (record === undefined) return "Not measured yet.\n";
  const names = Object.keys(Object.values(record.rows)[0] ?? {});
  const rows = Object.entries(record.rows).map(([size, figures]) => [
    Number(size).toLocaleString("en"),
    ...names.map((name) => (figures[name] === undefined ? "" : cell(figures[name]))),
  ]);
  return `${table([noun, ...names], rows)}\n${stampText(record)}\n`;
}

/** When, at which commit and on what something was measured. */
export function stampText({ measured, node, cores, load, ...stamp }: BenchStamp): string {
  const others =
    load < cores ? "" : `, shared with about ${load} other processes: expect shorter times on an idle machine`;
  const processors = `${cores === 1 ? "one core" : `${cores} cores`}${others}`;
  return `Measured ${measured} at ${commitText({ measured, ...stamp })}, with Node.js ${node} on ${processors}.`;
}

function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests.toLocaleString("en")} requests`;
}
