import { readdirSync, readFileSync } from "node:fs";

/** Shortest time between two looks, in milliseconds. */
const interval = 500;
/** How many times as long as a look the time until the next one is: a look at gigabytes takes long, and stops the process meanwhile. */
const pauses = 30;

/** Which part of a run a process is, by its command line. */
export type Part = "CLI" | "language host" | "program" | "plugin";

const parts: readonly (readonly [Part, RegExp])[] = [
  ["language host", /pulumi-language-nodejs/],
  ["plugin", /dynamic-provider|pulumi-resource-app-platform/],
  ["program", /cmd\/run/],
];

/** Bytes of each part, at most, and of all at the same time, at most. */
export interface Memory {
  readonly parts: Readonly<Record<Part, number>>;
  readonly sum: number;
}

const none: Memory = { parts: { CLI: 0, "language host": 0, program: 0, plugin: 0 }, sum: 0 };

/**
 * The memory that a run of the CLI needs with all that it has started, at most. Linux only. A page that processes share counts
 * once, in equal parts to each (PSS): with RSS, the code of Node.js would count for each process that runs it.
 */
export function watchMemory(pid: number): () => Memory {
  let peak = none;
  let timer: NodeJS.Timeout;
  const look = () => {
    const before = performance.now();
    peak = higher(peak, memoryOf(pid));
    timer = setTimeout(look, Math.max(interval, pauses * (performance.now() - before)));
  };
  timer = setTimeout(look, interval);
  return () => {
    clearTimeout(timer);
    return peak;
  };
}

function higher(one: Memory, other: Memory): Memory {
  const of = (part: Part) => Math.max(one.parts[part], other.parts[part]);
  return {
    parts: { CLI: of("CLI"), "language host": of("language host"), program: of("program"), plugin: of("plugin") },
    sum: Math.max(one.sum, other.sum),
  };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
}

function memoryOf(root: number): Memory {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const tree = new Set([root]);
  // A process has a higher ID than its parent, unless the IDs have begun again; then it is missed for a moment.
  for (const { pid, parent } of all.sort((a, b) => a.pid - b.pid)) if (tree.has(parent)) tree.add(pid);
  const bytes = { ...none.parts };
  for (const pid of tree) bytes[partOf(pid)] += proportionalBytes(pid);
  return { parts: bytes, sum: Object.values(bytes).reduce((sum, each) => sum + each, 0) };
}

function readProcess(pid: number): Process[] {
  const text = readIfThere(`/proc/${pid}/stat`);
  const [, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return parent === undefined ? [] : [{ pid, parent: Number(parent) }];
}

function partOf(pid: number): Part {
  const command = readIfThere(`/proc/${pid}/cmdline`);
  return parts.find(([, pattern]) => pattern.test(command))?.[0] ?? "CLI";
}

function proportionalBytes(pid: number): number {
  const [, kilobytes = "0"] = /^Pss:\s+(\d+) kB/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes) * 1024;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
