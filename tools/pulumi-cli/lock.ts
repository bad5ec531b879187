import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Who holds a lock, as written into its file. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells one locking from the next by the same process. */
  readonly nonce: string;
}

export interface LockTimes {
  readonly pollMs: number;
  readonly heartbeatMs: number;
  /** A holder without a heartbeat for so long is taken for dead, even if a process has its number. */
  readonly silentMs: number;
}

const TIMES: LockTimes = { pollMs: 250, heartbeatMs: 5_000, silentMs: 60_000 };

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function ignoreMissing<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  const text = await ignoreMissing(readFile(file, "utf8"));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return { pid: 0, host: "", nonce: "" };
  }
}

/** Makes the lock file with its content in one step; false when there is one already. */
async function take(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${holder.nonce}`;
  await writeFile(draft, JSON.stringify(holder));
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function isDead(file: string, holder: Holder, times: LockTimes): Promise<boolean> {
  if (holder.host === hostname() && !isAlive(holder.pid)) return true;
  const seen = await ignoreMissing(stat(file));
  return seen !== undefined && Date.now() - seen.mtimeMs > times.silentMs;
}

/** Removes a dead holder's lock. Moving it away first makes sure that no lock taken meanwhile by somebody else is removed. */
async function clear(file: string, dead: Holder): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  if ((await ignoreMissing(rename(file, aside).then(() => true))) === undefined) return;
  const moved = await readHolder(aside);
  if (moved !== undefined && moved.nonce !== dead.nonce) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Runs `work` while no other process does so under the same lock file. A holder that was killed does not block.
 * @param onWait called once, with the holder's pid, when somebody else has the lock; what it returns is called when the wait is over
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
