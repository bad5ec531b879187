/** The manual clock. Its reading is stored in the data file, so a restart does not move it. */
import type { ClockHand } from "./clock.js";
import { latestStart } from "./progress-in-store.js";
import type { Store } from "./store/store.js";

/** The last reading that is a date. */
export const latestReading = 8.64e15;
/** By how many seconds a request may advance the clock. */
export const longestAdvance = 1e9;

export interface ManualClock extends ClockHand {
  advance(seconds: number): void;
  /** Sets the reading, in milliseconds. */
  set(reading: number): void;
  reset(): void;
}

const key = "manual-clock";

export function openManualClock(store: Store): ManualClock {
  const stored = store.meta.get(key);
  // Never behind anything that started under another clock.
  let hand = Math.max(stored === undefined ? Date.now() : Number(stored), latestStart(store));
  const set = (value: number) => {
    hand = value;
    // One statement: a transaction of its own, or a part of the one around it.
    store.meta.set(key, String(value));
  };
  return {
    get: () => hand,
    set,
    advance: (seconds) => set(hand + seconds * 1000),
    reset: () => set(Date.now()),
  };
}
