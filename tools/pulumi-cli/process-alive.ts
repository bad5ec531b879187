import { readFileSync } from "node:fs";

/** Linux keeps the number of a process that ended until its parent asks; in a container without an init nobody ever does. */
function hasEnded(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it, in parentheses, may hold anything.
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    return false;
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
  return !hasEnded(pid);
}
