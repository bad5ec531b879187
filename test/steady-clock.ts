import { type Clock, systemClock } from "./provider.js";

/** Milliseconds between two looks at the timers. */
const tick = 10;

/**
 * A clock that stands still while this process does not run, for tests with time limits of a second: on a busy machine, a platform in
 * the same process is as late as the clock is.
 *
 * @param speed How many times as fast as others it is.
 */
function newSteadyClock(speed: number): Clock {
  let time = 0;
  const due = new Map<object, { readonly at: number; readonly call: () => void }>();
  const pass = () => {
    // However late this look is.
    time += tick * speed;
    for (const [timer, { at, call }] of due) if (at <= time && due.delete(timer)) call();
  };
  setInterval(pass, tick).unref();
  const after = (milliseconds: number, call: () => void) => {
    const timer = {};
    due.set(timer, { at: time + milliseconds, call });
    return () => void due.delete(timer);
  };
  return {
    ...systemClock,
    elapsed: () => time,
    after,
    sleep: (milliseconds, signal) =>
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
      }),
  };
}

export const steadyClock = newSteadyClock(4);

/** For a platform that is nothing but a function in this process. */
export const quickClock = newSteadyClock(10);
