import { identityKeyOf, isAtOrBelow, keyOf, pathText, type Step, sameItem, sameText } from "../schema/equality.js";
import { isIgnored, isMet } from "../schema/facts.js";
import {
  type ArrayField,
  type Field,
  isChildren,
  isOpen,
  isSecretMember,
  itemsOf,
  type ObjectField,
  walk,
} from "../schema/field.js";
import { isAbsent, isObject, omit, pick, sameJson, show, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { showField } from "./advice.js";
import { sameSelection } from "./revisions.js";

interface Located {
  readonly arg: string;
  /** Path, as programs write it. */
  readonly path: string;
  readonly steps: readonly Step[];
  /** In words: `tag: "1.26" → "1.27"`, `cpu: 2000 → 500 (default)`. */
  readonly text: string;
  readonly deletesData?: true;
}

/** An argument that differs from the state. */
export interface Change extends Located {
  /** Both sides in words, unless `text` is all there is to say. */
  readonly sides?: ChangeSides;
}

interface ChangeSides {
  readonly actual: string;
  readonly desired: string;
}

/** An argument that the program has removed. */
export interface Removal extends Located {
  /** `changes`: it's reset or cleared. `retained`: the platform can do neither. `nothing`: it already has its default. */
  readonly outcome: "changes" | "retained" | "nothing";
  /** The value that a request must contain. Without one, the request must omit the argument. */
  readonly target?: Value;
}

/** Whether an update's body replaces the whole resource, or only the members that it contains. */
export type UpdateMode = "full" | "partial";

interface ComparedBy {
  readonly body: ObjectField;
  readonly updateMode: UpdateMode;
  readonly existingArg?: string | undefined;
}

/** The program's arguments for an existing resource. */
interface Desired {
  readonly id: string;
  readonly state: Values;
  readonly args: Values;
  /**
   * What the program specified before. What it has removed of that is reset or cleared; what it never specified is left to the
   * platform. Omitted if the program hasn't managed the resource yet.
   */
  readonly oldInputs?: Values | undefined;
}

/** Arguments and state, compared once for all decisions. */
export interface Comparison extends Desired {
  /** What an update would change, including removals. */
  readonly changes: readonly Change[];
  /** The arguments that the program has removed, with what happens to their values. */
  readonly removals: readonly Removal[];
  /** Paths of earlier writes that may not have succeeded. Those of arguments that the program still sets are changes, too. */
  readonly pendingWrites: readonly string[];
}

/**
 * Output after a partial failure: paths of the writes that the platform may have carried out or not, such as `variables.LOG_LEVEL`. The
 * state has the values that were sent there, and the next update sends them again, whatever it compares them with.
 */
export const PENDING_WRITES = "__pendingWrites";

export function pendingWritesIn({ [PENDING_WRITES]: paths }: Values): readonly string[] {
  return Array.isArray(paths) ? paths.map(String) : [];
}

/** The state with only these pending writes. */
export function withPendingWrites({ [PENDING_WRITES]: _, ...state }: Values, paths: readonly string[]): Values {
  return paths.length === 0 ? state : { ...state, [PENDING_WRITES]: [...new Set(paths)] };
}

/** The state after a read, with the pending writes of what it hasn't read. */
export function withUnreadWrites(state: Values, known: Values, isUnread: (path: string) => boolean): Values {
  return withPendingWrites(state, [...pendingWritesIn(state), ...pendingWritesIn(known).filter(isUnread)]);
}

/** The argument of a pending write, and the key of the entry if it's only one. */
export function argAndKey(path: string): readonly [arg: string, key?: string] {
  const dot = path.indexOf(".");
  return dot < 0 ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** Options that are used only at creation. */
export const creationOptions: readonly string[] = ["adoptId", "cloneFrom", "acceptDefaults"];

export function compare({ body, updateMode, existingArg }: ComparedBy, specified: Desired): Comparison {
  const { state, args, oldInputs = {} } = specified;
  // Removing one of these doesn't make it another resource.
  const unmoved = [...creationOptions, "connection", existingArg ?? ""];
  // Only a clone may omit a required argument, whose value comes from its source.
  const isLeft = (name: string) => args[name] === undefined && body.members[name]?.required === true;
  const before = omit(oldInputs, [...unmoved, ...Object.keys(oldInputs).filter(isLeft)]);
  const sides = { desired: compared(args), before, actual: state };
  const { changes, removals } = differencesBetween(body, sides, updateMode);
  const found = removals.flatMap(({ outcome, target: _, ...change }) => (outcome === "changes" ? [change] : []));
  const all = [...changes, ...found];
  return {
    ...specified,
    changes: [...all, ...resends(all, args, state)],
    removals,
    pendingWrites: pendingWritesIn(state),
  };
}

/** What an update sends again, although the state may already have it. */
function resends(changes: readonly Change[], args: Values, state: Values): readonly Change[] {
  return pendingWritesIn(state).flatMap((path): Change[] => {
    const [arg, key] = argAndKey(path);
    const desired = key === undefined ? args[arg] : objectOf(args[arg])[key];
    const isFound = changes.some((each) => isAtOrBelow(each.path, path));
    if (desired === undefined || desired === UNKNOWN || isFound) return [];
    const steps = key === undefined ? [arg] : [arg, key];
    return [{ arg, path, steps, text: `${path}: sent again, since an earlier write may not have succeeded` }];
  });
}

/** The comparison of some arguments only. */
export function only(comparison: Comparison, isMeant: (arg: string) => boolean): Comparison {
  const meant = (values: Values) => pick(values, Object.keys(values).filter(isMeant));
  const { state, args, oldInputs, changes, removals, pendingWrites } = comparison;
  return {
    ...comparison,
    ...{ state: meant(state), args: meant(args), ...(oldInputs && { oldInputs: meant(oldInputs) }) },
    changes: changes.filter(({ arg }) => isMeant(arg)),
    removals: removals.filter(({ arg }) => isMeant(arg)),
    pendingWrites: pendingWrites.filter((path) => isMeant(argAndKey(path)[0])),
  };
}

/** How the arguments differ from the state, and what is sent again. */
export function changesOf({ body }: Pick<ComparedBy, "body">, args: Values, state: Values): readonly Change[] {
  const changes = differencesIn(body, compared(args), state);
  return [...changes, ...resends(changes, args, state)];
}

/** The arguments without options that are used only at creation. */
function compared(args: Values): Values {
  // An omitted connection isn't left to the platform like other arguments: it means the stack's own platform.
  return { ...omit(args, creationOptions), connection: args.connection ?? null };
}

/**
 * How arguments differ from the state (a kind's outputs), and which the program has removed, in one walk. The platform chooses the value of
 * an argument that was never specified. Unknown values aren't differences here.
 *
 * @param before What the program specified before.
 */
export function differencesBetween(
  body: WithMembers,
  { desired, before = {}, actual }: { readonly desired: Values; readonly before?: Values; readonly actual: Values },
  mode: UpdateMode = "full",
): Pick<Comparison, "changes" | "removals"> {
  const found = { changes: [], removals: [] };
  compareMembers(body, { desired, before, actual }, { arg: "", path: "", steps: [], secret: false, mode, found });
  return found;
}

type WithMembers = Pick<ObjectField, "members">;

export function differencesIn(body: WithMembers, desired: Values, actual: Values): readonly Change[] {
  return differencesBetween(body, { desired, actual }).changes;
}

export function differs(field: Field, desired: Value | undefined, actual: Value | undefined): boolean {
  return differencesIn({ members: { "": field } }, { "": desired }, { "": actual }).length > 0;
}

/** A value as it is wanted now, as it was specified before, and in the state. */
interface Sides<V = Value | undefined> {
  readonly desired: V;
  readonly before: V;
  readonly actual: V;
}

interface Location {
  readonly arg: string;
  readonly path: string;
  readonly steps: readonly Step[];
  readonly secret: boolean;
  /** `partial` only for top-level arguments: their members are always sent as a whole. */
  readonly mode: UpdateMode;
  /** Whether no change inside counts, since the whole was reported, is the same as omitted, or is ignored. */
  readonly isReported?: true;
  readonly found: { readonly changes: Change[]; readonly removals: Removal[] };
}

const nothing = "nothing";

const objectOf = (value: Value | undefined): Values => (isObject(value) ? value : {});
const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);

function report(location: Location, sides: ChangeSides, text = `${sides.actual} → ${sides.desired}`, more = {}): void {
  const { arg, path, steps, isReported, found } = location;
  if (!isReported) found.changes.push({ arg, path, steps, text: `${path}: ${text}`, sides, ...more });
}

function compareMembers(
  { members }: WithMembers,
  { desired, before, actual }: Sides<Values>,
  location: Location,
): void {
  const siblings = { ...actual, ...desired };
  for (const [name, field] of Object.entries(members)) {
    const sides = { desired: desired[name], before: before[name], actual: actual[name] };
    if (sides.desired === undefined && sides.before === undefined) continue;
    const here: Location = {
      ...location,
      arg: location.arg || name,
      path: location.path === "" ? name : `${location.path}.${name}`,
      steps: [...location.steps, name],
    };
    const isCleared = sides.desired === null && field.nullable === true;
    if (sides.before !== undefined && isAbsent(sides.desired) && !isCleared) {
      noteRemoval(field, sides, siblings, { ...here, secret: location.secret || isSecretMember(field, siblings) });
    }
    const secret = location.secret || isSecretMember(field, desired);
    const redacted = isIgnored(field, siblings) ? ({ isReported: true } as const) : {};
    compareValue(field, sides, { ...here, secret, mode: "full", ...redacted });
  }
}

function compareValue(field: Field, sides: Sides, location: Location): void {
  const { desired, before, actual } = sides;
  if (desired === undefined || desired === UNKNOWN) return;
  const shown = () => ({
    actual: showField(field, actual, location.secret),
    desired: showField(field, desired, location.secret),
  });
  if (desired === null) {
    // Clearing a boolean sets it to false, which a response may contain.
    const isOff = field.type === "boolean" && actual === false;
    if (!isAbsent(actual) && !isOff) report(location, shown());
    return;
  }
  const isOmitted = isAbsent(actual) && isSameAsOmitted(field, desired);
  const inside: Location = isOmitted ? { ...location, isReported: true } : location;
  if (field.type === "object" && isObject(desired)) {
    const isNew = !isObject(actual);
    if (isNew) report(inside, shown());
    const all = { desired, before: objectOf(before), actual: objectOf(actual) };
    compareMembers(field, all, isNew ? { ...inside, isReported: true } : inside);
  } else if (field.type === "array" && Array.isArray(desired)) {
    compareItems(field, { desired, before: listOf(before), actual: listOf(actual) }, inside);
  } else if (isObject(desired) && (field.type === "record" || (isOpen(field) && isObject(actual)))) {
    compareEntries(field, { desired, actual: objectOf(actual) }, inside);
  } else if (!isSame(field, desired, actual)) report(inside, shown());
}

/** Compares the entries of a map, or members of any name, at every depth. */
function compareEntries(field: Field, { desired, actual }: Omit<Sides<Values>, "before">, location: Location): void {
  const isMap = field.type === "record";
  const inner = isMap ? field.value : field;
  const secret = location.secret || (isMap && inner.secret === true);
  for (const key of new Set([...Object.keys(desired), ...Object.keys(actual)])) {
    const here = { ...location, path: `${location.path}.${key}`, steps: [...location.steps, key], secret };
    const known = actual[key];
    if (desired[key] !== undefined)
      compareValue(inner, { desired: desired[key], before: isMap ? known : undefined, actual: known }, here);
    else if (isMap || !isAbsent(known)) report(here, { actual: show(known, secret), desired: nothing }, "removed");
  }
}

function compareItems(
  field: ArrayField,
  { desired, before, actual }: Sides<readonly Value[]>,
  location: Location,
): void {
  const { key, isPartial } = itemsOf(field);
  const type = identityKeyOf(field);
  const inside = { ...location, secret: location.secret || field.item.secret === true };
  // If order matters, the items of arrays of different lengths don't correspond, so the whole array is replaced.
  const isOther = type === undefined && desired.length !== actual.length;
  if (isOther) report(location, { actual: `${actual.length} items`, desired: `${desired.length} items` });
  const former = type === undefined && desired.length !== before.length ? [] : continued(field, desired, before);
  const matches = continued(field, desired, actual);
  const named = (item: Value) => `${type} ${show(keyOf(item, type ?? ""), location.secret)}`;
  const isUnknown = (item: Value) => item === UNKNOWN || (type !== undefined && keyOf(item, type) === UNKNOWN);
  for (const [index, item] of desired.entries()) {
    if (isUnknown(item)) continue;
    const step: Step = key === undefined ? index : { list: field, item };
    const here = { ...inside, path: `${location.path}[${index}]`, steps: [...location.steps, step] };
    const match = matches[index];
    const isNew = type !== undefined && match === undefined;
    if (isNew) report(here, { actual: nothing, desired: named(item) }, `added (${named(item)})`);
    const sides = { desired: item, before: former[index], actual: match };
    compareValue(field.item, sides, isNew || isOther ? { ...here, isReported: true } : here);
  }
  if (isPartial) noteItemsThatStay(field, { desired, before, actual }, location);
  if (type === undefined || isPartial || desired.some(isUnknown)) return;
  for (const item of actual) {
    if (matches.includes(item) || desired.some((each) => sameItem(field, each, item))) continue;
    const holdsData = field.onUpdate === "delete data";
    const text = `removed (${named(item)})${holdsData ? ", with its data" : ""}`;
    report(location, { actual: named(item), desired: nothing }, text, holdsData ? { deletesData: true } : {});
  }
}

/** Items that the program has removed from an array whose items belong to the platform: it can't remove them. */
function noteItemsThatStay(
  field: ArrayField,
  { desired, before, actual }: Sides<readonly Value[]>,
  location: Location,
): void {
  const { key = "" } = itemsOf(field);
  if (desired.includes(UNKNOWN)) return;
  for (const item of actual) {
    const last = before.find((each) => sameItem(field, each, item));
    if (!isObject(last) || !isObject(item) || desired.some((each) => sameItem(field, each, item))) continue;
    const values = Object.keys(last).filter((name) => name !== key);
    const shown = values.map((name) => `${name} ${show(item[name], location.secret)}`).join(", ");
    const path = `${location.path} (${key} ${show(keyOf(item, key), location.secret)})`;
    const text = `${path}: ${shown} stays, since the platform can't remove its own items`;
    location.found.removals.push({ arg: location.arg, path, steps: location.steps, outcome: "retained", text });
  }
}

function noteRemoval(field: Field, { before, actual }: Sides, siblings: Values, location: Location): void {
  const { arg, path, steps, found } = location;
  const count = found.removals.length;
  if (field.type === "array" && itemsOf(field).isPartial)
    noteItemsThatStay(field, { desired: [], before: listOf(before), actual: listOf(actual) }, location);
  if (found.removals.length === count)
    found.removals.push({ arg, path, steps, ...outcomeOf(field, actual, siblings, location) });
}

function isSame(field: Field, desired: unknown, actual: unknown): boolean {
  if (field.type === "service") return sameSelection(desired, actual);
  if (field.type === "json" && field.shape === "setting") return sameSetting(desired, actual);
  return field.type === "string" ? sameText(field, desired, actual) : sameKnown(desired, actual);
}

/** The known item that each item continues, by index if order matters. Its key counts more than the ID that the program sets. */
function continued(
  field: ArrayField,
  desired: readonly Value[],
  actual: readonly Value[],
): readonly (Value | undefined)[] {
  if (itemsOf(field).key === undefined) return matchItems(field, desired, actual);
  return desired.map((item) => actual.find((each) => sameItem(field, each, item)));
}

/**
 * For each item, the known item that it continues, or `undefined` if it's new: by index if order matters. Otherwise, no known item is
 * used twice.
 *
 * Items are matched by the ID from the platform, then by key. Without a key, an equal item comes first, then one with all members that
 * the item sets, then the next one of the same sort (`matchBy`).
 */
export function matchItems(
  field: ArrayField,
  items: readonly Value[],
  known: readonly Value[],
): readonly (Value | undefined)[] {
  if (identityKeyOf(field) === undefined) return items.map((_, index) => known[index]);
  const free = new Set(known.keys());
  const matches: (Value | undefined)[] = items.map(() => undefined);
  for (const isMatch of matchersOf(field)) {
    for (const [index, item] of items.entries()) {
      if (matches[index] !== undefined) continue;
      const found = [...free].find((each) => isMatch(item, known[each] as Value));
      if (found === undefined) continue;
      free.delete(found);
      matches[index] = known[found];
    }
  }
  return matches;
}

type Matcher = (item: Value, known: Value) => boolean;

/** How to match items, the most reliable way first. */
function matchersOf(field: ArrayField): readonly Matcher[] {
  const { item: form } = field;
  const { key, matchBy } = itemsOf(field);
  const shares = (name: string): Matcher => {
    return (item, known) => keyOf(item, name) !== undefined && sameItem(field, item, known, name);
  };
  if (key !== undefined) return hasServerId(field) ? [shares("id"), shares(key)] : [shares(key)];
  if (matchBy === undefined || form.type !== "object") return [];
  const hasIdentity = shares(matchBy);
  const has: Matcher = (item, known) =>
    isObject(item) && isObject(known) && differencesIn(form, item, known).length === 0;
  const and =
    (matches: Matcher): Matcher =>
    (item, known) =>
      hasIdentity(item, known) && matches(item, known);
  return [and((item, known) => has(item, known) && has(known, item)), and(has), hasIdentity];
}

/** Whether the platform assigns IDs to items, which updates send back. */
export function hasServerId(field: ArrayField): boolean {
  const { key } = itemsOf(field);
  return key !== undefined && key !== "id" && field.item.type === "object" && field.item.members.id !== undefined;
}

/** Platforms return an enabled setting as `true` or as `"true"`. */
function sameSetting(desired: unknown, actual: unknown): boolean {
  const comparable = (value: unknown) => (typeof value === "boolean" ? String(value) : value);
  return sameKnown(comparable(desired), comparable(actual));
}

/** Equality of free-form values. Unknown values aren't differences. */
function sameKnown(desired: unknown, actual: unknown): boolean {
  if (desired === UNKNOWN) return true;
  if (Array.isArray(desired) && Array.isArray(actual)) {
    return desired.length === actual.length && desired.every((item, index) => sameKnown(item, actual[index]));
  }
  if (isObject(desired) && isObject(actual)) {
    const names = new Set([...Object.keys(desired), ...Object.keys(actual)]);
    return [...names].every((name) => sameKnown(desired[name], actual[name]));
  }
  return sameJson(desired, actual);
}

/**
 * Whether omitting the value in a response means the same: it's the documented default, `false` without another default, or an object of
 * only such values. The member that selects an alternative never is.
 */
export function isSameAsOmitted(field: Field, value: unknown): boolean {
  if (field.default !== undefined) return sameJson(field.default, value);
  if (field.type === "boolean") return value === false && field.whenOmitted?.description === undefined;
  if (field.type !== "object" || field.alternatives !== undefined || !isObject(value)) return false;
  const specified = Object.entries(value).filter(([, member]) => !isAbsent(member));
  const isOmitted = (member: Field | undefined, each: unknown) => member !== undefined && isSameAsOmitted(member, each);
  return specified.length > 0 && specified.every(([name, each]) => isOmitted(field.members[name], each));
}

/** The outcome for a removed value: the first of these that applies. */
function outcomeOf(
  field: Field,
  actual: Value | undefined,
  siblings: Values,
  { path, secret, mode }: Location,
): Pick<Removal, "outcome" | "text" | "target" | "deletesData"> {
  const unmanaged = { outcome: "nothing", text: `${path}: no longer managed` } as const;
  if (isAbsent(actual) || itemsOf(field).isPartial || isIgnored(field, siblings)) return unmanaged;
  const shown = showField(field, actual, secret);
  const target = defaultOf(field, siblings);
  if (target !== undefined) {
    if (sameJson(actual, target)) return unmanaged;
    const now = sameJson(target, {}) ? "removed" : `${shown} → ${show(target, false)} (default)`;
    return { outcome: "changes", text: `${path}: ${now}`, target };
  }
  const { whenOmitted: { description: defaultText } = {} } = field;
  const holdsData = field.onUpdate === "delete data";
  const isEmpty = actual === "" || actual === false || (Array.isArray(actual) && actual.length === 0);
  if (defaultText === undefined && isEmpty) return unmanaged;
  const clearing = mode === "full" || field.local || isChildren(field) ? {} : clearedBy(field);
  if (clearing === undefined) {
    const why = "since the platform keeps what an update omits and can't clear it";
    return { outcome: "retained", text: `${path}: ${shown} stays, ${why}` };
  }
  const now =
    defaultText === undefined ? `removed${holdsData ? ", with its data" : ""}` : `${shown} → ${defaultText} (default)`;
  return { outcome: "changes", text: `${path}: ${now}`, ...clearing, ...(holdsData ? { deletesData: true } : {}) };
}

/** The documented default, if it's a constant and the siblings allow the member. */
function defaultOf({ default: constant, whenOmitted, when }: Field, siblings: Values): Value | undefined {
  if (when?.allowed !== undefined && isMet(when.allowed, siblings) === false) return undefined;
  const chosen = whenOmitted?.by && siblings[whenOmitted.by.sibling];
  return constant ?? (typeof chosen === "string" ? whenOmitted?.by?.values[chosen] : undefined);
}

/** The value with which a partial update clears the member; nothing if there is none. */
function clearedBy(field: Field): { readonly target: Value } | undefined {
  if (field.nullable) return { target: null };
  if (field.type === "array" && (field.minItems ?? 0) === 0) return { target: [] };
  if (field.type === "record" || isOpen(field)) return { target: {} };
  const isText = field.type === "string" && field.format === undefined && field.pattern === undefined;
  return isText && (field.minLength ?? 0) === 0 ? { target: "" } : undefined;
}

/** What a full update resets, at every depth: omitted settings with their defaults, such as `minRunningNodes → 1`. */
export function resets(body: ObjectField, args: Values): string[] {
  return walk(body, args).flatMap(({ field, value, path, around }) => {
    const isMember = around.every(({ type }) => type === "object");
    if (!isAbsent(value) || !isMember || field.local || field.separate || field.extendedOnly) return [];
    return [`${pathText(path)} → ${afterReset(field)}`];
  });
}

function afterReset(field: Field): string {
  if (field.default !== undefined) return show(field.default, false);
  if (field.whenOmitted?.description !== undefined) return field.whenOmitted.description;
  return field.type === "boolean" ? "false" : "nothing";
}
