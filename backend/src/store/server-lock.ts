/**
 * Ensures that only one platform uses a data file: each keeps everything in memory and would not see another one's changes. A file
 * beside the data file names its owner, on every system and also for processes in other containers and on other machines. Where the
 * system can, the data file itself is locked as well: that counts for its other names, and where the folder can't be written.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError } from "../command-error.js";
import { refuseSpecialFile } from "../regular-file.js";
import { ownMode } from "./journal.js";

export interface ServerLock {
  release(): void;
}

/** Not with `recursive`: Node.js never returns where a folder cannot be made, such as below `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Locks the data file, until it is closed or the process ends. Node.js can't do that, but the command of util-linux and BusyBox can:
 * the lock belongs to the open file, which outlives the command. Undefined if that is not possible here.
 */
function lockFile(descriptor: number): boolean | undefined {
  const { status } = spawnSync("flock", ["-x", "-n", "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
  if (status === 0) return true;
  return status === 1 ? false : undefined;
}

/** The process that uses a data file. */
interface Owner {
  /** No other has it. */
  readonly id: string;
  /** The machine since it was started. */
  readonly machine: string;
  /** Process numbers are those of a container, where there are such. */
  readonly container: string;
  readonly pid: number;
  /** Another process may get the number later. Null if that is unknown. */
  readonly started: string | null;
  readonly isFileLocked: boolean;
}

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const textOf = (file: string) => tryTo(() => readFileSync(file, "utf8"));

/** When a process was started, on Linux. */
function startOf(pid: number): string | null {
  const fieldsOf = (process: string | number) => tryTo(() => readFileSync(`/proc/${process}/stat`, "utf8"));
  // Otherwise, these are the processes of another container.
  if (fieldsOf("self")?.startsWith(`${process.pid} `) !== true) return null;
  // The name of the program may contain spaces and parentheses.
  const fields = fieldsOf(pid)
    ?.replace(/^.*\) /s, "")
    .split(" ");
  return fields?.[19] ?? null;
}

function thisProcess(isFileLocked: boolean): Owner {
  return {
    id: randomUUID(),
    machine: textOf("/proc/sys/kernel/random/boot_id")?.trim() ?? hostname(),
    container: tryTo(() => readlinkSync("/proc/self/ns/pid")) ?? "",
    pid: process.pid,
    started: startOf(process.pid),
    isFileLocked,
  };
}

function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Whether an owner is still there; undefined if that can't be said from here. */
function isThere(owner: Owner, mine: Owner): boolean | undefined {
  if (owner.machine !== mine.machine) return undefined;
  // It would still have the lock that is mine now.
  if (owner.isFileLocked && mine.isFileLocked) return false;
  if (owner.container !== mine.container) return undefined;
  if (!hasProcess(owner.pid)) return false;
  const started = startOf(owner.pid);
  return owner.started === null || started === null ? undefined : owner.started === started;
}

/** In milliseconds. */
interface LockTimes {
  /** How often an owner touches its file. */
  readonly beat: number;
  /** An owner that hasn't done so for this long is gone. */
  readonly patience: number;
}

/**
 * Removes the file of an owner that is gone. Several processes may be about to: of those, one may remove the file with this text, which
 * is why a process that is late can't remove that of a new owner.
 */
async function removeStale(path: string, text: string, mine: Owner, timeout: number): Promise<void> {
  const claim = `${path}-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  if (!(await own(claim, mine, timeout))) return;
  if (textOf(path) === text) rmSync(path, { force: true });
  rmSync(claim, { force: true });
}

/** Creates the file that names the owner; false if another one is there. Throws if there can't be such a file. */
async function own(path: string, mine: Owner, timeout: number): Promise<boolean> {
  let seen: { text: string; touched: number; since: number } | undefined;
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: "wx", mode: ownMode });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        // On a full disk, it can be created, but not written.
        if (textOf(path) === "") tryTo(() => rmSync(path));
        throw error;
      }
    }
    const found = tryTo(() => ({ text: readFileSync(path, "utf8"), touched: statSync(path).mtimeMs }));
    if (found === undefined) continue;
    const { text, touched } = found;
    // Its owner may be about to write it.
    const owner = tryTo(() => JSON.parse(text) as Owner);
    const isOwned = owner && isThere(owner, mine);
    if (isOwned === true || (seen?.text === text && seen.touched !== touched)) return false;
    if (seen?.text !== text) seen = { text, touched, since: performance.now() };
    const isGone = isOwned === false || performance.now() - seen.since > timeout;
    if (isGone) await removeStale(path, text, mine, timeout);
    else await pause(100);
  }
}

/** Touches the file of its owner until it is released. */
function keep(path: string, { id }: Owner, beat: number): ServerLock {
  const isMine = () => textOf(path)?.includes(id) === true;
  const touch = () => isMine() && tryTo(() => utimesSync(path, new Date(), new Date()));
  const timer = setInterval(touch, beat).unref();
  return {
    release() {
      clearInterval(timer);
      if (isMine()) rmSync(path, { force: true });
    },
  };
}

/** Makes the data file, and its folder, if there is none. */
export async function lockForServer(
  file: string,
  { beat, patience: timeout }: LockTimes = { beat: 2000, patience: 15_000 },
): Promise<ServerLock> {
  if (file === ":memory:") return { release: () => undefined };
  makeFolder(dirname(resolve(file)));
  refuseSpecialFile(file);
  const descriptor = openSync(file, "a", ownMode);
  try {
    const isLocked = lockFile(descriptor);
    const path = `${realpathSync(file)}-lock`;
    const mine = thisProcess(isLocked === true);
    const isOwned = isLocked !== false && (await own(path, mine, timeout).catch((error) => withoutOwner(error, mine)));
    if (!isOwned) {
      throw new CommandError(`Another platform already uses the data file ${file}. Stop it, or use another file.`);
    }
    const lock = keep(path, mine, beat);
    return {
      release() {
        lock.release();
        closeSync(descriptor);
      },
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** In a folder that can't be written, the lock of the data file has to do. */
function withoutOwner(error: Error, { isFileLocked }: Owner): true {
  if (isFileLocked) return true;
  throw new Error(`it can't be locked without the command flock, or files in its folder: ${error.message}`);
}
