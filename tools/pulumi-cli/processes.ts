import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** The leaders of its process group and, where known, of its session. A group and a session outlive their leader. */
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
    // The name before the state is in parentheses and may contain any character.
    const [state = "", parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent), leaders: [Number(group), Number(session)] };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process of another user is alive too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  // A zombie has ended, but Linux keeps its pid until its parent waits for it; in a container without an init nobody does.
  return !HAS_PROC || readStat(pid)?.state !== "Z";
}

/** Sends a signal, unless the process has ended. */
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
  // By absolute path, because the caller controls PATH.
  const { stdout } = spawnSync("/bin/ps", ["-axo", "pid=,ppid=,pgid=,args="], {
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, group, command = ""] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), leaders: [Number(group)], command }];
  });
}

/** All processes that a process has started, directly or not. For a group leader, also after it has ended. */
export function startedBy(root: number): RunningProcess[] {
  // Every process descends from the first one; a caller that ends the result must not end them all.
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
