import type { Call, PlanCall, ResourceDefinition } from "../definition/kind.js";
import { EditNotPossibleError } from "../errors/index.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { retryWhileMissing } from "../platform/poll.js";
import { meaningOf } from "../platform/responseErrors.js";
import { isSameId, withValueAt } from "../schema/equality.js";
import { isObject, pick, sameJson, type Values } from "../schema/json.js";
import { type Comparison, differencesIn, type Removal } from "../values/compare.js";
import { type Fitted, mergeWithinRules } from "../values/merge.js";
import type { Issue } from "../values/validate.js";
import { membersFromWire, membersToWire } from "../values/wire.js";
import { conflictOf } from "./createOnce.js";
import { secondsUncertain } from "./existence.js";
import { type Current, carriedBy, isReadable, read, readForUpdate, rememberedIn } from "./read.js";
import { receive, requireMatch, requireParent } from "./send.js";

/** The body of an update of a kind; nothing for the usual one. */
type ContentOf = (call: Call, comparison: Comparison, current: Current | undefined) => Values | undefined;

/**
 * Updates the resource, and keeps what the program doesn't manage. Without an update endpoint, only stores what the next deployment
 * applies.
 */
export async function update(call: Call, comparison: Comparison, contentOf?: ContentOf): Promise<Values> {
  const { definition, platform, label } = call;
  const { id, state, args } = comparison;
  const endpoint = definition.api.update;
  if (!isServed(endpoint, platform.endpoints)) return storeForDeployment(call, comparison);
  const { changes, removals } = comparison;
  // Only the state changes: arguments that only the provider uses, or ones that the program no longer manages.
  const isLocal = removals.length + changes.length > 0 && changes.every(({ arg }) => definition.args[arg]?.local);
  if (isLocal) return { ...state, ...localOf(definition, args) };
  const isFull = definition.updateMode === "full";
  const seen = isFull ? await readBefore(call, id, state) : undefined;
  const content = updateContent(call, comparison, seen?.state);
  // A full update contains all arguments, a partial one what has changed, except what no update can change.
  const desired = isFull ? fullArguments(call, content, args).values : content.desired;
  const isFixed = (name: string) => definition.args[name]?.onUpdate === "replace";
  const fixed = isFull ? [] : Object.keys(definition.args).filter(isFixed);
  const siblings = isFull ? desired : { ...state, ...args };
  const body = membersToWire(definition.body, desired, [...definition.pathArgs, ...fixed], siblings);
  const requested = { ...content.preserved, ...desired };
  const sent = contentOf?.(call, comparison, seen) ?? { ...body, ...(seen && carriedBy(definition, seen)) };
  const members = { ...state, ...args, id };
  const { json, status } = await receive(call, endpoint, members, "Updating", sent, true).catch(async (error) => {
    throw await conflictOf(call, args, error, { own: id });
  });
  // While an update continues, the response may describe an operation.
  const isOther = meaningOf("update", status) === "begun" && isObject(json) && !isSameId(json.id, id);
  const response = isObject(json) && !isOther ? json : undefined;
  if (response !== undefined) {
    const check = response.id === undefined ? requireParent : requireMatch;
    check(call, response, members, [...pathMembers(endpoint), ...definition.pathArgs], `Updating ${label}`);
  }
  const now = await readUnshown(call, comparison, response ?? {}, requested);
  // The last known values of arguments that the update left unchanged: their drift stays unknown until the next refresh shows it.
  const unseen = differencesIn(definition.body, args, now).flatMap(({ arg }) =>
    content.unchanged.includes(arg) ? [arg] : [],
  );
  return { ...now, ...pick(state, unseen), ...rememberedIn(definition, state) };
}

/** Reads a resource before its update. A list may not show a new one yet. */
async function readBefore(call: Call, id: string, state: Values): Promise<Current | undefined> {
  const found = await readForUpdate(call, id, state, { isFresh: true });
  if (found !== undefined) return found;
  return retryWhileMissing(call.platform, secondsUncertain(call, state.createdAt), (operation) =>
    readForUpdate({ ...call, operation }, id, state, { isFresh: true }),
  );
}

/**
 * The state that the response to an update shows. If it omits changed values, only a read shows what the platform stores. Members that
 * both omit are as requested.
 */
async function readUnshown(
  call: Call,
  { id, changes }: Comparison,
  response: Values,
  requested: Values,
): Promise<Values> {
  const { body } = call.definition;
  const now = membersFromWire(body, response, requested);
  const shown = membersFromWire(body, response, requested, "absent");
  const isShown = changes.every(({ arg }) => sameJson(now[arg], shown[arg]));
  if (isShown || !isReadable(call)) return now;
  return (await read(call, id, requested, { isFresh: true }).catch(() => undefined)) ?? now;
}

