import type { Call } from "../definition/kind.js";
import { childIdentity, keysNamed } from "../definition/subresources.js";
import { withId } from "../errors/appPlatformError.js";
import { DeleteRefusedError, InUseError, NotEmptyError, OwnersUnknownError } from "../errors/index.js";
import type { RetainedInside } from "../errors/resource.js";
import { kindOfParent } from "../generated/contents.js";
import { identityKey, identityOf } from "../ownership/identity.js";
import type { Owner } from "../ownership/ownership.js";
import { ownerInProgram, ownsSame } from "../ownership/run.js";
import { nameInUrn, type StackResource } from "../ownership/stackOwners.js";
import { type Endpoint, type Grant, isServed, issueGrant, pathMembers } from "../platform/endpoint.js";
import { within } from "../platform/operation.js";
import { isSameId, normalId } from "../schema/equality.js";
import { sameJson, type Values } from "../schema/json.js";
import { retainedDependents, retainedInside, usersOf } from "./contents.js";

/**
 * Every request that deletes something on the platform, or cancels a deployment, needs a grant (`platform/endpoint.ts`), and only
 * this room issues grants. `rulesOfDelete` decides whether a resource may be deleted, in this order; the first rule that objects
 * decides.
 *
 * The rules know what all provider processes of the run have done (`ownership/ownership.ts`, from the ledger), the stack's state
 * (`ownership/stackOwners.ts`), and what the platform shows inside the resource and of what uses it (`contents.ts`).
 */

/** A resource that would be deleted. */
interface DeletionRequest {
  readonly call: Call;
  readonly id: string;
  readonly state: Values;
  /** Its owners in the stack's state, including itself; read when a rule first asks. */
  readonly owners: () => Promise<readonly StackResource[]>;
}

/** Why a resource stays on the platform although it leaves the stack. That isn't a failure. */
interface Retained {
  readonly retained: string;
  /** Whether to warn the user that nothing manages it any more. */
  readonly isForgotten?: true;
}

interface Rule {
  /** The rule in words, for the documentation. */
  readonly description: string;
  /** Returns why the resource stays, throws if the delete is refused, or leaves the decision to the next rule. */
  readonly judge: (deletionRequest: DeletionRequest) => Promise<Retained | undefined> | Retained | undefined;
}

export const rulesOfDelete: readonly Rule[] = [
  {
    description:
      "A resource stays if this run has adopted, created or updated it under another Pulumi name, connection or provider, or if another resource in your program refers to it in an argument, such as a key of `variables`. The delete is refused if another resource was to adopt it in this run, but its create failed or didn't begin.",
    judge: ownedInRun,
  },
  {
    description: "A cluster that the stack has adopted stays, with a warning.",
    judge: notCreated,
  },
  {
    description:
      "A resource stays, with a warning, if the platform's endpoints can't delete it and `app-platform:onDelete` isn't `fail`.",
    judge: servedByPlatform,
  },
  {
    description:
      "The delete is refused if the state of the resource's stack can't be read, or doesn't contain the resource.",
    judge: ownedInState,
  },
  {
    description:
      "A resource stays if another resource in the stack also manages it, or refers to it in an argument. It's deleted with the last of them.",
    judge: ownedBySeveral,
  },
  {
    description:
      "With `app-platform:onDelete: fail`, the delete is refused if the platform's endpoints can't delete the resource.",
    judge: deletable,
  },
  {
    description:
      "The delete is refused if it would include resources that must stay: those that your program declares, that have the option `protect` or `retainOnDelete`, that the stack deletes only later, or that the stack doesn't manage. `app-platform:onDelete: everything` only allows deleting the last of these.",
    judge: nothingInsideRetained,
  },
  {
    description:
      "The delete is refused if other services use the resource, such as services with images of a registry. If the state contains such services, the provider checks on the platform whether they still use it. Likewise, a cluster isn't deleted while it has environments, nor credentials while a cluster uses them, whoever manages these.",
    judge: unused,
  },
];

/**
 * What the end of a replacement is sure to do with the old resource: nothing else that the run may do changes it. Throws if its deletion
 * will be refused. Otherwise, the run would delete other resources first.
 *
 * @param isFirst Whether it's deleted before the new one is created, and after only those that refer to it.
 * @returns Why it stays on the platform: by the option `retainOnDelete`, or for another resource of the stack.
 */
