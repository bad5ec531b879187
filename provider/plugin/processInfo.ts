import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { connect } from "node:http2";
import { basename } from "node:path";

/** A running process, as the operating system describes it. */
export interface ProcessInfo {
  readonly parent: number;
  /** Path of its program. */
  readonly executable: string;
  readonly args: readonly string[];
  /** Its current folder. */
  readonly folder: string | undefined;
}

/** When a process started, in the system's own terms; nothing if it isn't running, or if the system doesn't say. */
export function processStart(pid: number, system: NodeJS.Platform = process.platform): string | undefined {
  if (system === "win32") return undefined;
  try {
    if (system !== "linux") return ask("ps", "-o", "lstart=", "-p", String(pid)) || undefined;
    return statOf(pid)[19];
  } catch {
    return undefined;
  }
}

/** A process by its ID: from files on Linux, elsewhere from standard commands. */
export function processInfo(pid: number, system: NodeJS.Platform = process.platform): ProcessInfo | undefined {
  if (system === "win32") return undefined;
  try {
    return system === "linux" ? fromFiles(pid) : fromCommands(pid);
  } catch {
    return undefined;
  }
}

function fromFiles(pid: number): ProcessInfo {
  const [, parent] = statOf(pid);
  return {
    parent: Number(parent),
    executable: readlinkSync(`/proc/${pid}/exe`),
    args: readFileSync(`/proc/${pid}/cmdline`, "utf8").replace(/\0$/, "").split("\0"),
    folder: readlinkSync(`/proc/${pid}/cwd`),
  };
}

/** The state of a process, its parent, and so on, as Linux numbers them from the third on. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before is in parentheses and may contain any character.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function ask(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: "utf8", timeout: 5_000, stdio: ["ignore", "pipe", "ignore"] }).trim();
}

function fromCommands(pid: number): ProcessInfo {
  const [parent = "", ...args] = ask("ps", "-ww", "-o", "ppid=,args=", "-p", String(pid)).split(/\s+/);
  return {
    parent: Number(parent),
    executable: ask("ps", "-ww", "-o", "comm=", "-p", String(pid)),
    args,
    folder: folderOf(() => ask("lsof", "-a", "-p", String(pid), "-d", "cwd", "-Fn")),
  };
}

function folderOf(listFiles: () => string): string | undefined {
  try {
    return /^n(.*)$/m.exec(listFiles())?.[1];
  } catch {
    return undefined;
  }
}

/** How many shells may be between the engine and this process. */
const maxShells = 5;
const shell = /^(?:(?:ba|da|z|k|a)?sh|busybox)$/;

interface Ancestors {
  readonly shells: readonly { readonly pid: number; readonly parent: number }[];
  readonly starter: number;
  /** Nothing if the operating system doesn't say. */
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

/** The program that started this process, skipping shells in between; nothing if the operating system doesn't say. */
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
  // Reading a file shows the parent of another process at no cost. Elsewhere, signal 0 shows whether the starter runs.
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

/**
 * Address of the engine that this plugin process works for, such as `127.0.0.1:41234`; none outside a plugin. Pulumi passes it last:
 * with `--tracing`, `--logflow` or `-v`, flags come before it.
 */
export function engineAddress(args: readonly string[] = process.argv.slice(2)): string | undefined {
  return args.findLast((each) => /^[\w.:[\]-]+:\d+$/.test(each));
}

/** Delay before reconnecting to the engine after its connection broke, in milliseconds. */
const reconnectDelay = 50;

/** Time between two checks of the process that started this one, in milliseconds. */
const parentInterval = 1_000;

/**
 * Calls back once when the engine is gone: it was there, and nothing is listening at its address any more, or the process
 * that started this one has ended. A plugin may outlive a killed engine by minutes, and no state would ever contain what it
 * creates then.
 *
 * An idle HTTP/2 session, the protocol of the engine, detects that immediately and costs nothing. Watching the parent process
 * also works if the session was never established, or if another process keeps its socket open.
 */
export function watchEngine(address: string, whenGone: () => void): void {
  let isGone = false;
  const isParentThere = watchParents();
  const timer = setInterval(() => {
    if (!isParentThere()) onGone();
  }, parentInterval).unref();
  const onGone = () => {
    clearInterval(timer);
    if (!isGone) whenGone();
    isGone = true;
  };
  let wasThere = false;
  const watch = () => {
    const session = connect(`http://${address}`);
    session.unref();
    let isRefused = false;
    session.once("connect", () => {
      wasThere = true;
      session.unref();
    });
    session.on("error", ({ code }: NodeJS.ErrnoException) => {
      isRefused = code === "ECONNREFUSED";
    });
    session.once("close", () => {
      if (isRefused && wasThere) onGone();
      else if (wasThere) setTimeout(watch, reconnectDelay).unref();
    });
  };
  watch();
}
