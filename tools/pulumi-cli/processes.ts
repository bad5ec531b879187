import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** The leader of its group and, where that can be told, of its session: both outlive their leaders. */
  readonly leaders: readonly number[];
  readonly command: string;
}

const HAS_PROC = process.platform === "linux";

interface Stat {
  readonly state: string;
  readonly parent: number;
  readonly leaders: readonly number[];
}

function readStat(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it, in parentheses, may hold anything.
    const [state = "", parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent), leaders: [Number(group), Number(session)] };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine still does anything. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  // Linux keeps the number of a process that ended until its parent asks; in a container without an init nobody ever does.
  return !HAS_PROC || readStat(pid)?.state !== "Z";
}

/** Sends a signal, unless the process has ended in the meantime. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
  } catch {
    return "";
  }
}

function fromProc(): RunningProcess[] {
  return readdirSync("/proc").flatMap((entry) => {
    const pid = Number(entry);
    const stat = Number.isInteger(pid) ? readStat(pid) : undefined;
    return stat ? [{ pid, parent: stat.parent, leaders: stat.leaders, command: readCommand(pid) }] : [];
  });
}

function fromPs(): RunningProcess[] {
  // By its place, not by PATH, which holds what the caller puts there.
  const { stdout } = spawnSync("/bin/ps", ["-axo", "pid=,ppid=,pgid=,args="], {
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, group, command = ""] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), leaders: [Number(group)], command }];
  });
}

/** Everything that a process has started, directly or not; if it leads a group, also after it has ended itself. */
export function startedBy(root: number): RunningProcess[] {
  // Of the system's first process everything descends; whoever ends what this gives must not get that.
  if (root <= 1) return [];
  const all = HAS_PROC ? fromProc() : fromPs();
  const found = new Map<number, RunningProcess>();
  const collect = (parent: number) => {
    for (const each of all) {
      if (each.pid === root || found.has(each.pid) || !(each.parent === parent || each.leaders.includes(root)))
        continue;
      found.set(each.pid, each);
      collect(each.pid);
    }
  };
  collect(root);
  return [...found.values()];
}
