import { type BenchRecord, type BenchStamp, backendGrowth, stackGrowth } from "../measured/bench.js";
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

function stampText({ measured, node, cores, ...stamp }: BenchStamp): string {
  const processors = cores === 1 ? "one core" : `${cores} cores`;
  return `Measured ${measured} at ${commitText({ measured, ...stamp })}, with Node.js ${node} on ${processors}.`;
}

function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests.toLocaleString("en")} requests`;
}
