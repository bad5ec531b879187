import { isClusterGone } from "../cluster-progress.js";
import type { Platform } from "../platform.js";
import { deletedSeconds, deletionSeconds } from "../states.js";
import type { Deleting } from "../store/services.js";
import { WriteFailed } from "../store/trouble.js";
import { removeCluster, removeEnvironment, removeService } from "./removal.js";

/** Removes the services, environments and clusters whose deletion is complete. */
export function sweep(platform: Platform): void {
  const { store, clock } = platform;
  const past = (seconds: number) => (each: Deleting) => clock.elapsedSeconds(each.since) >= seconds;
  const services = store.services.deleting().filter(past(deletionSeconds));
  const environments = store.records.deleting().filter(past(deletionSeconds + deletedSeconds));
  const clusters = store.records.list("cluster").filter((each) => isClusterGone(each, clock.elapsedSeconds));
  if (services.length + environments.length + clusters.length === 0) return;
  try {
    store.write(() => {
      for (const { id } of services) removeService(platform, id);
      for (const { id } of environments) removeEnvironment(platform, id);
      for (const { id } of clusters) removeCluster(platform, id);
    });
  } catch (error) {
    // They stay for now: reads must work even if nothing can be written.
    if (!(error instanceof WriteFailed)) throw error;
  }
}
