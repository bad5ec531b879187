import { DuplicateNameError, NameTakenOverError } from "../errors/index.js";
import type { Value, Values } from "../schema/json.js";
import type { Claimant } from "./declarations.js";
import { type Identified, identifyingArgs, identityKey, identityOf, isIdentifiedByParent } from "./identity.js";
import type { EarlierOwner } from "./ownership.js";
import type { StackResource } from "./stackOwners.js";

interface CheckedResource {
  readonly urn: string | undefined;
  /** Empty for a new resource. */
  readonly oldInputs: Values;
}

/**
 * Rejects a resource if another one of the program declares the same name in the same parent, or if one of the two takes the other's
 * former name in the same run.
 */
export function refusedAsClash(claimant: Claimant, args: Values, { oldInputs, urn }: CheckedResource): Error[] {
  const { definition, run, label } = claimant;
  const key = keyOf(claimant, args);
  if (key === undefined || urn === undefined) return [];
  const clash = run.declarations.declared({ urn, key, before: keyOf(claimant, oldInputs) });
  if (clash === undefined) return [];
  const names = identifyingArgs(definition, args);
  if (clash.type === "same") return [new DuplicateNameError(label, clash.other, names)];
  // A resource that its parent identifies is saved there, even if another one managed it.
  if (isIdentifiedByParent(definition, args)) return [];
  return [new NameTakenOverError(label, clash.newOwner, clash.previousOwner, nameOf(definition, args))];
}

/**
 * Rejects the name of a resource in the state that the program hasn't declared so far: if the program no longer declares it, Pulumi
 * deletes it only after all updates.
 */
export async function refuseNameOfForgotten(
  claimant: Claimant,
  args: Values,
  { oldInputs, urn }: CheckedResource,
): Promise<void> {
  const { definition, run, label } = claimant;
  const key = keyOf(claimant, args);
  if (key === undefined || urn === undefined || isIdentifiedByParent(definition, args)) return;
  if (key === keyOf(claimant, oldInputs)) return;
  const { ownership, owners } = run;
  const isOwner = (other: StackResource) =>
    other.kind === definition.kind && other.urn !== urn && keyOf(claimant, other.values) === key;
  const owned = await owners
    .matching(urn, (other) => isOwner(other) && !ownership.isDeclared(other.urn))
    .catch(() => []);
  const [previousOwner] = owned;
  if (previousOwner !== undefined)
    throw new NameTakenOverError(label, urn, previousOwner.urn, nameOf(definition, args));
}

/**
 * Rejects an owned child that another resource of the program also declares, or that it gives up in the same run without deleting it: a
 * renamed variable would keep the value.
 *
 * @param key The child's identity as a separate resource.
 * @param owner The label of its owner.
 */
export function refusedAsOwnedTwice(
  { platform, run }: Pick<Claimant, "platform" | "run">,
  { key, owner, label, connection }: OwnedClaim,
): Error | undefined {
  const urn = `${label}, named by ${owner},`;
  const clash = run.declarations.declared({ urn, key: keyAt(platform, connection, key), owner });
  if (clash === undefined) return undefined;
  const subject = `${label} of ${owner}`;
  if (clash.type === "same") return new DuplicateNameError(subject, clash.other, ["on", "key"]);
  return new NameTakenOverError(subject, clash.newOwner, clash.previousOwner, "key");
}

interface OwnedClaim {
  readonly key: string;
  readonly owner: string;
  readonly label: string;
  readonly connection: Value | undefined;
}

/** The resource of the program that owns this one by its arguments, or used to. */
export function ownerInProgram(claimant: Pick<Claimant, "definition" | "platform" | "run">, values: Values) {
  const { declarations } = claimant.run;
  const key = keyOf(claimant, values);
  return key === undefined ? {} : { owner: declarations.ownerOf(key), dropper: declarations.dropperOf(key) };
}

const nameOf = (definition: Identified, args: Values) => identifyingArgs(definition, args).at(-1) ?? "name";

function keyOf({ definition, platform }: Pick<Claimant, "definition" | "platform" | "run">, values: Values) {
  const key = identityKey(definition, values);
  return key === undefined ? undefined : keyAt(platform, values.connection, key);
}

/**
 * Names are unique only on one platform. Local ones may have environments with the same ID, so each address and each connection counts as
 * another platform.
 */
export function keyAt({ address }: Claimant["platform"], connection: Value | undefined, key: string): string {
  return JSON.stringify([address, connection ?? null, key]);
}

/** Whether a resource in the state holds this one, through any connection. */
export function holdsSame(definition: Identified, id: string, values: Values = {}) {
  const identities = [identityOf(definition, id, values), identityOf(definition, id)];
  return ({ kind, id: otherId, values: known }: StackResource): boolean =>
    // A secret place can't be compared, so the ID decides.
    kind === definition.kind && identities.includes(identityOf(definition, otherId, known));
}

/**
 * The owners in the state; none if it can't be read. An entry that is replaced manages nothing. Only adoptions depend on this, never
 * deletes.
 */
export async function ownersInState({ definition, run, urn }: Claimant, id: string): Promise<StackResource[]> {
  const owned = await run.owners.matching(urn, holdsSame(definition, id)).catch(() => []);
  return owned.filter(({ awaits }) => awaits === undefined);
}

/** The owner of a resource whose name a new one wants. Nothing if neither this run nor the state has an owner. */
export async function earlierOwner(call: Claimant, id: string): Promise<EarlierOwner | undefined> {
  const { ownership } = call.run;
  const owner = ownership.earlierOwner(identityOf(call.definition, id), call);
  if (owner !== undefined) return owner;
  // With `--replace`, Pulumi doesn't plan the resource.
  const declared = (await ownersInState(call, id)).filter(({ urn }) => ownership.isDeclared(urn));
  if (declared.length === 0) return undefined;
  return declared.some(({ urn }) => urn === call.urn) ? "replaced" : "other";
}

/**
 * Whether the resource with this ID is the claimant's own, although the state doesn't have it: Pulumi removed it from there to delete it
 * with another resource (`deletedWith`), which the stack still has.
 */
export async function wasDropped({ definition, run, urn }: Claimant, id: string): Promise<boolean> {
  const { owners } = run;
  const dropped = await owners
    .matching(urn, ({ deletedWith }) => deletedWith !== undefined, "before this run")
    .catch(() => []);
  const isIt = holdsSame(definition, id);
  const own = dropped.find((each) => each.urn === urn && isIt(each));
  if (own === undefined) return false;
  // The other one may have been removed together with a further one.
  const withOthers = new Set<string | undefined>();
  for (let next = own.deletedWith; next !== undefined && !withOthers.has(next); ) {
    withOthers.add(next);
    next = dropped.find((each) => each.urn === next)?.deletedWith;
  }
  const left = await owners.matching(urn, (each) => withOthers.has(each.urn)).catch(() => []);
  return left.length > 0;
}
