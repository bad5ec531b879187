import type { Log } from "../definition/kind.js";
import type { Ledger } from "../ownership/ownership.js";
import { newRun, type Run } from "../ownership/run.js";
import { newOwners } from "../ownership/stackOwners.js";
import type { Clock } from "../platform/clock.js";
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

/** The platforms that calls use, and what all of these share. */
export interface Connected {
  readonly platforms: Pick<Platforms, "of">;
  readonly run: Run;
}

/**
 * The platforms of a plugin process. They share a connection pool and cached lists for each platform.
 *
 * @param variables Replaces the environment as a source of settings.
 */
export function platformsOfPlugin(
  { environment, userAgent, shutdown, readStack, ledger, log, clock }: PluginContext,
  variables: NodeJS.ProcessEnv = environment,
): Connected {
  const run: Run = {
    ...newRun({ owners: newOwners(readStack), ledger }),
    // Read when first needed, like the settings.
    get skipsCheckpoints() {
      return skipsCheckpoints(environment);
    },
  };
  const shared = { shutdown, userAgent, ...(clock && { clock }), notify: log.info };
  return { platforms: newPlatforms(shared, variables), run };
}
