/** Removes old deployments, so that the data file does not grow with every deployment. */
import type { Platform } from "../platform.js";
import { isRunning } from "../progress.js";

/** How many deployments of an environment are always kept. */
const preservedDeployments = 200;

/**
 * Beyond the newest ones, only deployments are kept that statuses need: the last one of each service, and any that
 * still runs. What a redeployment needs is in the services themselves.
 */
export function pruneDeployments({ store, clock }: Platform, environmentId: string): void {
  for (const deployment of store.deployments.obsolete(environmentId, preservedDeployments)) {
    if (!isRunning(deployment, clock.elapsedSeconds(deployment.started))) store.deployments.remove(deployment.id);
  }
}
