import { type Clock, systemClock } from "../provider/platform/clock.js";

/** Milliseconds between two looks at the timers. */
const tick = 10;

/** Milliseconds of this clock that pass between them, however late the second one is. */
const pace = 40;

/**
 * A clock four times as fast as others, which stands still while this process does not run, for tests with time limits of a
 * second: on a busy machine, a platform in the same process is as late as the clock is.
 */
function newSteadyClock(): Clock {
  let time = 0;
  const due = new Map<object, { readonly at: number; readonly call: () => void }>();
  const pass = () => {
    time += pace;
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

export const steadyClock = newSteadyClock();
