import type { Call, Plan, PlanCall, ResourceDefinition } from "../definition/kind.js";
import { forcesReplacement, isParent } from "../definition/references.js";
import { foreseeReplacement, refuseToStayIn } from "../deletion/rules.js";
import { useExtended } from "../errors/appPlatformError.js";
import {
  AdoptionError,
  EditNotPossibleError,
  InvalidArgumentError,
  ProviderGoneError,
  ReplacementNameTakenError,
} from "../errors/index.js";
import { identityKey, identityOf, isIdentifiedByParent, isUniqueEverywhere } from "../ownership/identity.js";
import type { StackResource } from "../ownership/stackOwners.js";
import { isServed } from "../platform/endpoint.js";
import { isSameId, normalId } from "../schema/equality.js";
import { type Field, isChildren } from "../schema/field.js";
import { hasUnknown, isAbsent, omit, sameJson, UNKNOWN, type Values } from "../schema/json.js";
import type { Comparison } from "../values/compare.js";
import { validate, wrongIds } from "../values/validate.js";
import { findFormer, refuseNameOfReplaced } from "./adopt.js";
import { refusedAsUnsafe } from "./check.js";
import { describeOwnedChanges, ownedTwice } from "./children.js";
import { lostOutputs } from "./partialFailure.js";
import { previewUpdate, showRemovals, withRemovals } from "./update.js";

/** What a diff knows besides the comparison. */
interface Planning {
  readonly oldInputs: Values;
  /** Without what the program marks as secret. */
  readonly definition: ResourceDefinition;
  /** Messages that plans have already shown. */
  readonly shown: Set<string>;
}

/** Decides what happens to a resource: nothing, an update, a replacement or an error. Sends no writes. */
export async function planUpdate(
  call: Call,
  comparison: Comparison,
  { oldInputs, definition, shown }: Planning,
): Promise<Plan> {
  const { id, args, changes } = comparison;
  let planned = await call.verbs.plan(call, comparison);
  // The engine only compares the arguments with those before. After a partial failure, both are the same, and a refresh makes the engine
  // forget the failure. So if something still differs, an update is planned.
  if (changes.length > 0 && sameJson(args, oldInputs)) planned = { hasWork: true, ...planned };
  if (planned.replaces === undefined && (await isUndoing(call, comparison)))
    planned = { hasWork: true, replaces: changes.map(({ arg }) => arg) };
  await foresee(call, comparison, planned);
  if (planned.replaces === undefined) showUpdate(call, shown, comparison, planned);
  checkOrigin(call, { id, args, planned }, oldInputs);
  const [refusal] = planned.replaces === undefined ? [] : refusedAsUnsafe(call, args);
  if (refusal !== undefined) throw refusal;
  notifyTriggers(call, comparison, planned);
  claim(call, definition, comparison, planned);
  return planned;
}

/**
 * Whether the program takes a replacement back that hasn't ended, although the new resource could be updated to its arguments: only the
 * old one, which still exists, can have the name. Throws if that one can't have the other arguments.
 */
async function isUndoing(call: Call, { args, state }: Comparison): Promise<boolean> {
  const key = identityKey(call.definition, args);
  if (key === undefined || key === identityKey(call.definition, state)) return false;
  const former = await findFormer(call, args);
  if (former === undefined) await refuseNameOfReplaced(call, args);
  return former !== undefined;
}

/** Rejects what the end of the run is sure to refuse, before the run deletes anything. */
async function foresee(call: Call, comparison: Comparison, planned: Plan): Promise<void> {
  const { definition, label } = call;
  const { id, args, state, changes } = comparison;
  if (planned.replaces === undefined) return refuseToStayIn(call, state);
  // A kind with a deletion of its own deletes nothing.
  if (definition.verbs.delete !== undefined || isOrigin(definition, { id, args, planned })) return;
  const isFirst = planned.deleteBeforeReplace === true;
  const preserved = await foreseeReplacement(call, id, state, isFirst);
  // An unknown value may turn out to be the old one.
  const texts = changes.flatMap(({ arg, text }) => (planned.replaces?.includes(arg) ? [text] : []));
  if (preserved === undefined || !isFirst || texts.length === 0) return;
  throw new ReplacementNameTakenError(label, definition.nameArg ?? "name", texts, { why: preserved, id });
}

/** Rejects a resource that an explicit provider of the other kind manages on another platform. */
export async function refuseOtherPlatform({ definition, platform, run, urn }: Call, id: string): Promise<void> {
  const isIt = (each: StackResource) => each.kind === definition.kind && isSameId(each.id, id);
  const owned = await run.owners.matching(urn, isIt).catch(() => []);
  const [provider] = owned.flatMap((each) => each.provider ?? []);
  if (provider !== undefined && provider.address !== platform.address)
    throw new ProviderGoneError(provider.name, provider.address, platform.address);
}

