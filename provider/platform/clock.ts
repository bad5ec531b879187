import { setTimeout as pause } from "node:timers/promises";

/** Time and chance, as every wait, deadline and jitter of the provider sees them; a simulation gives it others. */
export interface Time {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits so many milliseconds; fails with the signal's reason as soon as it aborts. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Evenly from 0 up to 1. */
  random(): number;
}

export const realTime: Time = {
  now: Date.now,
  async pause(milliseconds, signal) {
    if (signal === undefined) return pause(milliseconds);
    await pause(milliseconds, undefined, { signal }).catch(() => {
      throw signal.reason;
    });
  },
  timeout(milliseconds) {
    // Not AbortSignal.timeout: in Node 20 one that only AbortSignal.any knows is garbage, and then never aborts.
    const controller = new AbortController();
    const abort = () => controller.abort(new DOMException("The time is over.", "TimeoutError"));
    setTimeout(abort, milliseconds).unref();
    return controller.signal;
  },
  random: Math.random,
};
