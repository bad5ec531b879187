import { DuplicateNameError, NameTakenOverError } from "../errors/index.js";
import type { Value, Values } from "../schema/json.js";
import type { Claimant } from "./claims.js";
import type { StackResource } from "./holders.js";
import { type Identified, identifyingArgs, identityKey } from "./identity.js";

/** What a check knows of the resource beside its arguments. */
interface Checked {
  readonly urn: string | undefined;
  /** The arguments before; empty for a new resource. */
  readonly argsBefore: Values;
}

/**
 * Rejects a resource that another resource of the program already declares under the same name in the same place, and one that takes
 * or gives up a name together with another one.
 */
export function refusedAsClash(claimant: Claimant, args: Values, { argsBefore, urn }: Checked): Error[] {
  const { definition, platform, label } = claimant;
  const key = keyOf(definition, args);
  if (key === undefined || urn === undefined) return [];
  const clash = platform.declarations.declared({ urn, key, before: keyOf(definition, argsBefore) });
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
export async function refuseNameOfForgotten(
  claimant: Claimant,
  args: Values,
  { argsBefore, urn }: Checked,
): Promise<void> {
  const { definition, platform, label } = claimant;
  const key = keyOf(definition, args);
  if (key === undefined || urn === undefined || definition.identity === "place") return;
  if (key === keyOf(definition, argsBefore)) return;
  const { holdings, holders } = platform;
  const isHolder = (other: StackResource) =>
    other.kind === definition.kind && other.urn !== urn && keyOf(definition, other.values) === key;
  const held = await holders
    .matching(urn, (other) => isHolder(other) && !holdings.isDeclared(other.urn))
    .catch(() => []);
  const [giver] = held;
  if (giver !== undefined) throw new NameTakenOverError(label, urn, giver.urn, nameOf(definition));
}

/**
 * Rejects what a resource owns where another resource of the program declares the same thing.
 *
 * @param key What identifies it as a resource of its own.
 * @param owner Its owner, as messages name it.
 */
export function refusedAsOwnedTwice(
  { platform }: Pick<Claimant, "platform">,
  { key, owner, label, connection }: OwnedClaim,
): Error | undefined {
  const place = JSON.stringify([connection ?? null, key]);
  const clash = platform.declarations.declared({ urn: `${label}, named by ${owner},`, key: place });
  return clash?.sort === "same"
    ? new DuplicateNameError(`${label} of ${owner}`, clash.other, ["on", "key"])
    : undefined;
}

/** What a resource owns. */
interface OwnedClaim {
  readonly key: string;
  readonly owner: string;
  /** What it is called: `variable LOG_LEVEL`. */
  readonly label: string;
  readonly connection: Value | undefined;
}

const nameOf = (definition: Identified) => identifyingArgs(definition).at(-1) ?? "name";

/** Names are unique per platform. Two local ones may have environments with the same ID, so each connection counts as another one. */
function keyOf(definition: Identified, values: Values): string | undefined {
  const key = identityKey(definition, values);
  return key === undefined ? undefined : JSON.stringify([values.connection ?? null, key]);
}