export async function foreseeReplacement(
  call: Call,
  id: string,
  state: Values,
  isFirst: boolean,
): Promise<"retained" | "shared" | undefined> {
  const { definition, platform, run, urn, label } = call;
  if (definition.isDeletable?.(state) === false) return undefined;
  // If the state can't be read, the first delete is refused.
  const all = await run.owners.matching(urn, () => true).catch(() => []);
  const own = all.find((each) => each.urn === urn && each.awaits === undefined);
  if (own === undefined) return undefined;
  if (own.keeps === "retainOnDelete") return "retained";
  const [isSame, isNamed] = [ownsSame(definition, id, state), namesIt(call, state)];
  if (all.some((each) => each.urn !== urn && each.awaits === undefined && (isSame(each) || isNamed(each))))
    return "shared";
  if (!isServed(definition.api.delete, platform.endpoints)) {
    if (platform.onDelete === "fail") throw new DeleteRefusedError(label, id);
    return undefined;
  }
  const preserved = await retainedInside({ call, definition, id, values: state });
  const isSure = ({ leaving, why }: RetainedInside) =>
    leaving === undefined || (isFirst && why === "deleted later" && !refersTo(all, leaving, own.urn));
  refuseRetained(call, id, preserved.filter(isSure));
  const isOfOthers = (kind: string, user: unknown) =>
    !all.some((each) => each.kind === kind && isSameId(each.id, user));
  const { names, noun } = await usersOf(call, id, state, isOfOthers);
  if (names.length > 0) throw new InUseError(label, id, names, noun);
  return undefined;
}

/** Whether a resource of the state refers to another one, directly or not. */
function refersTo(all: readonly StackResource[], from: string, to: string, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const named = all.filter(({ urn }) => urn === from).flatMap((each) => [...(each.refersTo ?? []), each.deletedWith]);
  return named.some((urn) => urn !== undefined && (urn === to || refersTo(all, urn, to, seen)));
}

/**
 * Throws if a resource stays in a parent, or refers to a source, that this run replaces: the deletion of that one will be refused.
 *
 * @param urn The resource that stays.
 */
export async function refuseToStayIn(call: Call, state: Values): Promise<void> {
  const { definition, run, urn, label } = call;
  const { ownership, owners } = run;
  const parents = definition.pathArgs.map((arg) => {
    const [id = "", name = arg.replace(/Id$/, "")] = String(state[arg]).split("/").reverse();
    return [kindOfParent[name] ?? "", id] as const;
  });
  const sources = Object.keys(definition.sources ?? {}).map((arg) => [definition.kind, String(state[arg])] as const);
  for (const [kind, id] of [...parents, ...sources]) {
    if (!ownership.isReplaced(`${kind} ${normalId(id)}`)) continue;
    const isParent = (each: StackResource) => each.kind === kind && isSameId(each.id, id) && each.awaits === undefined;
    const owned = await owners.matching(urn, isParent).catch(() => []);
    const [only] = owned;
    if (only === undefined || owned.length > 1 || only.keeps === "retainOnDelete") continue;
    throw new NotEmptyError(`${kind} "${nameInUrn(only.urn)}"`, id, [{ label, why: "declared" }]);
  }
}

/** A grant to delete the resource, or why it stays. Throws if the delete is refused. */
export async function grantDelete(
  call: Call,
  id: string,
  state: Values,
): Promise<{ readonly grant: Grant } | Retained> {
  let reading: Promise<readonly StackResource[]> | undefined;
  const owners = () => {
    reading ??= ownersOf(call, id, state);
    return reading;
  };
  for (const { judge } of rulesOfDelete) {
    const retained = await judge({ call, id, state, owners });
    if (retained !== undefined) return retained;
  }
  if (call.urn !== undefined) call.run.ownership.deleting(call.urn);
  call.run.ownership.deleting(identityOf(call.definition, id, state));
  return { grant: issueGrant(call.definition.api.delete as Endpoint<true>, { ...state, id }) };
}

/** A part of a resource, such as a variable that its arguments no longer set. */
interface Subresource {
  /** Its kind as a separate resource. */
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  /** Whether the arguments still set it, and a new one with the same key replaces it. */
  readonly isReplaced: boolean;
}

