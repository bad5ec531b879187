import { spawnSync } from "node:child_process";

/** Whether a process still does anything. One that has ended but was not collected (in a container without an init) does not. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  const state = stdout.trim();
  return state !== "" && !state.startsWith("Z");
}
