/**
 * A clock for tests with real connections and short time limits: time in which this process did not run, because the machine
 * was busy with something else, hardly counts. So no limit passes before what it limits had its turn.
 */
import type { Clock } from "../../../provider/platform/clock.js";

const tick = 10;
/** How much one turn of the event loop counts at most, in milliseconds. */
const most = 2 * tick;

interface Waiting {
  readonly until: number;
  readonly call: () => void;
}

export function unhurriedClock(): Clock {
  let now = Date.now();
  let last = Date.now();
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  function turn(): void {
    const present = Date.now();
    now += Math.min(most, present - last);
    last = present;
    for (const each of waiting) {
      if (each.until > now) continue;
      waiting.delete(each);
      each.call();
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function after(milliseconds: number, call: () => void): () => void {
    if (timer === undefined) {
      last = Date.now();
      timer = setInterval(turn, tick).unref();
    }
    const each = { until: now + milliseconds, call };
    waiting.add(each);
    return () => void waiting.delete(each);
  }

  return {
    now: () => now,
    after,
    random: Math.random,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const fail = () => {
          cancel();
          reject(signal?.reason);
        };
        const cancel = after(milliseconds, () => {
          signal?.removeEventListener("abort", fail);
          resolve();
        });
        signal?.addEventListener("abort", fail, { once: true });
      }),
  };
}
