/**
 * Waits for another program that has locked the data file. The driver could wait by itself, but all other requests would
 * have to wait with it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isLocked } from "./trouble.js";

export const retryMilliseconds = 20;
/** How long a request waits before it is refused. */
export const patienceMilliseconds = 5_000;

/** Does the work, again and again if the file is locked. Returns at once what can be done at once. */
export function whileLocked<T>(work: () => T): T | Promise<Awaited<T>> {
  try {
    return work();
  } catch (error) {
    if (!isLocked(error)) throw error;
    return again(work, performance.now() + patienceMilliseconds);
  }
}

async function again<T>(work: () => T, until: number): Promise<Awaited<T>> {
  for (;;) {
    await sleep(retryMilliseconds);
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
    }
  }
}
