import type { Values } from "../schema/json.js";
import type { Claimant } from "./claims.js";
import type { StackResource } from "./holders.js";
import { type Identified, identityOf } from "./identity.js";

/** Whether a resource of the stack's state holds this resource, through whatever connection. */
export function holdsSame(definition: Identified, id: string, values: Values = {}) {
  const identities = [identityOf(definition, id, values), identityOf(definition, id)];
  return ({ kind, id: otherId, values: known }: StackResource): boolean =>
    // A place that is secret cannot be compared; the ID then decides.
    kind === definition.kind && identities.includes(identityOf(definition, otherId, known));
}

/**
 * URNs of the resources of the state that hold this one. None where the state cannot be read: that decides what is adopted, never
 * what is deleted.
 */
export async function holdersInState({ definition, platform, urn }: Claimant, id: string): Promise<string[]> {
  const held = await platform.holders.matching(urn, holdsSame(definition, id)).catch(() => []);
  return held.map(({ urn }) => urn);
}

/**
 * Who holds a resource whose name a new one finds taken: another resource of the program, or the new one itself, which it was before
 * its connection changed; nothing if no resource of the program has it, according to this run and the state.
 */
export async function earlierHolder(scope: Claimant, id: string): Promise<"other" | "itself" | undefined> {
  const { holdings } = scope.platform;
  const holder = holdings.earlierHolder(identityOf(scope.definition, id), scope);
  if (holder !== undefined) return holder;
  // What `--replace` names is not planned.
  const holders = await holdersInState(scope, id);
  return holders.some(holdings.isDeclared) ? "other" : undefined;
}
