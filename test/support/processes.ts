import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

interface Row extends RunningProcess {
  readonly parent: number;
  /** The leader of what it belongs to, which outlives that leader: its session on Linux, elsewhere its process group. */
  readonly leader: number;
  readonly state: string;
}

/** All processes of the machine that still run: one that has ended stays in the list until its parent waits for it. */
function rows(): Row[] {
  return (process.platform === "linux" ? fromFiles() : fromCommand()).filter(({ state }) => !state.startsWith("Z"));
}

function fromFiles(): Row[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The program's name before is in parentheses and may contain any character.
      const [state = "", parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trimEnd();
      return [{ pid: Number(name), parent: Number(parent), leader: Number(session), state, command }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

function fromCommand(): Row[] {
  const options = ["-A", "-ww", "-o", "pid=,ppid=,pgid=,stat=,args="];
  // By absolute path, because a test may replace PATH.
  const out = execFileSync("/bin/ps", options, { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 });
  return out.split("\n").flatMap((line) => {
    const [, pid, parent, leader, state = "", command = ""] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), leader: Number(leader), state, command }];
  });
}

/** Whether a process of this machine still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One that nobody waits for, as in a container without an init, still gets signals.
  return rows().some((each) => each.pid === pid);
}

/** Sends a signal, unless the process has ended. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** How many processes use or want a core, that of whoever asks included. */
export const runningNow = (): number => rows().filter(({ state }) => state.startsWith("R")).length;

/** All processes that a process has started, directly or not. For a leader, also after it has ended. */
export function startedBy(root: number): RunningProcess[] {
  // Every process descends from the first one; a caller that ends the result must not end them all.
  if (root <= 1) return [];
  const all = rows();
  const found = new Map<number, Row>();
  const collect = (parent: number) => {
    for (const each of all) {
      if (each.pid === root || found.has(each.pid) || !(each.parent === parent || each.leader === root)) continue;
      found.set(each.pid, each);
      collect(each.pid);
    }
  };
  collect(root);
  return [...found.values()];
}