/** Shows what an update removes, resets or doesn't keep. Throws if the resource would own something that another one manages. */
function showUpdate(call: Call, shownBefore: Set<string>, comparison: Comparison, { hasWork }: Plan): void {
  const { id, args, state } = comparison;
  const twice = ownedTwice(call, id, args, state);
  if (twice !== undefined) throw twice;
  showRemovals(call, shownBefore, comparison);
  if (hasWork !== false) previewUpdate(call, comparison);
}

/** Tells the triggers, which plan later, what they will deploy. */
function notifyTriggers(call: Call, comparison: Comparison, { replaces }: Plan): void {
  const { definition, run } = call;
  const { id, args, state, changes, removals } = comparison;
  if (definition.isSeenByServices) {
    const isSeen = ({ arg }: { readonly arg: string }) => arg !== "description";
    // An unknown value may differ from the former one.
    const isUnknown = hasUnknown(omit(args, ["description"]));
    planSeen(call, id, args, replaces !== undefined || isUnknown || [...changes, ...removals].some(isSeen));
  }
  if (definition.owned)
    run.deployments.planned(id, replaces === undefined ? describeOwnedChanges(definition, state, args) : undefined);
}

/** Tells the triggers, which plan later, what a planned write changes for services. */
export function planSeen({ definition, run }: PlanCall, key: string, args: Values, isChanged: boolean): void {
  if (definition.isSeenByServices !== true) return;
  const { kind, nameArg = "", args: fields } = definition;
  const noun = kind.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  const name = fields[nameArg]?.secret === true || args[nameArg] === UNKNOWN ? "" : ` ${String(args[nameArg])}`;
  const parent = parentIn(args).split("/").at(-1) as string;
  run.deployments.planned(key, isChanged && parent !== "" ? `${noun}${name} changes` : undefined, parent);
}

/** The reference to what the resource is set on; empty if there is none, or if it isn't known. */
export function parentIn({ on }: Values): string {
  return typeof on === "string" && on !== UNKNOWN ? on : "";
}

/** Records for the run whether the resource stays. Throws if another resource of the program adopts it. */
function claim(call: Call, definition: ResourceDefinition, { id, args, state }: Comparison, planned: Plan): void {
  const { run, label } = call;
  const known = { ...state, id };
  const identity = identityOf(definition, id, known);
  const leaves = planned.deleteBeforeReplace ? "replaced" : "moves";
  const isReplaced = planned.replaces !== undefined;
  const adopter = run.ownership.planned(identity, call, isReplaced ? leaves : { retained: known });
  if (adopter !== undefined) {
    throw new AdoptionError(adopter, id, `${label} of this stack already manages it.`, ["declare it once"]);
  }
  // The replacement is the same resource through another connection, so neither step deletes it.
  if (isReplaced && isOrigin(definition, { id, args, planned })) run.ownership.adoptionPlanned(identity, call);
}

/** What an update does. Throws if it isn't possible. */
export function plan(call: PlanCall, comparison: Comparison): Plan {
  const { definition, label } = call;
  const { args, state, changes, removals } = comparison;
  const [wrongId] = wrongIds(definition.body, args, state);
  if (wrongId !== undefined) throw new InvalidArgumentError(label, wrongId);
  const replacement = replace(call, comparison) ?? replaceLost(call, comparison);
  if (replacement !== undefined) return replacement;
  refuseEdit(call, comparison);
  refuseDefaults(call, comparison);
  if (hasUnknown(args)) return { hasWork: true };
  // An update that changes nothing records that the program no longer manages an argument, so that later drift of it is ignored.
  if (changes.length === 0 && removals.length === 0) return { hasWork: false };
  // With no decision, the engine compares the inputs itself, shows each difference and honors replaceOnChanges.
  return {};
}

/** A replacement, if an argument changes that can't be updated. If it may change once its value is known, an update. */
function replace(call: PlanCall, { args, changes }: Comparison): Plan | undefined {
  const { definition, platform, label } = call;
  const { args: fields, api, nameArg } = definition;
  const renames = (arg: string) => !isServed(api.update, platform.endpoints) && fields[arg]?.identifies !== undefined;
  const replacing = changes.filter(({ arg }) => forcesReplacement(definition, arg) || renames(arg));
  const unknown = Object.keys(fields).filter((arg) => hasUnknown(args[arg]) && forcesReplacement(definition, arg));
  const replaces = [...new Set([...replacing.map(({ arg }) => arg), ...unknown])];
  if (replaces.length === 0) return undefined;
  if (!takesName(definition, replaces, { args, changes })) return { hasWork: true, replaces };
  if (isServed(api.delete, platform.endpoints)) return { hasWork: true, replaces, deleteBeforeReplace: true };
  // An unknown value may turn out to be the old one. The actual update plans again.
  if (replacing.length === 0) return { hasWork: true };
  const texts = replacing.map(({ text }) => text);
  throw new ReplacementNameTakenError(label, nameArg as string, texts);
}

