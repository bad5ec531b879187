import { holdsSame, ownerInProgram } from "../claims/clashes.js";
import { nameInUrn, type StackResource } from "../claims/holders.js";
import type { Holder } from "../claims/holdings.js";
import { identityKey, identityOf } from "../claims/identity.js";
import { childIdentity, keysNamed } from "../definition/parts.js";
import type { Call } from "../definition/resourceDefinition.js";
import { DeleteRefusedError, HoldersUnknownError, InUseError, NotEmptyError } from "../errors/index.js";
import type { KeptInside } from "../errors/resource.js";
import { kindOfPlace } from "../generated/contents.js";
import { type Grant, issueGrant } from "../platform/apiRequest.js";
import { type Endpoint, isServed, pathMembers } from "../platform/endpoint.js";
import { within } from "../platform/operation.js";
import { sameJson, type Values } from "../schema/json.js";
import { isSameId, normalId } from "../schema/normalForm.js";
import { keptDependents, keptInside } from "./contents.js";
import { usersOf } from "./users.js";

/**
 * The gate. Every request that deletes something on the platform, or stops what runs there, needs a grant (`platform/apiRequest.ts`), and
 * only this room issues grants. `rulesOfDelete` decides whether a resource may be deleted, in this order; the first rule that objects
 * decides.
 *
 * The rules know what all provider processes of the run have done (`claims/holdings.ts`, from the ledger), the stack's state
 * (`claims/holders.ts`), and what the platform shows inside the resource (`contents.ts`).
 */

/** A resource that would be deleted. */
interface Doomed {
  readonly call: Call;
  readonly id: string;
  readonly state: Values;
  /** Its holders in the stack's state, including itself; read when a rule first asks. */
  readonly holders: () => Promise<readonly StackResource[]>;
}

/** Why a resource stays on the platform although it leaves the stack. That isn't a failure. */
interface Stays {
  readonly stays: string;
  /** Whether to warn the user that nothing manages it any more. */
  readonly isForgotten?: true;
}

interface Rule {
  /** The rule in words, for the documentation. */
  readonly says: string;
  /** Returns why the resource stays, throws if the delete is refused, or leaves the decision to the next rule. */
  readonly judge: (doomed: Doomed) => Promise<Stays | undefined> | Stays | undefined;
}

