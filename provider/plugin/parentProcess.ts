import { basename } from "node:path";
import { type ProcessInfo, processInfo } from "./processInfo.js";

/** How many shells may be between the engine and this process. */
const maxShells = 5;
const shell = /^(?:(?:ba|da|z|k|a)?sh|busybox)$/;

interface Ancestors {
  readonly shells: readonly { readonly pid: number; readonly parent: number }[];
  readonly starter: number;
  /** Nothing where the operating system does not tell. */
  readonly info: ProcessInfo | undefined;
}

function ancestors(): Ancestors {
  const shells: { readonly pid: number; readonly parent: number }[] = [];
  let starter = process.ppid;
  for (;;) {
    const info = processInfo(starter);
    if (info === undefined || shells.length === maxShells || !shell.test(basename(info.executable)))
      return { shells, starter, info };
    shells.push({ pid: starter, parent: info.parent });
    starter = info.parent;
  }
}

/** The program that started this process, whatever shells are between them; nothing where the operating system does not tell. */
export function startingProgram(): ProcessInfo | undefined {
  return ancestors().info;
}

/**
 * Returns a function that says whether the process that started this one still runs. The engine starts a plugin with a shell
 * script, and the shell outlives the engine: so the parents of shells are watched as well.
 */
export function watchParents(): () => boolean {
  const parent = process.ppid;
  const { shells, starter } = ancestors();
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
