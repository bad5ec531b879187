import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { connect } from "node:http2";
import { basename } from "node:path";

export interface ProcessInfo {
  readonly parent: number;
  readonly executable: string;
  readonly args: readonly string[];
  readonly folder: string | undefined;
}

/** When a process started, as the system writes it; nothing if it isn't running or the system doesn't say. */
export function processStart(pid: number, system: NodeJS.Platform = process.platform): string | undefined {
  if (system === "win32") return undefined;
  try {
    if (system !== "linux") return ask("ps", "-o", "lstart=", "-p", String(pid)) || undefined;
    return statOf(pid)[19];
  } catch {
    return undefined;
  }
}

/** A process by its ID, read from files on Linux, elsewhere with standard commands. */
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

/** State, parent and further fields of a process, as Linux numbers them from 3 on. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before them is in parentheses and may contain any character.
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

/** Maximum number of shells between the engine and this process. */
const maxShells = 5;
const shell = /^(?:(?:ba|da|z|k|a)?sh|busybox)$/;

interface Ancestors {
  readonly shells: readonly { readonly pid: number; readonly parent: number }[];
  readonly starter: number;
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

/** The program that started this process, apart from shells; nothing if the system doesn't say. */
export function startingProgram(): ProcessInfo | undefined {
  return ancestors().info;
}

/**
 * Returns a function that says whether the process that started this one still runs. The engine starts a plugin with a shell script,
 * which outlives the engine, so the parents of shells are watched too.
 */
export function watchParents(): () => boolean {
  const parent = process.ppid;
  const { shells, starter } = ancestors();
  // A file shows the parent of another process at no cost. Elsewhere, signal 0 shows whether the starter runs.
  const areShellsAsBefore = () => shells.every(({ pid, parent: before }) => processInfo(pid)?.parent === before);
  const isSame = process.platform === "linux" ? areShellsAsBefore : () => isRunning(starter);
  return () => process.ppid === parent && isSame();
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Address of this plugin's engine, such as `127.0.0.1:41234`; nothing outside of a plugin. It's the last argument: with `--tracing`,
 * `--logflow` or `-v`, flags come first.
 */
export function engineAddress(args: readonly string[] = process.argv.slice(2)): string | undefined {
  return args.findLast((each) => /^[\w.:[\]-]+:\d+$/.test(each));
}

/** Delay before reconnecting to the engine, in milliseconds. */
const reconnectDelay = 50;

/** Interval between checks of the process that started this one, in milliseconds. */
const parentInterval = 1_000;

/**
 * Calls back once when the engine is gone: nothing listens at its address any more, or the process that started this one has ended. A
 * plugin may outlive a killed engine by minutes, and no state would contain what it creates then.
 *
 * An idle HTTP/2 session, the engine's protocol, notices that at once and costs nothing. Watching the parent also works if there never
 * was a session, or if another process keeps the socket open.
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