export const rulesOfDelete: readonly Rule[] = [
  {
    says: "A resource stays if this run has adopted, created or updated it under another Pulumi name, connection or provider, or if another resource in your program refers to it in an argument, such as a key of `variables`. The delete is refused if another resource was to adopt it in this run, but its create failed or didn't begin.",
    judge: heldInRun,
  },
  {
    says: "A cluster that the stack has adopted stays, with a warning.",
    judge: notCreated,
  },
  {
    says: "A resource stays, with a warning, if the platform's endpoints can't delete it and `app-platform:onDelete` isn't `fail`.",
    judge: servedByPlatform,
  },
  {
    says: "The delete is refused if the state of the resource's stack can't be read, or doesn't contain the resource.",
    judge: heldInState,
  },
  {
    says: "A resource stays if another resource in the stack also manages it, or refers to it in an argument. It's deleted with the last of them.",
    judge: heldBySeveral,
  },
  {
    says: "With `app-platform:onDelete: fail`, the delete is refused if the platform's endpoints can't delete the resource.",
    judge: deletable,
  },
  {
    says: "The delete is refused if it would include resources that must stay: those that your program declares, that have the option `protect` or `retainOnDelete`, that the stack deletes only later, or that the stack doesn't manage. `app-platform:onDelete: everything` only allows deleting the last of these.",
    judge: nothingInsideStays,
  },
  {
    says: "The delete is refused if other services use the resource, such as services with images of a registry. If the state contains such services, the provider checks on the platform whether they still use it. Likewise, a cluster isn't deleted while it has environments, nor credentials while a cluster uses them, whoever manages these.",
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
  const { definition, platform, urn, label } = call;
  if (definition.isDeletable?.(state) === false) return undefined;
  // If the state can't be read, the first delete is refused.
  const all = await platform.holders.matching(urn, () => true).catch(() => []);
  const own = all.find((each) => each.urn === urn && each.awaits === undefined);
  if (own === undefined) return undefined;
  if (own.keeps === "retainOnDelete") return "retained";
  const [isSame, isPart] = [holdsSame(definition, id, state), namesIt(call, state)];
  if (all.some((each) => each.urn !== urn && each.awaits === undefined && (isSame(each) || isPart(each))))
    return "shared";
  if (!isServed(definition.api.delete, platform.endpoints)) {
    if (platform.onDelete === "fail") throw new DeleteRefusedError(label, id);
    return undefined;
  }
  const kept = await keptInside({ call, definition, id, values: state });
  const isSure = ({ leaving, why }: KeptInside) =>
    leaving === undefined || (isFirst && why === "deleted later" && !refersTo(all, leaving, own.urn));
  refuseKept(call, id, kept.filter(isSure));
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
 * Throws if a resource stays in a place that this run replaces: the deletion of that place will be refused.
 *
 * @param urn The resource that stays.
 */
export async function refuseToStayIn(call: Call, state: Values): Promise<void> {
  const { definition, platform, urn, label } = call;
  const { holdings, holders } = platform;
  for (const arg of definition.pathArgs) {
    const [id = "", name = arg.replace(/Id$/, "")] = String(state[arg]).split("/").reverse();
    const kind = kindOfPlace[name] ?? "";
    if (!holdings.isReplaced(`${kind} ${normalId(id)}`)) continue;
    const isPlace = (each: StackResource) => each.kind === kind && isSameId(each.id, id) && each.awaits === undefined;
    const held = await holders.matching(urn, isPlace).catch(() => []);
    const [only] = held;
    if (only === undefined || held.length > 1 || only.keeps === "retainOnDelete") continue;
    throw new NotEmptyError(`${kind} "${nameInUrn(only.urn)}"`, id, [{ label, why: "declared" }]);
  }
}

/** A grant to delete the resource, or why it stays. Throws if the delete is refused. */
export async function grantDelete(call: Call, id: string, state: Values): Promise<{ readonly grant: Grant } | Stays> {
  let reading: Promise<readonly StackResource[]> | undefined;
  const holders = () => {
    reading ??= holdersOf(call, id, state);
    return reading;
  };
  for (const { judge } of rulesOfDelete) {
    const stays = await judge({ call, id, state, holders });
    if (stays !== undefined) return stays;
  }
  if (call.urn !== undefined) call.platform.holdings.deleting(call.urn);
  call.platform.holdings.deleting(identityOf(call.definition, id, state));
  return { grant: issueGrant(call.definition.api.delete as Endpoint<true>, { ...state, id }) };
}

/** A part of a resource, such as a variable that its arguments no longer set. */
interface Part {
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
export async function grantPart(
  call: Call,
  endpoint: Endpoint<true>,
  members: Values,
  { kind, id, label, isReplaced }: Part,
): Promise<Grant | undefined> {
  const { platform, urn, operation } = call;
  const identity = `${kind} ${normalId(id)}`;
  const isIt = (each: StackResource) => each.kind === kind && isSameId(each.id, id);
  // No program declares both, so a separate resource with the same key must be leaving the program.
  const reading = isReplaced ? Promise.resolve([]) : platform.holders.matching(urn, isIt);
  const others = await knownInTime({ platform, operation, label }, id, reading);
  const kept = await keptDependents(call, kind, id);
  // From here on, nothing is awaited.
  if (platform.holdings.isKept(identity)) return undefined;
  if (remaining(platform, identity, { label, urn }, others).length > 0) return undefined;
  if (kept.length > 0) throw new NotEmptyError(label, id, kept);
  return issueGrant(endpoint, members);
}

/** A grant to stop what runs in a resource's place when the resource leaves the stack. */
export interface GrantedEnd {
  grantOf(endpoint: Endpoint<true>): { readonly endpoint: Endpoint<true>; readonly grant: Grant };
  /** A resource of the same kind that stays in the stack, with the same place. */
  readonly sharedWith: string | undefined;
}

/** A grant to cancel or stop what a resource has deployed. Throws if the stack's state can't be read or doesn't have the resource. */
export async function grantEnd(call: Call, id: string, state: Values): Promise<GrantedEnd> {
  const { definition, platform, urn } = call;
  await holdersOf(call, id, state);
  const places = pathMembers(definition.api.create as Endpoint);
  const isAlike = ({ kind, values }: StackResource) =>
    kind === definition.kind && places.every((place) => sameJson(values[place], state[place]));
  const alike = await knownInTime(call, id, platform.holders.matching(urn, isAlike));
  // From here on, nothing is awaited: of parallel deletes, the last one stops it.
  if (urn !== undefined) platform.holdings.deleting(urn);
  const other = alike.find((each) => !platform.holdings.isDeleting(each.urn));
  return {
    grantOf: (endpoint) => ({ endpoint, grant: issueGrant(endpoint, state) }),
    sharedWith: other === undefined ? undefined : `${definition.kind} "${nameInUrn(other.urn)}"`,
  };
}

/** A grant for what the user explicitly asks for: canceling a deployment. */
export function grantRequested(endpoint: Endpoint<true>, members: Values): Grant {
  return issueGrant(endpoint, members);
}

function heldInRun({ call, id, state }: Doomed): Stays | undefined {
  const { definition, platform, label } = call;
  const { holdings } = platform;
  const identity = identityOf(definition, id, state);
  const adopter = holdings.plannedAdopter(identity, call);
  if (adopter !== undefined) {
    throw new HoldersUnknownError(label, id, `${adopter} of this stack was to adopt it, and hasn't.`).advising([
      "run `pulumi up` again when it can be adopted: then it stays",
      "if it's to be deleted, remove the resource that adopts it from the program, or its `adoptId`",
    ]);
  }
  const holder = holdings.remainingHolder(identity, call, { ...state, id }) ?? ownerInProgram(call, state).owner;
  if (holder === undefined) return undefined;
  const isAlike = holder === label;
  return {
    stays: isAlike
      ? "this stack still manages it, under another Pulumi name or connection."
      : `${holder} of this stack manages it.`,
  };
}

function notCreated({ call: { definition }, state }: Doomed): Stays | undefined {
  if (definition.isDeletable?.(state) !== false) return undefined;
  return { stays: "this stack didn't create it.", isForgotten: true };
}

function servedByPlatform({ call: { definition, platform } }: Doomed): Stays | undefined {
  if (isServed(definition.api.delete, platform.endpoints) || platform.onDelete === "fail") return undefined;
  return {
    stays:
      "the platform's endpoints can't delete it. This stack no longer manages it; delete it in the platform's console.",
    isForgotten: true,
  };
}

async function heldInState({ holders }: Doomed): Promise<undefined> {
  await holders();
}

async function heldBySeveral({ call, id, state, holders: read }: Doomed): Promise<Stays | undefined> {
  const { definition, platform, urn } = call;
  const holders = await read();
  const own = holders.findIndex((each) => each.urn === urn);
  const others = holders.filter((_, index) => index !== own);
  if (remaining(platform, identityOf(definition, id, state), call, others).length === 0) return undefined;
  const names = [...new Set(holders.map((each) => nameInUrn(each.urn)))].sort().map((name) => `"${name}"`);
  return { stays: `${names.join(" and ")} of this stack manage it, and only the last one deletes it.` };
}

/**
 * Other holders in the state that haven't released it in this run. Nothing is awaited before this one releases it, so each of several
 * parallel deletes sees the releases before it.
 */
function remaining(
  { holdings }: Call["platform"],
  identity: string,
  by: Holder,
  others: readonly StackResource[],
): readonly StackResource[] {
  if (others.length === 0) return [];
  const gone = [...holdings.released(identity, by)];
  return others.filter((each) => {
    const at = gone.indexOf(each.urn);
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
}

function deletable({ call: { definition, platform, label }, id }: Doomed): undefined {
  if (!isServed(definition.api.delete, platform.endpoints)) throw new DeleteRefusedError(label, id);
}

async function nothingInsideStays({ call, id, state }: Doomed): Promise<undefined> {
  refuseKept(call, id, await keptInside({ call, definition: call.definition, id, values: state }));
}

function refuseKept({ platform, label, log }: Call, id: string, kept: readonly KeptInside[]): void {
  const refused = platform.onDelete === "everything" ? kept.filter((each) => each.why !== "foreign") : kept;
  if (refused.length > 0) throw new NotEmptyError(label, id, refused);
  if (kept.length === 0) return;
  log.warn(
    `${label} (id ${id}): its deletion also deletes ${kept.length} ${kept.length === 1 ? "resource" : "resources"} that this stack doesn't manage: ${kept.map((each) => each.label).join(", ")}.`,
  );
}

async function unused({ call, id, state }: Doomed): Promise<undefined> {
  const { names, noun } = await usersOf(call, id, state);
  if (names.length === 0) return;
  const isDropped = ({ deletedWith }: StackResource) => deletedWith === call.urn;
  const dropped = await call.platform.holders.matching(call.urn, isDropped, "before this run").catch(() => []);
  throw new InUseError(call.label, id, names, noun, dropped.length > 0);
}

/** Its holders in the stack's state, including itself. If they aren't known, the delete is refused. */
function holdersOf(call: Call, id: string, state: Values) {
  const { definition, platform, urn } = call;
  const [isSame, isPart] = [holdsSame(definition, id, state), namesIt(call, state)];
  return knownInTime(
    call,
    id,
    platform.holders.besides(urn, (each) => isSame(each) || isPart(each)),
  );
}

/** Reads the stack's state. If that fails or exceeds the operation's time limit, the delete is refused. */
async function knownInTime(
  { platform, label, operation }: Pick<Call, "platform" | "label" | "operation">,
  id: string,
  reading: Promise<readonly StackResource[]>,
): Promise<readonly StackResource[]> {
  const endOf = () => platform.client.ended(`Deleting ${label}`, operation);
  return within<readonly StackResource[]>(operation, reading, endOf).catch(HoldersUnknownError.orOwn(label, id));
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
    const { owned } = owner ?? {};
    if (key === undefined || owner === undefined || owned?.kind !== definition.kind) return false;
    return keysNamed(owner, each.values).some((name) => childIdentity(owned, each.id, name) === key);
  };
}
