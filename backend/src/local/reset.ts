import { keepFailureRules } from "../failure-rules.js";
import { plant } from "../seed.js";
import type { LocalContext } from "./context.js";

/** Restores the initial content. Tokens stay valid. */
export function reset({ platform, seed, manualClock, journal, faults, dashboard }: LocalContext): void {
  platform.store.write(() => {
    platform.store.clear();
    keepFailureRules(platform, []);
  });
  plant(platform.store, seed);
  manualClock.reset();
  journal.clear();
  dashboard.log.clear();
  faults.set([]);
}
