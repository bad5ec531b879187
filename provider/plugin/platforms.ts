import { newClaims } from "../claims/claims.js";
import { newHolders, type StackReader } from "../claims/holders.js";
import type { Ledger } from "../claims/holdings.js";
import type { Log } from "../definition/resourceDefinition.js";
import type { Clock } from "../platform/clock.js";
import { newDeployments } from "../platform/deployments.js";
import { skipsCheckpoints } from "../platform/environment.js";
import { newPlatforms, type Platforms } from "../platform/platform.js";

/** What all providers of a plugin process share, through whichever door the engine reaches them. */
export interface PluginContext {
  readonly environment: NodeJS.ProcessEnv;
  /** How requests name who sends them. */
  readonly userAgent: string;
  /** Shows the user what concerns a platform and no resource. */
  readonly log: Log;
  /** Aborts when no more requests may be sent. */
  readonly shutdown: AbortSignal;
  readonly readStack: StackReader;
  /** The ledger that the provider processes of the run share. If omitted, this is the only process. */
  readonly ledger?: Ledger;
  /** The system's if omitted. */
  readonly clock?: Clock;
}

/**
 * The platforms of a plugin process. They share one connection pool and one list cache for each platform, and each delete knows of
 * the others.
 *
 * @param variables In place of the environment, for the settings.
 */
export function platformsOfPlugin(
  { environment, userAgent, shutdown, readStack, ledger, log, clock }: PluginContext,
  variables: NodeJS.ProcessEnv = environment,
): Platforms {
  const shared = {
    shutdown,
    userAgent,
    ...(clock && { clock }),
    tell: log.info,
    claims: newClaims(newHolders(readStack), ledger),
    deployments: newDeployments(),
    // Like the settings, it is read when a platform is first needed.
    get skipsCheckpoints() {
      return skipsCheckpoints(environment);
    },
  };
  return newPlatforms(shared, variables);
}
