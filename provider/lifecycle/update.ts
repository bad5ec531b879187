import { type Comparison, changesOf, compare } from "../definition/comparison.js";
import type { Call, PlanCall, ResourceDefinition } from "../definition/resourceDefinition.js";
import { EditNotPossibleError } from "../errors/index.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { lookLate } from "../platform/polling.js";
import type { ObjectField } from "../schema/field.js";
import { isObject, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { withValueAt } from "../schema/normalForm.js";
import { type GivenMembers, givenMembers } from "../values/given.js";
import {
  combined,
  inlineArgs,
  maskedBeside,
  mergedInto,
  patchOf,
  without,
  withUnchanged,
} from "../values/inlineJson.js";
import { type Fitted, maskedSecret, mergeWithinRules } from "../values/merge.js";
import type { Removal } from "../values/removal.js";
import type { Issue } from "../values/validate.js";
import { membersFromWire, membersToWire } from "../values/wire.js";
import { callOf, guarded, requireKnown, type Setup, storing } from "./call.js";
import { explainConflict } from "./createOnce.js";
import { type Current, isReadable, readForUpdate, rememberedIn } from "./read.js";
import { secondsInDoubt } from "./readOrGone.js";
import { deployedAgain } from "./redeployment.js";
import type { StoredResource, UpdateRequest } from "./requests.js";
import { requireMatch, requirePlace, send } from "./send.js";
import { keptAfterFailure, revisionAfter, storedAfterWrite } from "./stored.js";

export function updateResource(setup: Setup, request: UpdateRequest): Promise<StoredResource> {
  const { definition } = setup;
  const { id, args, stored, isPreview } = request;
  const state = stored.values;
  const call = callOf(setup, args, request);
  const before = givenBefore(call.definition.body, request);
  const comparison = compare(call.definition, { id, state, args, ...before });
  const { changes, removals } = comparison;
  const store = (values: Values, unfinished = {}) => {
    if (isPreview) return storedAfterWrite(definition, { body: call.definition.body, args, revision: UNKNOWN }, values);
    const revision = revisionAfter(definition, stored.revision, changes, call.platform.clock.random);
    return storedAfterWrite(definition, { body: call.definition.body, args, revision, ...unfinished }, values);
  };
  return guarded(
    call,
    "Updating",
    async () => {
      if (isPreview) return store(args);
      requireKnown(call, args);
      const updated = await call.verbs.update(call, comparison);
      await deployedAgain(call, { id, state: updated });
      const now = withoutRemovedOptions(definition, updated, removals);
      return storing(setup, call, { id }, () => store(now));
    },
    // Some arguments are still to be removed.
    (values) => keptAfterFailure(values, store(values, before)),
  );
}

/**
 * What the program gave before: what was stored, and arguments that only the engine has, since the platform had the same value when
 * they were added and so nothing was updated.
 */
export function givenBefore(
  body: ObjectField,
  { stored: { given }, argsBefore }: Pick<UpdateRequest, "stored" | "argsBefore">,
): Pick<Comparison, "givenBefore"> {
  if (given === undefined) return {};
  return { givenBefore: inOrder(body, { ...givenMembers(body, argsBefore ?? {}), ...given }) };
}

/** In the order of the definition, in which messages list them. */
function inOrder({ members }: ObjectField, given: GivenMembers): GivenMembers {
  const known = Object.keys(members).flatMap((name) => {
    const inner = given[name];
    return inner === undefined ? [] : [[name, inner] as const];
  });
  return { ...Object.fromEntries(known), ...given };
}

/** Updates the resource, keeping what the program does not manage. If no update is served, stores what a deployment will apply. */
export async function update(call: Call, comparison: Comparison): Promise<Values> {
  const { definition, platform, label } = call;
  const { id, state, args } = comparison;
  const endpoint = definition.api.update;
  if (!isServed(endpoint, platform.endpoints)) return storeForDeployment(call, comparison);
  if (onlyUntracks(call, comparison)) return { ...state, ...localOf(definition, args) };
  const isFull = definition.updateMode === "full";
  const seen = isFull && isReadable(call) ? await readBefore(call, id, state) : undefined;
  const content = updateContent(call, comparison, seen?.state);
  const { body, asked } = (isFull ? fullRequest : partialRequest)(call, { ...content, state, args });
  const sent =
    inlineArgs(definition.args).length === 0 ? { ...body, ...seen?.carried } : inlineRequest(call, comparison, seen);
  refuseMasked(call, sent, args);
  const members = { ...state, ...args, id };
  const response = await send(call, endpoint, members, "Updating", sent, true).catch((error) =>
    explainConflict(call, args, error, id),
  );
  if (isObject(response)) {
    const check = response.id === undefined ? requirePlace : requireMatch;
    check(call, response, members, [...pathMembers(endpoint), ...definition.pathArgs], `Updating ${label}`);
  }
  // What the response omits is as asked for.
  const now = membersFromWire(definition.body, isObject(response) ? response : {}, asked);
  return { ...withoutUnseenDrift(call, state, now, args, content.unchanged), ...rememberedIn(definition, state) };
}

/** What the platform has before an update: a list may lack what was created a moment ago. */
async function readBefore(call: Call, id: string, state: Values): Promise<Current | undefined> {
  const look = (operation = call.operation) => readForUpdate({ ...call, operation }, id, state, { isFresh: true });
  return (await look()) ?? lookLate(call.platform, secondsInDoubt(call, state.createdAt), look);
}

interface Edit extends UpdateContent {
  readonly state: Values;
  readonly args: Values;
}

/** The body of an update, and the arguments that it asks for. */
interface BodyToSend {
  readonly body: Values;
  readonly asked: Values;
}

/** Everything, with what the platform has and the program does not manage. */
function fullRequest(call: Call, edit: Edit): BodyToSend {
  const { definition } = call;
  const all = fullArguments(call, edit, edit.args);
  const omitted = Object.keys(all).filter(
    (name) => all[name] === null && definition.args[name]?.onUpdate === "omit to clear",
  );
  const body = membersToWire(definition.args, all, [...definition.pathArgs, ...omitted]);
  return { body, asked: { ...edit.kept, ...all } };
}

/** Only what changes, without what never changes. */
function partialRequest({ definition }: Call, { kept, wanted, state, args }: Edit): BodyToSend {
  const { args: fields, pathArgs } = definition;
  const fixed = Object.keys(fields).filter((name) => fields[name]?.onUpdate === "replace");
  const body = membersToWire(fields, wanted, [...pathArgs, ...fixed], { ...state, ...args });
  return { body, asked: { ...kept, ...wanted } };
}

/** Throws if an update of free-form JSON would put the mask of a secret in its place. */
function refuseMasked({ definition, label }: Call, sent: Values, args: Values): void {
  const names = inlineArgs(definition.args);
  const given = names.reduce<Value | undefined>((all, name) => combined(all, args[name]), undefined);
  const masked = names.length === 0 ? [] : maskedBeside(sent, given);
  if (masked.length > 0)
    throw notMerged(
      label,
      masked.map((path) => `${path} ${maskedSecret}`),
    );
}

/**
 * The body of an update of free-form JSON: a merge patch of what the program changes or, for a full update, all that the platform has
 * with it. A full update contains the secrets too, since no response does.
 */
function inlineRequest({ definition }: Call, { args, state, changes }: Comparison, seen: Current | undefined): Values {
  const known = changes.length === 0 ? {} : state;
  return inlineArgs(definition.args).reduce<Values>((body, name) => {
    const wanted = args[name] ?? {};
    if (definition.updateMode === "partial") return combined(body, patchOf(wanted, known[name] ?? {}) ?? {}) as Values;
    if (definition.args[name]?.returned !== "never") return mergedInto(body, wanted, known[name]) as Values;
    return combined(without(body, state[name]), wanted) as Values;
  }, seen?.carried ?? {});
}

/** What takes effect with the next deployment, and what only the provider uses, is kept in the state. */
function storeForDeployment({ definition, log, label }: Call, { state, args, changes }: Comparison): Values {
  const later = changes.filter(({ arg }) => definition.args[arg]?.onUpdate === "deploy");
  if (later.length > 0) {
    log.info(
      `${label}: ${later.map(({ text }) => text).join(", ")} takes effect with the next deployment, for example by a DeploymentTrigger that selects it.`,
    );
  }
  const stored = Object.entries(args).filter(([name]) => definition.args[name]?.onUpdate === "deploy");
  return { ...state, ...Object.fromEntries(stored), ...localOf(definition, args) };
}

/** What a full update merges. */
interface Merged {
  /** What the program changes, with a value for each removed argument that a request must contain to reset or clear it. */
  readonly wanted: Values;
  /** What the platform has, without the removed arguments that a request must not contain. */
  readonly kept: Values;
  /** All that the platform has. */
  readonly current: Values;
}

/** What an update is built from. */
interface UpdateContent extends Merged {
  /** The arguments that the program does not change. The platform keeps what it has for them. */
  readonly unchanged: readonly string[];
}

/**
 * Prepares an update as a three-way merge. An argument that was given before and equals the known state is not a change by the
 * program: if the platform's value is another one by now, for example a tag that a deployment has set, the update does not set
 * it back. A refresh makes such drift known, and the update after it corrects it.
 *
 * @param current What the platform has, if that was read again.
 */
function updateContent(
  { definition }: PlanCall,
  { args, state, givenBefore, changes, removals }: Comparison,
  current = state,
): UpdateContent {
  const removed = removals.filter(({ outcome }) => outcome === "changes");
  const changed = new Set(changes.map(({ arg }) => arg));
  const isWanted = (name: string) =>
    changed.has(name) ||
    givenBefore?.[name] === undefined ||
    name === definition.nameArg ||
    // What was read has no member for it, and the request must have one.
    (args[name] === null && definition.args[name]?.required === true);
  const kept = Object.entries(args).filter(([name]) => isWanted(name));
  // A request must contain something: an update that is repeated to finish an earlier one sends everything.
  const base = changed.size === 0 ? args : { ...Object.fromEntries(kept), ...localOf(definition, args) };
  return {
    wanted: withRemovals(base, removed),
    kept: removed.reduce((known, { steps }) => withValueAt(known, steps, undefined) as Values, current),
    current,
    unchanged: Object.keys(args).filter((name) => base[name] === undefined),
  };
}

/** The arguments with the values that reset or clear what was removed. */
export function withRemovals(args: Values, removed: readonly Removal[]): Values {
  return removed.reduce(
    (values, { steps, target }) => (target === undefined ? values : (withValueAt(values, steps, target) as Values)),
    args,
  );
}

/** The arguments that only the provider uses. */
export function localOf({ args: fields }: ResourceDefinition, args: Values): Values {
  return Object.fromEntries(Object.entries(args).filter(([name]) => fields[name]?.local));
}

/** Whether an update only records what only the provider uses, or that the program no longer manages some arguments. */
function onlyUntracks({ definition }: Call, { changes, removals }: Comparison): boolean {
  return removals.length + changes.length > 0 && changes.every(({ arg }) => definition.args[arg]?.local);
}

/**
 * The new state, with the last known values of arguments that the update left unchanged. Drift in them is not recorded as if
 * the program had been compared with it: the next refresh shows it.
 */
function withoutUnseenDrift(call: Call, state: Values, now: Values, args: Values, names: readonly string[]) {
  const drifted = new Set(changesOf(call.definition, args, now).map(({ arg }) => arg));
  const known = names.filter((name) => drifted.has(name) && state[name] !== undefined);
  const inline = inlineArgs(call.definition.args).filter((name) => !names.includes(name));
  return {
    ...now,
    ...Object.fromEntries(inline.map((name) => [name, withUnchanged(now[name], args[name], state[name])])),
    ...Object.fromEntries(known.map((name) => [name, state[name]])),
  };
}

/**
 * All arguments of an update that replaces the whole resource: those that the program changes, and what the platform has beside
 * them, as far as the rules allow. Throws if the two do not go together.
 *
 * @param args All arguments that the program gives: of what the platform has, these are always kept.
 */
export function fullArguments(call: PlanCall, content: Merged, args: Values): Values {
  return fitOrRefuse(call, content, args).values;
}

/** Reports at preview which of the platform's values an update will not keep. Throws if it cannot be sent at all. */
export function previewUpdate(call: PlanCall, comparison: Comparison): void {
  const { definition, platform, log, label } = call;
  if (definition.updateMode !== "full" || !isServed(definition.api.update, platform.endpoints)) return;
  const { args } = comparison;
  for (const { path, issue } of fitOrRefuse(call, updateContent(call, comparison), args).dropped) {
    log.warn(
      `${label}: the update doesn't keep ${path}, which is set on the platform but not in the program, because ${issueText(issue)}.`,
    );
  }
}

function fitOrRefuse({ definition, label }: PlanCall, { kept, wanted, current }: Merged, args: Values): Fitted {
  const fitted = mergeWithinRules(definition, kept, wanted, args, current);
  if (fitted.conflicts.length === 0) return fitted;
  throw notMerged(label, fitted.conflicts.map(issueText));
}

function notMerged(label: string, conflicts: readonly string[]): EditNotPossibleError {
  return new EditNotPossibleError(
    label,
    conflicts,
    "the program's values conflict with values on the platform that the update would keep.",
    ["set the arguments that the messages name", "change them in the platform's console first, then run again"],
  );
}

function issueText({ path, expected, got }: Issue): string {
  return `${path} ${expected}${got === undefined ? "" : `; got ${got}`}`;
}

/**
 * Says what an update does to removed arguments, once: in previews, the engine shows only that they are gone from the program.
 *
 * @param shownBefore Messages that were shown before.
 */
export function showRemovals(
  { log, label }: PlanCall,
  shownBefore: Set<string>,
  { id, changes, removals }: Comparison,
): void {
  const once = (text: string, tell: (text: string) => void) => {
    if (!shownBefore.has(`${id} ${text}`)) tell(text);
    shownBefore.add(`${id} ${text}`);
  };
  const shown = removals.filter(({ outcome, deletesData }) => outcome !== "nothing" && !deletesData);
  if (shown.length > 0) once(`${label}: ${shown.map(({ text }) => text).join("; ")}`, log.info);
  const lost = changes.filter(({ deletesData }) => deletesData);
  for (const { text } of lost) once(`${label}: ${text}: the platform deletes it`, log.warn);
}

/** The state without the provider's own options that the program no longer gives. No response says that they are gone. */
export function withoutRemovedOptions(
  { args }: ResourceDefinition,
  state: Values,
  removed: readonly Removal[],
): Values {
  const names = removed.flatMap(({ arg, path }) => (arg === path && args[arg]?.local ? [arg] : []));
  return Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name)));
}
