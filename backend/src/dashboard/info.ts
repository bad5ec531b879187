import { resolve } from "node:path";
import type { Clock } from "../clock.js";
import type { EndpointSet } from "../routes/route.js";
import { seededIds } from "../seed.js";
import { version } from "../version.js";
import type { PlatformInfo } from "./contract.js";

export interface InfoSource {
  readonly endpoints: EndpointSet;
  readonly clock: Clock;
  /** Path of the data file, or `:memory:`. */
  readonly data: string;
  readonly startedAt: Date;
  readonly instanceId: string;
}

export function platformInfo({ endpoints, clock, data, startedAt, instanceId }: InfoSource): PlatformInfo {
  return {
    version,
    endpoints,
    speed: clock.speed,
    dataFile: data === ":memory:" ? null : resolve(data),
    startedAt: startedAt.toISOString(),
    clockReading: clock.speed === "manual" ? new Date(clock.reading()).toISOString() : null,
    instanceId,
    organizationId: seededIds.organization,
  };
}
