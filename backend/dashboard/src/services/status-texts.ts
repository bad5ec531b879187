import type { ClusterSummary, ServiceSummary } from "../../../src/dashboard/contract.js";
import { lookOf } from "../parts/state-badge.js";

const texts: Readonly<Record<ServiceSummary["deploymentStatus"], string>> = {
  NEVER_DEPLOYED: "never deployed",
  UP_TO_DATE: "up to date",
  OUT_OF_DATE: "out of date",
};

type Status = Pick<ServiceSummary | ClusterSummary, "state" | "deploymentStatus">;

/** The API calls a service or a cluster out of date until its deployment ends, which here would read as if nothing happened. */
export function statusText({ state, deploymentStatus }: Status): string {
  return lookOf(state) === "busy" ? "in progress" : texts[deploymentStatus];
}

export const isOutdated = (status: Status) => statusText(status) === texts.OUT_OF_DATE;
