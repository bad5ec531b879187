import { identityKeyOf, pathText, withValueAt } from "../schema/equality.js";
import {
  type ArrayField,
  type Field,
  type Found,
  isMaskedSecret,
  itemsOf,
  keepsByMask,
  maskOf,
  type ObjectField,
  valueAtPath,
  walk,
} from "../schema/field.js";
import { isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import type { Purpose } from "../schema/view.js";
import { hasServerId, matchItems } from "./compare.js";
import { type Issue, type Validated, validate } from "./validate.js";
import { excludedMembers } from "./wire.js";

/**
 * The arguments of a full update: the state, overwritten by what the program sets. Values that were set in the platform's console are
 * kept, and so are the platform's IDs of remaining items.
 */
export function merge(field: Field, actual: Value | undefined, desired: Value | undefined): Value | undefined {
  if (desired === undefined) return asArgument(field, actual);
  if (field.type === "object" && isObject(desired)) return mergeMembers(field, isObject(actual) ? actual : {}, desired);
  if (field.type === "array" && identityKeyOf(field) !== undefined && Array.isArray(desired))
    return mergeItems(field, Array.isArray(actual) ? actual : [], desired);
  return desired;
}

function mergeMembers(field: ObjectField, actual: Values, desired: Values): Values {
  const preserved = { ...actual };
  for (const name of excludedMembers(field, (each) => !isAbsent(desired[each]))) delete preserved[name];
  const values: Values = {};
  for (const [name, member] of Object.entries(field.members)) {
    const value = merge(member, preserved[name], desired[name]);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function mergeItems(field: ArrayField, actual: readonly Value[], desired: readonly Value[]): Value[] {
  const matches = matchItems(field, desired, actual);
  const merged = desired.map((item, index) => {
    const value = merge(field.item, matches[index], item) ?? null;
    return hasServerId(field) ? withIdOf(matches[index], value) : value;
  });
  const others = itemsOf(field).isPartial ? actual.filter((item) => !matches.includes(item)) : [];
  return [...merged, ...(asArgument(field, others) as Value[])];
}

/** The item with the ID of the one that it continues. The platform assigns IDs to new items. */
function withIdOf(match: Value | undefined, item: Value): Value {
  if (!isObject(item)) return item;
  const { id: _, ...members } = item;
  return isObject(match) && match.id !== undefined ? { id: match.id, ...members } : members;
}

/** The state without the members that only responses have. */
function asArgument(field: Field, actual: Value | undefined): Value | undefined {
  if (field.type === "object" && isObject(actual)) return mergeMembers(field, actual, {});
  if (field.type !== "array" || !Array.isArray(actual)) return actual;
  const items = actual.map((item) => asArgument(field.item, item) ?? null);
  // The platform's own items may not have a value yet.
  return itemsOf(field).isPartial ? items.filter((item) => isComplete(field.item, item)) : items;
}

function isComplete(field: Field, item: Value): boolean {
  if (field.type !== "object" || !isObject(item)) return true;
  const { alternatives = [], members } = field;
  const has = (name: string) => !isAbsent(item[name]);
  const isChosen = alternatives.length === 0 || alternatives.flat().some(has);
  const others = Object.keys(members).filter((name) => !alternatives.flat().includes(name));
  return isChosen && others.every((name) => !members[name]?.required || has(name));
}

/** A value of the platform that an update drops, because a rule forbids it with the program's arguments. */
export interface Dropped {
  readonly path: string;
  readonly issue: Issue;
}

export interface Fitted {
  readonly values: Values;
  readonly dropped: readonly Dropped[];
  /** Violations that remain, and that only the program can resolve. */
  readonly conflicts: readonly Issue[];
}

/**
 * Merges the program's arguments into the state, and drops as few of the platform's values as possible until all rules pass. Violations
 * by one side alone aren't conflicts: the platform may accept more than is documented, and the program's arguments are checked
 * separately.
 *
 * @param args All that the program sets, if `wanted` is only a part of it. It's never dropped.
 * @param current All that the platform has, if `kept` is only the part that an update keeps.
 */
export function mergeWithinRules(
  validated: Validated,
  preserved: Values,
  desired: Values,
  args = desired,
  current = preserved,
): Fitted {
  const { body } = validated;
  const pathsOf = (values: Value | undefined, purpose: Purpose) =>
    validate(validated, values, purpose).map(({ path }) => anyItem(path));
  let known: ReadonlySet<string> | undefined;
  const isKnown = ({ path }: Issue) => {
    known ??= new Set([...pathsOf(merge(body, current, {}), "create"), ...pathsOf(args, "update")]);
    return known.has(anyItem(path));
  };
  const issuesOf = (values: Values) => validate(validated, values, "create").filter((issue) => !isKnown(issue));
  /** The first of the members without which fewer rules are violated. */
  const cureAmong = (paths: readonly Found["path"][], before: Values, present: readonly Issue[]) => {
    for (const path of paths) {
      const values = withValueAt(before, path, undefined) as Values;
      const issues = issuesOf(values);
      if (isLess(issues, present)) return { path, values, issues };
    }
    return undefined;
  };
  const dropped: Dropped[] = [];
  let values = merge(body, preserved, desired) as Values;
  let issues = issuesOf(values);
  while (issues.length > 0) {
    const present = issues;
    // The platform's own members: a merge puts the program's items first.
    const paths = membersIn(body, values)
      .filter(({ value, path }) => !isAbsent(value) && valueAtPath(args, path) === undefined)
      .map(({ path }) => path)
      .sort((one, other) => other.length - one.length);
    const cure = cureAmong(paths, values, present);
    if (cure === undefined) break;
    const cured = present.find(({ path }) => !cure.issues.some((each) => each.path === path)) as Issue;
    dropped.push({ path: pathText(cure.path), issue: cured });
    ({ values, issues } = cure);
  }
  return { values, dropped, conflicts: [...issues, ...maskedSecrets(body, values, args)] };
}

/** The path with all array items as one, since updates may move items. */
function anyItem(path: string): string {
  return path.replace(/\[\d+\]/g, "[]");
}

function isLess(issues: readonly Issue[], before: readonly Issue[]): boolean {
  return issues.length < before.length && issues.every(({ path }) => before.some((each) => each.path === path));
}

/** The members of objects, except those in entries of a map, which the program sets as a whole. */
function membersIn(body: ObjectField, values: Values): readonly Found[] {
  const isMember = ({ around }: Found) =>
    around.at(-1)?.type === "object" && around.every(({ type }) => type !== "record");
  return walk(body, values).filter(isMember);
}

export const maskedSecret = "must be set: the platform masks its value, so no update can keep it";

/** Masked secrets that the program doesn't set: an update would overwrite them with the mask, or clear them. */
function maskedSecrets(body: ObjectField, values: Values, desired: Values): Issue[] {
  return membersIn(body, values).flatMap(({ field, value, siblings, path }) => {
    const isMasked = (field.secret === true && value === maskOf(field)) || isMaskedSecret(field, siblings, value);
    if (!isMasked || keepsByMask(field) || valueAtPath(desired, path) !== undefined) return [];
    return [{ path: pathText(path), expected: maskedSecret }];
  });
}