/**
 * A grant to delete a part of a resource. Nothing if the stack has it as a separate resource.
 *
 * @throws NotEmptyError if something that refers to it must stay.
 */
export async function grantSubresource(
  call: Call,
  endpoint: Endpoint<true>,
  members: Values,
  { kind, id, label, isReplaced }: Subresource,
): Promise<Grant | undefined> {
  const { platform, run, urn, operation } = call;
  const identity = `${kind} ${normalId(id)}`;
  const isIt = (each: StackResource) => each.kind === kind && isSameId(each.id, id);
  // No program declares both, so a separate resource with the same key must be leaving the program.
  const reading = isReplaced ? Promise.resolve([]) : run.owners.matching(urn, isIt);
  const others = await knownInTime({ platform, operation, label }, id, reading);
  const preserved = await retainedDependents(call, kind, id);
  // From here on, nothing is awaited.
  if (run.ownership.isRetained(identity)) return undefined;
  if (remaining(run, identity, { label, urn }, others).length > 0) return undefined;
  if (preserved.length > 0) throw new NotEmptyError(label, id, preserved);
  return issueGrant(endpoint, members);
}

/**
 * A grant to cancel what a resource has deployed, and a resource of its kind that stays in the stack with the same parent. Throws if the
 * stack's state can't be read or doesn't have the resource.
 */
export async function grantCancellation(
  call: Call,
  id: string,
  state: Values,
  endpoint: Endpoint<true>,
): Promise<{ readonly grant: Grant; readonly sharedWith: string | undefined }> {
  const { definition, run, urn } = call;
  await ownersOf(call, id, state);
  const parents = pathMembers(definition.api.create as Endpoint);
  const isAlike = ({ kind, values }: StackResource) =>
    kind === definition.kind && parents.every((parent) => sameJson(values[parent], state[parent]));
  const alike = await knownInTime(call, id, run.owners.matching(urn, isAlike));
  // From here on, nothing is awaited: of parallel deletes, the last one cancels it.
  if (urn !== undefined) run.ownership.deleting(urn);
  const other = alike.find((each) => !run.ownership.isDeleting(each.urn));
  const sharedWith = other && `${definition.kind} "${nameInUrn(other.urn)}"`;
  return { grant: issueGrant(endpoint, state), sharedWith };
}

/** A grant for what the user explicitly asks for: canceling a deployment, or stopping what the program declares as stopped. */
export function grantRequested(endpoint: Endpoint<true>, members: Values): Grant {
  return issueGrant(endpoint, members);
}

function ownedInRun({ call, id, state }: DeletionRequest): Retained | undefined {
  const { definition, run, label } = call;
  const { ownership } = run;
  const identities = [
    identityOf(definition, id, state),
    ...(definition.alsoOf ?? []).map((kind) => `${kind} ${normalId(id)}`),
  ];
  const found = <T>(find: (identity: string) => T | undefined) =>
    identities.map(find).find((each) => each !== undefined);
  const adopter = found((identity) => ownership.plannedAdopter(identity, call));
  if (adopter !== undefined) {
    throw new OwnersUnknownError(label, id, `${adopter} of this stack was to adopt it, and hasn't.`).advising([
      "run `pulumi up` again when it can be adopted: then it stays",
      "if it's to be deleted, remove the resource that adopts it from the program, or its `adoptId`",
    ]);
  }
  const owner =
    found((identity) => ownership.remainingOwner(identity, call, { ...state, id })) ??
    ownerInProgram(call, state).owner;
  if (owner === undefined) return undefined;
  const isAlike = owner === label;
  return {
    retained: isAlike
      ? "this stack still manages it, under another Pulumi name or connection."
      : `${owner} of this stack manages it.`,
  };
}

function notCreated({ call: { definition }, state }: DeletionRequest): Retained | undefined {
  if (definition.isDeletable?.(state) !== false) return undefined;
  return { retained: "this stack didn't create it.", isForgotten: true };
}

function servedByPlatform({ call: { definition, platform } }: DeletionRequest): Retained | undefined {
  if (isServed(definition.api.delete, platform.endpoints) || platform.onDelete === "fail") return undefined;
  return {
    retained:
      "the platform's endpoints can't delete it. This stack no longer manages it; delete it in the platform's console.",
    isForgotten: true,
  };
}

