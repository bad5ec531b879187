import type { Platform } from "../platform.js";
import { deletedSeconds, deletionSeconds } from "../states.js";
import type { Deleting } from "../store/services.js";
import { WriteFailed } from "../store/trouble.js";
import { removeEnvironment, removeService } from "./removal.js";

/** Removes the services and environments whose deletion is complete. */
export function sweep(platform: Platform): void {
  const { store, clock } = platform;
  const past = (seconds: number) => (each: Deleting) => clock.elapsedSeconds(each.since) >= seconds;
  const services = store.services.deleting().filter(past(deletionSeconds));
  const environments = store.records.deleting().filter(past(deletionSeconds + deletedSeconds));
  if (services.length + environments.length === 0) return;
  try {
    store.write(() => {
      for (const { id } of services) removeService(platform, id);
      for (const { id } of environments) removeEnvironment(platform, id);
    });
  } catch (error) {
    // They stay for now: that nothing can be written must not keep anybody from reading.
    if (!(error instanceof WriteFailed)) throw error;
  }
}
