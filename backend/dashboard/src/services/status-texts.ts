import type { ClusterSummary, ServiceSummary } from "../../../src/dashboard/contract.js";
import { lookOf } from "../parts/state-badge.js";
import { sentence } from "../parts/text.js";

type Status = Pick<ServiceSummary | ClusterSummary, "state" | "deploymentStatus">;

/** The API calls a service or a cluster out of date until its deployment ends, which here would read as if nothing happened. */
export function statusText({ state, deploymentStatus }: Status): string {
  return lookOf(state) === "busy" ? "In progress" : sentence(deploymentStatus);
}

export const isOutdated = (status: Status) =>
  status.deploymentStatus === "OUT_OF_DATE" && lookOf(status.state) !== "busy";
