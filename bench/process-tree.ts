import { readdirSync, readFileSync } from "node:fs";

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** CPU time of its own, in ticks of the clock: a hundredth of a second. */
  readonly ticks: number;
  /** What it has in memory, in bytes. */
  readonly memory: number;
}

const pageSize = 4096;

/** A process and all that it has started, with what they started. Linux only. */
export function processTree(root: number): Process[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const tree = new Set([root]);
  // A process has a higher ID than its parent, unless the IDs have begun again; then it is missed for a moment.
  for (const { pid, parent } of all.sort((a, b) => a.pid - b.pid)) if (tree.has(parent)) tree.add(pid);
  return all.filter(({ pid }) => tree.has(pid));
}

function readProcess(pid: number): Process[] {
  const text = readIfThere(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [parent, user, system, pages] = [fields[1], fields[11], fields[12], fields[21]];
  if (parent === undefined) return [];
  return [{ pid, parent: Number(parent), ticks: Number(user) + Number(system), memory: Number(pages) * pageSize }];
}

export function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
