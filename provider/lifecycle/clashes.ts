import { identifyingArgs, identityKey } from "../definition/identity.js";
import type { ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import { DuplicateNameError, NameTakenOverError } from "../errors/index.js";
import type { Values } from "../schema/json.js";

/**
 * Rejects a resource that another resource of the program already declares under the same name in the same place, and one that takes
 * or gives up a name together with another one.
 */
export function refusedAsClash(scope: Scope, args: Values, before: Values, urn: unknown): Error[] {
  const { definition, platform, label } = scope;
  const key = identityKey(definition, args);
  if (key === undefined || typeof urn !== "string") return [];
  const isHere = isSameConnection(before, args);
  const clash = platform.declarations.declared({
    urn,
    key,
    before: isHere ? identityKey(definition, before) : undefined,
  });
  if (clash === undefined) return [];
  const names = identifyingArgs(definition);
  if (clash.sort === "same") return [new DuplicateNameError(label, clash.other, names)];
  // What is identified by its place alone is saved there, whoever had it.
  if (definition.identity === "place") return [];
  return [new NameTakenOverError(label, clash.taker, clash.giver, nameOf(definition))];
}

/**
 * Refuses to rename a resource to what a resource of the state is called that the program has not declared so far: if it declares it no
 * longer, it is deleted after all updates.
 */
export async function refuseNameOfForgotten(scope: Scope, args: Values, before: Values, urn: unknown): Promise<void> {
  const { definition, platform, label } = scope;
  const key = identityKey(definition, args);
  const isRenamed = key !== identityKey(definition, before) && isSameConnection(before, args);
  if (key === undefined || typeof urn !== "string" || definition.identity === "place" || !isRenamed) return;
  const { ownership, holders } = platform;
  const held = await holders
    .matching(
      (other) =>
        other.kind === definition.kind &&
        other.urn !== urn &&
        !ownership.isDeclared(other.urn) &&
        isSameConnection(other.values, args) &&
        identityKey(definition, other.values) === key,
    )
    .catch(() => []);
  const [giver] = held;
  if (giver !== undefined) throw new NameTakenOverError(label, urn, giver.urn, nameOf(definition));
}

const nameOf = (definition: ResourceDefinition) => identifyingArgs(definition).at(-1) ?? "name";

/** Names are unique per platform, and two local ones may have environments with the same ID. */
const isSameConnection = (one: Values, other: Values) => (one.connection ?? null) === (other.connection ?? null);
