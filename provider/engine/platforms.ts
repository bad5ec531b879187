import type { Log } from "../definition/kind.js";
import { newClaims } from "../ownership/declarations.js";
import type { Ledger } from "../ownership/ownership.js";
import { newOwners } from "../ownership/stackOwners.js";
import type { Clock } from "../platform/clock.js";
import { newDeployments } from "../platform/deployments.js";
import { skipsCheckpoints } from "../platform/environment.js";
import { newPlatforms, type Platforms } from "../platform/platform.js";
import type { StackState } from "./stackState.js";

/** What all providers of a plugin process share, of either provider. */
export interface PluginContext extends Pick<StackState, "readStack"> {
  readonly environment: NodeJS.ProcessEnv;
  /** The value of `User-Agent`. */
  readonly userAgent: string;
  /** Shows the user messages about a platform as a whole. */
  readonly log: Log;
  readonly shutdown: AbortSignal;
  /** The ledger of the run's provider processes. If omitted, this is the only one. */
  readonly ledger?: Ledger;
  readonly clock?: Clock;
}

/**
 * The platforms of a plugin process. They share a connection pool and cached lists for each platform, and their owners.
 *
 * @param variables Replaces the environment as a source of settings.
 */
export function platformsOfPlugin(
  { environment, userAgent, shutdown, readStack, ledger, log, clock }: PluginContext,
  variables: NodeJS.ProcessEnv = environment,
): Platforms {
  const shared = {
    shutdown,
    userAgent,
    ...(clock && { clock }),
    notify: log.info,
    claims: newClaims(newOwners(readStack), ledger),
    deployments: newDeployments(),
    // Read when a platform is first needed, like the settings.
    get skipsCheckpoints() {
      return skipsCheckpoints(environment);
    },
  };
  return newPlatforms(shared, variables);
}