/** A replacement, if outputs were lost with the response to the create. */
function replaceLost({ definition, platform }: PlanCall, { state }: Comparison): Plan | undefined {
  const replaces = lostOutputs(state);
  if (replaces.length === 0 || !isServed(definition.api.delete, platform.endpoints)) return undefined;
  return { hasWork: true, replaces, deleteBeforeReplace: true };
}

/** Whether the replacement needs the name of the resource that it replaces. */
function takesName(
  definition: ResourceDefinition,
  replaces: readonly string[],
  { args, changes }: Pick<Comparison, "args" | "changes">,
): boolean {
  const { nameArg, args: fields } = definition;
  const isUnique = isUniqueEverywhere(definition);
  const freesName = (arg: string) => (isUnique ? arg === "connection" : isParent(definition, arg));
  if (nameArg === undefined || args[nameArg] === UNKNOWN || replaces.some(freesName)) return false;
  return !changes.some(({ arg }) => fields[arg]?.identifies);
}

/** Rejects changes that neither an update nor a deployment can apply on this platform. */
function refuseEdit({ definition, platform, label }: PlanCall, { changes }: Comparison): void {
  const { owned, api, args: fields, nameArg = "name" } = definition;
  const isApplied = (field: Field | undefined) => {
    if (isChildren(field)) return isServed(owned?.api.update, platform.endpoints);
    const isUpdatable = isServed(api.update, platform.endpoints);
    return isUpdatable || field?.onUpdate === "deploy" || field?.local === true;
  };
  const refused = changes.flatMap(({ arg, text }) => (isApplied(fields[arg]) ? [] : [text]));
  if (refused.length === 0) return;
  throw new EditNotPossibleError(label, refused, "the platform's endpoints can't update this kind.", [
    useExtended,
    `change its \`${nameArg}\`: a new resource is created, and the old one stays on the platform`,
    "undo the change, or make it in the platform's console and list the argument in `ignoreChanges`",
  ]);
}

/** Rejects removals whose defaults don't fit the other arguments, such as a maximum below its minimum. */
function refuseDefaults({ definition, label }: PlanCall, { args, removals }: Comparison): void {
  const reset = removals.filter(({ target }) => target !== undefined);
  if (reset.length === 0) return;
  // A clone takes what it omits from its source.
  const purpose = isAbsent(args.cloneFrom) ? "update" : "clone";
  const [issue] = validate(definition, withRemovals(args, reset), purpose);
  if (issue !== undefined) throw new InvalidArgumentError(label, issue);
}

/** A resource of the state, with the program's arguments for it. */
interface Planned {
  readonly id: string;
  readonly args: Values;
  readonly planned: Plan;
}

/** Whether a replacement with these arguments creates or adopts the same resource again. */
export function isOrigin(definition: ResourceDefinition, { id, args, planned }: Planned): boolean {
  const { pathArgs } = definition;
  if (isIdentifiedByParent(definition, args)) return !pathArgs.some((arg) => planned.replaces?.includes(arg));
  return specified(args.adoptId) === normalId(id);
}

/**
 * `adoptId` and `cloneFrom` count only at creation. Rejects an `adoptId` that an existing resource would ignore or that its replacement
 * couldn't adopt. Only warns about another `cloneFrom` than before, since its source may have been replaced.
 */
export function checkOrigin({ log, label }: PlanCall, { id, args, planned }: Planned, before: Values): void {
  const adoptId = specified(args.adoptId);
  const isSame = adoptId === normalId(id);
  const replaced = planned.replaces?.filter((arg) => arg !== "connection" && args[arg] !== UNKNOWN) ?? [];
  if (adoptId !== undefined && isSame && replaced.length > 0) {
    const why = `${replaced.map((arg) => `\`${arg}\``).join(", ")} replaces it with a new resource.`;
    throw new AdoptionError(label, id, why, ["remove `adoptId`", "undo the change"]);
  }
  if (planned.replaces !== undefined) return;
  if (adoptId !== undefined && !isSame) {
    throw new AdoptionError(label, adoptId, `it already manages the one with id ${id}.`, [
      `remove \`adoptId\`, to keep the one with id ${id}`,
      "declare another resource with this `adoptId`",
      `to manage the other one instead and leave ${id} on the platform, remove this resource from the state first (pulumi state delete)`,
    ]);
  }
  const source = specified(args.cloneFrom);
  if (source === undefined || source === specified(before.cloneFrom)) return;
  log.warn(
    `${label}: \`cloneFrom\` is used only at creation, so it doesn't become a clone of ${source}. To clone that one, replace it: pulumi up --replace <URN>.`,
  );
}

/** An ID as in responses, if it's set and known. */
function specified(id: unknown): string | undefined {
  return typeof id === "string" && id !== UNKNOWN ? normalId(id) : undefined;
}
