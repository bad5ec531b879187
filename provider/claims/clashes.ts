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
  const key = keyOf(claimant, args);
  if (key === undefined || urn === undefined) return [];
  const clash = platform.declarations.declared({ urn, key, before: keyOf(claimant, argsBefore) });
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
  const key = keyOf(claimant, args);
  if (key === undefined || urn === undefined || definition.identity === "place") return;
  if (key === keyOf(claimant, argsBefore)) return;
  const { holdings, holders } = platform;
  const isHolder = (other: StackResource) =>
    other.kind === definition.kind && other.urn !== urn && keyOf(claimant, other.values) === key;
  const held = await holders
    .matching(urn, (other) => isHolder(other) && !holdings.isDeclared(other.urn))
    .catch(() => []);
  const [giver] = held;
  if (giver !== undefined) throw new NameTakenOverError(label, urn, giver.urn, nameOf(definition));
}

/**
 * Rejects what a resource owns where another resource of the program declares the same thing, or gives it up in the same run without
 * being deleted: a variable that is renamed would take the value along.
 *
 * @param key What identifies it as a resource of its own.
 * @param owner Its owner, as messages name it.
 */
export function refusedAsOwnedTwice(
  { platform }: Pick<Claimant, "platform">,
  { key, owner, label, connection }: OwnedClaim,
): Error | undefined {
  const urn = `${label}, named by ${owner},`;
  const clash = platform.declarations.declared({ urn, key: keyAt(platform, connection, key), owner });
  if (clash === undefined) return undefined;
  const subject = `${label} of ${owner}`;
  if (clash.sort === "same") return new DuplicateNameError(subject, clash.other, ["on", "key"]);
  return new NameTakenOverError(subject, clash.taker, clash.giver, "key");
}

/** What a resource owns. */
interface OwnedClaim {
  readonly key: string;
  readonly owner: string;
  /** What it is called: `variable LOG_LEVEL`. */
  readonly label: string;
  readonly connection: Value | undefined;
}

/** The resource of the program that names this one in its arguments, as its own, or that no longer does. */
export function ownerInProgram(claimant: Pick<Claimant, "definition" | "platform">, values: Values) {
  const { declarations } = claimant.platform;
  const key = keyOf(claimant, values);
  return key === undefined ? {} : { owner: declarations.ownerOf(key), dropper: declarations.dropperOf(key) };
}

const nameOf = (definition: Identified) => identifyingArgs(definition).at(-1) ?? "name";

function keyOf({ definition, platform }: Pick<Claimant, "definition" | "platform">, values: Values) {
  const key = identityKey(definition, values);
  return key === undefined ? undefined : keyAt(platform, values.connection, key);
}

/**
 * Names are unique per platform. Two local ones may have environments with the same ID, so each address and each connection counts as
 * another one.
 */
export function keyAt({ address }: Claimant["platform"], connection: Value | undefined, key: string): string {
  return JSON.stringify([address, connection ?? null, key]);
}
