import type { Scope } from "../../definition/resourceDefinition.js";
import type { Client } from "../../platform/client.js";
import type { Rollout } from "../deployment/rollout.js";

/** A deployment that this process has begun. */
interface Begun {
  /** Label of the trigger. */
  readonly by: string;
  readonly deployment: string | undefined;
}

/** The last deployment that this process has begun in each environment of a platform. */
const begun = new WeakMap<Client, Map<unknown, Begun>>();

export function noteBegun({ platform, label }: Scope, environmentId: unknown, { deployment }: Rollout): void {
  const known = begun.get(platform.client) ?? new Map<unknown, Begun>();
  begun.set(platform.client, known.set(environmentId, { by: label, deployment }));
}

/**
 * The trigger that has deployed in this environment after the given deployment, in this run. One deployment runs at a time, so
 * that given one has ended.
 */
export function begunAfter({ platform }: Scope, environmentId: unknown, { deployment }: Rollout): string | undefined {
  const last = begun.get(platform.client)?.get(environmentId);
  const isSame = last?.deployment !== undefined && last.deployment === deployment;
  return isSame ? undefined : last?.by;
}
