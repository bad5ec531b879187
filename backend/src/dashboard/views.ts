/** What the events of the dashboard are made of. */
import type { Faults } from "../faults/faults.js";
import type { Platform } from "../platform.js";
import type { Content } from "./content.js";
import type {
  ClusterSummary,
  DeploymentSummary,
  FaultRules,
  PlatformInfo,
  RequestSummary,
  ResourceSummary,
  ServiceSummary,
} from "./contract.js";
import { createEnvironmentRows, type EnvironmentRows } from "./environment-rows.js";
import { type InfoSource, platformInfo } from "./info.js";
import { areClustersMoving, clusterSummaries } from "./organization.js";
import type { RequestLog } from "./requests/request-log.js";
import { requestSummary, serviceNamer } from "./requests/request-summaries.js";
import { deploymentSummaries, serviceSummaries } from "./summaries.js";

export interface Views {
  info(): PlatformInfo;
  readonly environments: EnvironmentRows;
  services(environmentId: string): ServiceSummary[];
  others(environmentId: string): readonly ResourceSummary[];
  deployments(environmentId: string): DeploymentSummary[];
  clusters(): readonly ClusterSummary[];
  /** Whether the state of a cluster changes with the time. */
  areClustersMoving(): boolean;
  faults(): FaultRules;
  totalRequests(): number;
  recordWrites(): number;
  /** Oldest first. */
  requestsAfter(id: number): RequestSummary[];
}

export interface ViewSource {
  readonly platform: () => Platform;
  readonly content: Content;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly info: Omit<InfoSource, "clock">;
}

export function createViews({ platform, content, log, faults, info }: ViewSource): Views {
  return {
    info: () => platformInfo({ ...info, clock: platform().clock }),
    environments: createEnvironmentRows(platform, content),
    services: (environmentId) => serviceSummaries(platform(), content, environmentId),
    others: content.others,
    deployments: (environmentId) => deploymentSummaries(platform(), content, environmentId),
    clusters: () => clusterSummaries(platform()),
    areClustersMoving: () => areClustersMoving(platform()),
    faults: () => shownFaults(faults),
    totalRequests: log.total,
    recordWrites: content.recordWrites,
    requestsAfter(id) {
      const nameOf = serviceNamer(log, platform());
      return [...log.newestAfter(id)].reverse().map((request) => requestSummary(request, nameOf));
    },
  };
}

/** The rules; a body that a rule sends may be anything, so it is not shown. */
function shownFaults(faults: Faults): FaultRules {
  return { rules: faults.list().map((rule) => ({ ...rule, body: null })) };
}
