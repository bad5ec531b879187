import { setTimeout as sleep } from "node:timers/promises";

/** Time and chance: every wait, deadline and jitter of the provider comes from here. A simulation passes its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits this many milliseconds; fails with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after this many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  async sleep(milliseconds, signal) {
    if (signal === undefined) return sleep(milliseconds);
    await sleep(milliseconds, undefined, { signal }).catch(() => {
      throw signal.reason;
    });
  },
  timeout(milliseconds) {
    // Not AbortSignal.timeout: in Node 20, a signal that only AbortSignal.any references is collected as garbage and never aborts.
    const controller = new AbortController();
    const abort = () => controller.abort(new DOMException("The time limit has passed.", "TimeoutError"));
    setTimeout(abort, milliseconds).unref();
    return controller.signal;
  },
  random: Math.random,
};
