import { keepFailureRules } from "../failure-rules.js";
import { plant } from "../seed.js";
import { clear } from "../store/snapshot.js";
import type { LocalContext } from "./context.js";

/** Restores the initial content. Tokens stay valid. */
export function reset({ platform, seed, manualClock, journal, faults }: LocalContext): void {
  platform.store.write(() => {
    clear(platform.store);
    keepFailureRules(platform, []);
  });
  plant(platform.store, seed);
  manualClock.reset();
  journal.clear();
  faults.set([]);
}
