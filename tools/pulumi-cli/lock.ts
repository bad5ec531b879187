import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./processes.js";

/** The holder of a lock, as its file names it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Differs each time that the same process takes the lock. */
  readonly nonce: string;
}

export interface LockTimes {
  readonly pollMs: number;
  readonly heartbeatMs: number;
  /** A holder without a heartbeat for this long counts as dead, even if a process has its pid. */
  readonly silentMs: number;
}

const TIMES: LockTimes = { pollMs: 250, heartbeatMs: 5_000, silentMs: 60_000 };

/** The holder of a lock file that is not readable. */
const UNKNOWN_HOLDER: Holder = { pid: 0, host: "", nonce: "" };

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

async function unlessMissing<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  const text = await unlessMissing(readFile(file, "utf8"));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return UNKNOWN_HOLDER;
  }
}

/** Creates the lock file together with its content, so that nobody reads half of it. */
async function take(file: string, holder: Holder): Promise<boolean> {
  const written = `${file}.${randomUUID()}`;
  await writeFile(written, JSON.stringify(holder), { flag: "wx" });
  try {
    await link(written, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(written, { force: true });
  }
}

async function isDead(file: string, holder: Holder, times: LockTimes): Promise<boolean> {
  if (holder.host === hostname() && !isAlive(holder.pid)) return true;
  const seen = await unlessMissing(stat(file));
  return seen !== undefined && Date.now() - seen.mtimeMs > times.silentMs;
}

/** Removes the lock of a dead holder. If another process has taken the lock meanwhile, it is restored. */
async function clear(file: string, dead: Holder): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  const moved = await unlessMissing(rename(file, aside).then(() => readHolder(aside)));
  if (moved === undefined) return;
  if (moved.nonce !== dead.nonce) await take(file, moved);
  await rm(aside, { force: true });
}

/**
 * Runs `work` while no other process holds the same lock file. A killed holder does not block.
 * The lock only saves work: in rare cases (a holder that slept for a minute) two processes may run at once.
 * @param onWait called once with the pid of the holder if another process holds the lock; the returned function is called after the wait
 */
export async function withLock<T>(
  file: string,
  signal: AbortSignal,
  onWait: (pid: number) => () => void,
  work: () => Promise<T>,
  times: LockTimes = TIMES,
): Promise<T> {
  const self: Holder = { pid: process.pid, host: hostname(), nonce: randomUUID() };
  let waited: (() => void) | undefined;
  try {
    while (!(await take(file, self))) {
      signal.throwIfAborted();
      const holder = await readHolder(file);
      if (holder === undefined) continue;
      if (await isDead(file, holder, times)) {
        await clear(file, holder);
        continue;
      }
      waited ??= onWait(holder.pid);
      await sleep(times.pollMs, undefined, { signal });
    }
  } finally {
    waited?.();
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, times.heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if ((await readHolder(file))?.nonce === self.nonce) await rm(file, { force: true });
  }
}
