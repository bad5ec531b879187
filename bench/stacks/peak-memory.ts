import { processTree, readIfThere } from "../process-tree.js";

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

function memoryOf(root: number): Memory {
  const bytes = { ...none.parts };
  for (const { pid } of processTree(root)) bytes[partOf(pid)] += proportionalBytes(pid);
  return { parts: bytes, sum: Object.values(bytes).reduce((sum, each) => sum + each, 0) };
}

export function partOf(pid: number): Part {
  const command = readIfThere(`/proc/${pid}/cmdline`);
  return parts.find(([, pattern]) => pattern.test(command))?.[0] ?? "CLI";
}

function proportionalBytes(pid: number): number {
  const [, kilobytes = "0"] = /^Pss:\s+(\d+) kB/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes) * 1024;
}