async function ownedInState({ owners }: DeletionRequest): Promise<undefined> {
  await owners();
}

async function ownedBySeveral({ call, id, state, owners: read }: DeletionRequest): Promise<Retained | undefined> {
  const { definition, run, urn } = call;
  const owners = await read();
  const own = owners.findIndex((each) => each.urn === urn);
  const others = owners.filter((_, index) => index !== own);
  if (remaining(run, identityOf(definition, id, state), call, others).length === 0) return undefined;
  const names = [...new Set(owners.map((each) => nameInUrn(each.urn)))].sort().map((name) => `"${name}"`);
  return { retained: `${names.join(" and ")} of this stack manage it, and only the last one deletes it.` };
}

/**
 * Other owners in the state that haven't released it in this run. Nothing is awaited before this one releases it, so each of several
 * parallel deletes sees the releases before it.
 */
function remaining(
  { ownership }: Call["run"],
  identity: string,
  by: Owner,
  others: readonly StackResource[],
): readonly StackResource[] {
  if (others.length === 0) return [];
  const gone = [...ownership.released(identity, by)];
  return others.filter((each) => {
    const at = gone.indexOf(each.urn);
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
}

function deletable({ call: { definition, platform, label }, id }: DeletionRequest): undefined {
  if (!isServed(definition.api.delete, platform.endpoints)) throw new DeleteRefusedError(label, id);
}

async function nothingInsideRetained({ call, id, state }: DeletionRequest): Promise<undefined> {
  refuseRetained(call, id, await retainedInside({ call, definition: call.definition, id, values: state }));
}

function refuseRetained({ platform, label, log }: Call, id: string, preserved: readonly RetainedInside[]): void {
  const refused = platform.onDelete === "everything" ? preserved.filter((each) => each.why !== "foreign") : preserved;
  if (refused.length > 0) throw new NotEmptyError(label, id, refused);
  if (preserved.length === 0) return;
  log.warn(
    `${withId(label, id)}: its deletion also deletes ${preserved.length} ${preserved.length === 1 ? "resource" : "resources"} that this stack doesn't manage: ${preserved.map((each) => each.label).join(", ")}.`,
  );
}

async function unused({ call, id, state }: DeletionRequest): Promise<undefined> {
  const { names, noun } = await usersOf(call, id, state);
  if (names.length === 0) return;
  const isDropped = ({ deletedWith }: StackResource) => deletedWith === call.urn;
  const dropped = await call.run.owners.matching(call.urn, isDropped, "at the start").catch(() => []);
  throw new InUseError(call.label, id, names, noun, dropped.length > 0);
}

/** Its owners in the stack's state, including itself. If they aren't known, the delete is refused. */
function ownersOf(call: Call, id: string, state: Values) {
  const { definition, run, urn } = call;
  const [isSame, isNamed] = [ownsSame(definition, id, state), namesIt(call, state)];
  const isAlso = (each: StackResource) => definition.alsoOf?.includes(each.kind) === true && isSameId(each.id, id);
  return knownInTime(
    call,
    id,
    run.owners.allOwners(urn, (each) => isSame(each) || isNamed(each) || isAlso(each)),
  );
}

/** Reads the stack's state. If that fails or exceeds the operation's time limit, the delete is refused. */
async function knownInTime(
  { platform, label, operation }: Pick<Call, "platform" | "label" | "operation">,
  id: string,
  reading: Promise<readonly StackResource[]>,
): Promise<readonly StackResource[]> {
  const endOf = () => platform.client.ended(`Deleting ${label}`, operation);
  return within<readonly StackResource[]>(operation, reading, endOf).catch(OwnersUnknownError.orOwn(label, id));
}

/**
 * Something that a stack can have as a separate resource, or as a part that another resource owns by its arguments. Neither may delete
 * what the other still has.
 */

/** Whether a resource of the state owns this one by its arguments. */
export function namesIt(
  { definition, kindNamed }: Pick<Call, "definition" | "kindNamed">,
  values: Values,
): (resource: StackResource) => boolean {
  const key = identityKey(definition, values);
  return (each) => {
    const owner = kindNamed(each.kind)?.definition;
    if (owner?.owned?.kind !== definition.kind) return false;
    const { owned } = owner;
    return keysNamed(owner, each.values).some((name) => childIdentity(owned, each.id, name) === key);
  };
}
