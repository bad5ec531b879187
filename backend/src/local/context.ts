/** A running platform, as the local paths and the program that started it see it. */
import type { Dashboard } from "../dashboard/dashboard.js";
import type { Faults } from "../faults/faults.js";
import type { Journal } from "../journal.js";
import type { ManualClock } from "../manual-clock.js";
import type { Platform } from "../platform.js";
import type { EndpointSet, Route } from "../routes/route.js";
import type { SeedFile } from "../seed.js";
import type { SigningKey } from "../tokens.js";

export interface LocalContext {
  readonly platform: Platform;
  readonly journal: Journal;
  readonly dashboard: Dashboard;
  readonly faults: Faults;
  readonly key: SigningKey;
  /** An access token with the role admin that is always valid. */
  readonly token?: string | undefined;
  readonly manualClock: ManualClock;
  readonly seed: SeedFile | undefined;
  readonly endpoints: EndpointSet;
  readonly routes: readonly Route[];
  /** What requests to the local paths must send; undefined if nothing. */
  readonly secret?: string | undefined;
  /** Identifies this run of the platform: a pid may be reused, this is not. */
  readonly instanceId: string;
  /** Whether the process does more than run this platform, so that no fault may end it. */
  readonly sharesProcess: boolean;
}
