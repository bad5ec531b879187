import { basename } from "node:path";
import { processInfo } from "./processInfo.js";

/** How many shells may be between the engine and this process. */
const maxShells = 5;
const shell = /^(?:(?:ba|da|z|k|a)?sh|busybox)$/;

/**
 * Returns a function that says whether the process that started this one still runs. The engine starts a plugin with a shell
 * script, and the shell outlives the engine: so the parents of shells are watched as well.
 */
export function watchParents(): () => boolean {
  const parent = process.ppid;
  const shells: { readonly pid: number; readonly parent: number }[] = [];
  let starter = parent;
  while (shells.length < maxShells) {
    const found = processInfo(starter);
    if (found === undefined || !shell.test(basename(found.executable))) break;
    shells.push({ pid: starter, parent: found.parent });
    starter = found.parent;
  }
  // Only files tell the parent of another process at no cost; elsewhere, a signal that is none tells whether the starter runs.
  const areShellsAsBefore = () => shells.every(({ pid, parent: before }) => processInfo(pid)?.parent === before);
  const isSame = process.platform === "linux" ? areShellsAsBefore : () => isRunning(starter);
  return () => process.ppid === parent && isSame();
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
