import { setTimeout as sleep } from "node:timers/promises";

/** Time and randomness: every wait, deadline and jitter of the provider uses this. A simulation passes its own. */
export interface Clock {
  /** Milliseconds since the epoch; jumps when somebody sets the system's clock. */
  now(): number;
  /** Milliseconds since a fixed moment, for durations and deadlines: never jumps. */
  elapsed(): number;
  /** Waits this many milliseconds; fails with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls back after this many milliseconds, unless the returned function is called first. Doesn't keep the process alive. */
  after(milliseconds: number, call: () => void): () => void;
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  async sleep(milliseconds, signal) {
    await sleep(milliseconds, undefined, { signal }).catch(() => {
      throw signal?.reason;
    });
  },
  after(milliseconds, call) {
    // A timer counts whole milliseconds, the first of which may be almost over: a deadline must really have passed.
    const timer = setTimeout(call, Math.ceil(milliseconds) + 1).unref();
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** The reason of a signal whose time limit has passed. */
export function timeLimitPassed(): DOMException {
  return new DOMException("The time limit has passed.", "TimeoutError");
}

/**
 * A signal that aborts after this many milliseconds. Not AbortSignal.timeout: in Node 20, a signal that only AbortSignal.any
 * references is collected as garbage and never aborts.
 */
export function timeoutSignal(clock: Clock, milliseconds: number): AbortSignal {
  const controller = new AbortController();
  clock.after(milliseconds, () => controller.abort(timeLimitPassed()));
  return controller.signal;
}