/** Stores what the next deployment applies, and what only the provider uses. */
function storeForDeployment({ definition, log, label }: Call, { state, args, changes }: Comparison): Values {
  const later = changes.filter(({ arg }) => definition.args[arg]?.onUpdate === "deploy");
  if (later.length > 0) {
    log.info(
      `${label}: ${later.map(({ text }) => text).join(", ")} takes effect with the next deployment, for example by a DeploymentTrigger that selects it.`,
    );
  }
  const stored = Object.keys(args).filter((name) => definition.args[name]?.onUpdate === "deploy");
  return { ...state, ...pick(args, stored), ...localOf(definition, args) };
}

interface Merged {
  /** The program's changes. A removed argument has the value that resets or clears it, if a request needs one. */
  readonly desired: Values;
  /** The platform's values, except removed arguments that a request must omit. */
  readonly preserved: Values;
  /** All values of the platform. */
  readonly current: Values;
}

interface UpdateContent extends Merged {
  /** Arguments that the program hasn't changed: the platform keeps its values. */
  readonly unchanged: readonly string[];
}

/**
 * Prepares an update as a three-way merge, with what the platform has if it was read again. An argument that was set before and equals the
 * state isn't a change: if the platform has another value by now, such as a tag from a deployment, the update keeps that. A refresh would
 * make the drift known, and the update after it would correct it.
 */
function updateContent(
  { definition }: PlanCall,
  { args, state, oldInputs, changes, removals }: Comparison,
  current = state,
): UpdateContent {
  const removed = removals.filter(({ outcome }) => outcome === "changes");
  const changed = new Set(changes.map(({ arg }) => arg));
  const isDesired = (name: string) =>
    changed.has(name) ||
    oldInputs?.[name] === undefined ||
    name === definition.nameArg ||
    definition.args[name]?.local ||
    // `null` is never in the state, but the request must contain it.
    (args[name] === null && definition.args[name]?.required === true);
  // A request must contain something: an update that only finishes an earlier one sends everything.
  const base = changed.size === 0 ? args : pick(args, Object.keys(args).filter(isDesired));
  return {
    desired: withRemovals(base, removed),
    preserved: removed.reduce((known, { steps }) => withValueAt(known, steps, undefined) as Values, current),
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

export function localOf({ args: fields }: ResourceDefinition, args: Values): Values {
  const names = Object.keys(args).filter((name) => fields[name]?.local);
  return pick(args, names);
}

/**
 * All arguments of a full update: those that the program sets, with the platform's values unless a rule forbids these. Throws if the program
 * must resolve a conflict.
 */
export function fullArguments(
  { definition, label }: PlanCall,
  { preserved, desired, current }: Merged,
  args: Values,
): Fitted {
  const fitted = mergeWithinRules(definition, preserved, desired, args, current);
  if (fitted.conflicts.length === 0) return fitted;
  throw notMerged(label, fitted.conflicts.map(issueText));
}

/** Reports at preview which of the platform's values an update won't keep. Throws if it can't be sent at all. */
export function previewUpdate(call: PlanCall, comparison: Comparison): void {
  const { definition, platform, log, label } = call;
  if (definition.updateMode !== "full" || !isServed(definition.api.update, platform.endpoints)) return;
  const { args } = comparison;
  for (const { path, issue } of fullArguments(call, updateContent(call, comparison), args).dropped) {
    log.warn(
      `${label}: the update doesn't keep ${path}, which is set on the platform but not in the program, because ${issueText(issue)}.`,
    );
  }
}

export function notMerged(label: string, conflicts: readonly string[]): EditNotPossibleError {
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

/** Shows once what an update does to removed arguments. In previews, the engine only shows that the program no longer sets them. */
export function showRemovals(
  { log, label }: PlanCall,
  shownBefore: Set<string>,
  { id, changes, removals }: Comparison,
): void {
  const once = (text: string, notify: (text: string) => void) => {
    if (!shownBefore.has(`${id} ${text}`)) notify(text);
    shownBefore.add(`${id} ${text}`);
  };
  const shown = removals.filter(({ outcome, deletesData }) => outcome !== "nothing" && !deletesData);
  if (shown.length > 0) once(`${label}: ${shown.map(({ text }) => text).join("; ")}`, log.info);
  const lost = changes.filter(({ deletesData }) => deletesData);
  for (const { text } of lost) once(`${label}: ${text}: the platform deletes it`, log.warn);
}
