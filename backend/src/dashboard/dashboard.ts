/** What a running platform keeps for its dashboard. */
import type { AddressInfo } from "node:net";
import type { Faults } from "../faults/faults.js";
import type { ManualClock } from "../manual-clock.js";
import type { Platform } from "../platform.js";
import type { StoreListener } from "../store/observed.js";
import { type Content, createContent } from "./content.js";
import type { InfoSource } from "./info.js";
import { createLiveEvents, type LiveEvents } from "./live-events.js";
import { createReplays, type Replays } from "./requests/replays.js";
import { createRequestLog, type RequestLog } from "./requests/request-log.js";
import { createViews, type Views } from "./views.js";

export interface Dashboard {
  readonly content: Content;
  readonly log: RequestLog;
  readonly views: Views;
  readonly live: LiveEvents;
  readonly replays: Replays;
  /** Where the server listens. */
  address?: AddressInfo;
}

interface DashboardSource {
  readonly platform: () => Platform;
  readonly faults: Faults;
  readonly info: Omit<InfoSource, "clock">;
}

export function createDashboard({ platform, faults, info }: DashboardSource): Dashboard {
  const content = createContent(platform);
  const log = createRequestLog();
  const views = createViews({ platform, content, log, faults, info });
  const live = createLiveEvents(views);
  log.onChange(live.changed);
  return { content, log, views, live, replays: createReplays() };
}

/** Tells the dashboard what is written to the store. */
export function storeListener({ content, live }: Dashboard): StoreListener {
  return {
    service(id) {
      content.service(id);
      live.changed();
    },
    deployment(deployment) {
      content.deployment(deployment);
      live.changed();
    },
    record(kind, parentId) {
      content.record(kind, parentId);
      live.changed();
    },
    cleared() {
      content.cleared();
      live.reset();
    },
  };
}

/** The clock, which tells the dashboard when it is advanced. */
export function observedClock(clock: ManualClock, { live }: Dashboard): ManualClock {
  return {
    ...clock,
    advance(seconds) {
      clock.advance(seconds);
      live.clockChanged();
    },
  };
}
