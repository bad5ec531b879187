import { execFileSync } from "node:child_process";
import { isAlive } from "../../tools/pulumi-cli/process-alive.js";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): Process[] {
  const table = execFileSync("ps", ["-axo", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 });
  return table.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Everything that a process has started, directly or not. */
export function descendants(root: number): Process[] {
  const all = processes();
  const found: Process[] = [];
  const collect = (parent: number) => {
    for (const child of all.filter((each) => each.parent === parent)) {
      found.push(child);
      collect(child.pid);
    }
  };
  collect(root);
  return found;
}

export function stillRunning(seen: readonly Process[]): string[] {
  return seen.filter(({ pid }) => isAlive(pid)).map(({ command }) => command);
}
