/** Puts a platform together around its data. */
import { randomUUID } from "node:crypto";
import { createClock, runningHand, type Speed, systemTime, type Time } from "../clock.js";
import { createDashboard, type Dashboard, observedClock, storeListener } from "../dashboard/dashboard.js";
import { createFaults } from "../faults/faults.js";
import { createJournal } from "../journal.js";
import { openManualClock } from "../manual-clock.js";
import { createPlatform, type Platform } from "../platform.js";
import { startReading } from "../progress-in-store.js";
import { observed } from "../store/observed.js";
import type { Store } from "../store/store.js";
import type { LocalContext } from "./context.js";

export interface ContextSource extends Pick<LocalContext, "key" | "seed" | "endpoints" | "routes" | "sharesProcess"> {
  readonly store: Store;
  /** Path of the data file, or `:memory:`. */
  readonly data: string;
  readonly token?: string | undefined;
  readonly secret?: string | undefined;
  readonly speed: Speed;
  /** Kinds of records beside those of the product. */
  readonly recordKinds?: Platform["recordKinds"];
  /** The clocks of the machine, unless given. */
  readonly time?: Time;
}

export function createContext({
  store: opened,
  data,
  speed,
  time = systemTime,
  recordKinds,
  ...source
}: ContextSource): LocalContext {
  const instanceId = randomUUID();
  const faults = createFaults(() => dashboard.live.changed());
  const info = { endpoints: source.endpoints, data, startedAt: new Date(), instanceId };
  // The dashboard reads the platform, and hears of every write to it.
  const dashboard: Dashboard = createDashboard({ platform: () => platform, faults, info });
  const store = observed(opened, storeListener(dashboard));
  const manualClock = observedClock(openManualClock(store), dashboard);
  const hand = speed === "manual" ? manualClock : runningHand(startReading(store, speed, time), time);
  const platform: Platform = createPlatform(store, createClock(speed, hand, time), recordKinds);
  return { ...source, platform, journal: createJournal(), dashboard, faults, manualClock, instanceId };
}
