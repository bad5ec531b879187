import { setImmediate } from "node:timers/promises";
import { type Clock, systemClock } from "./provider.js";

/** Milliseconds between two looks at the timers. */
const tick = 10;

/** A clock whose time passes only where it is told to. */
function newClock() {
  let time = 0;
  const due = new Map<object, { readonly at: number; readonly call: () => void }>();
  const after = (milliseconds: number, call: () => void) => {
    const timer = {};
    due.set(timer, { at: time + milliseconds, call });
    return () => void due.delete(timer);
  };
  const sleep: Clock["sleep"] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = after(milliseconds, () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      });
      if (signal?.aborted) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
    });
  return {
    clock: { ...systemClock, elapsed: () => time, after, sleep },
    passTo(moment: number) {
      time = moment;
      for (const [timer, { at, call }] of due) if (at <= time && due.delete(timer)) call();
    },
    nextTimer: () => Math.min(...[...due.values()].map(({ at }) => at)),
  };
}

/**
 * A clock that stands still while this process does not run, for tests with time limits of a second: on a busy machine, a platform in
 * the same process is as late as the clock is.
 *
 * @param speed How many times as fast as others it is.
 */
function newSteadyClock(speed: number): Clock {
  const { clock, passTo } = newClock();
  // However late this look is.
  setInterval(() => passTo(clock.elapsed() + tick * speed), tick).unref();
  return clock;
}

export const steadyClock = newSteadyClock(4);

/** For waits of a minute. */
export const fastClock = newSteadyClock(100);

/** For a platform that is nothing but a function in this process. */
export const quickClock = newSteadyClock(10);

/**
 * A clock for which nothing takes time but delays, and what a test says: then the next time limit passes. How fast the machine is
 * doesn't matter.
 */
export function newStoppedClock(): { readonly clock: Clock; readonly passLimit: () => void } {
  const { clock, passTo, nextTimer } = newClock();
  const sleep: Clock["sleep"] = async (milliseconds, signal) => {
    const slept = clock.sleep(milliseconds, signal);
    passTo(clock.elapsed() + milliseconds);
    await slept;
    // Lets other callbacks run, so that a loop of delays that never ends doesn't block the process.
    await setImmediate();
  };
  return { clock: { ...clock, sleep }, passLimit: () => passTo(nextTimer()) };
}

/** A clock whose time passes only while something is awaited: from one timer to the next. */
export function newVirtualClock(): { readonly clock: Clock; readonly during: <T>(work: Promise<T>) => Promise<T> } {
  const { clock, passTo, nextTimer } = newClock();
  return {
    clock,
    async during(work) {
      let isSettled = false;
      const settle = () => {
        isSettled = true;
      };
      work.then(settle, settle);
      while (!isSettled) {
        // Whatever is ready runs first.
        for (let turn = 0; turn < 5; turn += 1) await setImmediate();
        if (!isSettled && nextTimer() < Number.POSITIVE_INFINITY) passTo(nextTimer());
      }
      return work;
    },
  };
}
