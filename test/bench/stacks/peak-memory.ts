import { readdirSync, readFileSync } from "node:fs";

const interval = 500;
const pageBytes = 4096;

/** The memory that a process and all that it has started hold at the same time, at most, in bytes. Linux only. */
export function watchMemory(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, interval);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
}

function memoryOf(root: number): number {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const tree = new Set([root]);
  // A process has a higher ID than its parent, unless the IDs have begun again; then it is missed for a moment.
  for (const { pid, parent } of all.sort((a, b) => a.pid - b.pid)) if (tree.has(parent)) tree.add(pid);
  return [...tree].reduce((sum, pid) => sum + residentBytes(pid), 0);
}

function readProcess(pid: number): Process[] {
  const text = readIfThere(`/proc/${pid}/stat`);
  const [, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return parent === undefined ? [] : [{ pid, parent: Number(parent) }];
}

function residentBytes(pid: number): number {
  const [, resident = "0"] = readIfThere(`/proc/${pid}/statm`).split(" ");
  return Number(resident) * pageBytes;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
