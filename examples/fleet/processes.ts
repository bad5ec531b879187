import { spawnSync } from "node:child_process";

/** Kills a run with all that it has started. Pulumi's plugins have process groups of their own, but belong to the session of the run. */
export function killRun(pid: number): void {
  // Without `ps`, as in small images, plugins may stay.
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,sess="], { encoding: "utf8" });
  const table = (stdout ?? "").split("\n").map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const members = table.filter(([, session]) => session === pid).map(([member]) => member);
  for (const each of [-pid, ...members]) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}
