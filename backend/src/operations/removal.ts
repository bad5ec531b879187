/** Removes things together with what belongs to them. */
import type { Platform } from "../platform.js";
import { builtInIdsOf } from "../resources/built-in-variable.js";
import { variable } from "../resources/records/variable.js";
import { removeBelongings, removeRecord } from "./records.js";
import { dependentsOf, outdate, type Variable } from "./visible-variables.js";

/** Removes a variable with its aliases and overrides. */
export function removeVariable(platform: Platform, of: Variable): void {
  outdate(platform, of);
  removeDependents(platform, of.id);
  removeRecord(platform, variable, of.id);
}

function removeDependents(platform: Platform, id: string): void {
  for (const each of dependentsOf(platform, id)) removeVariable(platform, each);
}

export function removeService(platform: Platform, id: string): void {
  for (const builtIn of builtInIdsOf(id)) removeDependents(platform, builtIn);
  removeBelongings(platform, id);
  platform.store.services.remove(id);
}

export function removeCluster({ store }: Platform, id: string): void {
  store.records.remove("gitOps", id);
  for (const each of store.records.list("gitOps")) {
    const destinations = each.destinations?.filter(({ clusterId }) => clusterId !== id);
    if (destinations?.length !== each.destinations?.length)
      store.records.put("gitOps", each.cluster_id, { ...each, destinations });
  }
  store.records.remove("cluster", id);
}

export function removeEnvironment(platform: Platform, id: string): void {
  const { store } = platform;
  for (const service of store.services.states(id)) removeService(platform, service.id);
  removeBelongings(platform, id);
  store.deployments.removeAll(id);
  store.records.remove("environment", id);
}
