import {
  type ArrayField,
  type Field,
  inside,
  isHiddenSecret,
  itemsOf,
  keepsByMask,
  type ObjectField,
  valueAt,
} from "../schema/field.js";
import { isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import { pathText, sortOf, withValueAt } from "../schema/normalForm.js";
import type { Purpose } from "../schema/view.js";
import { hasServerId, matchItems } from "./compare.js";
import { type Issue, type Validated, validate } from "./validate.js";
import { excludedMembers, isMask } from "./wire.js";

/**
 * The arguments of a full update: the state, overwritten by what the program sets. Values that were set in the platform's console are
 * kept, and so are the platform's IDs of remaining items.
 */
export function merge(field: Field, have: Value | undefined, wanted: Value | undefined): Value | undefined {
  if (wanted === undefined) return asArgument(field, have);
  if (field.type === "object" && isObject(wanted)) return mergeMembers(field, isObject(have) ? have : {}, wanted);
  if (field.type === "array" && sortOf(field) !== undefined && Array.isArray(wanted))
    return mergeItems(field, Array.isArray(have) ? have : [], wanted);
  return wanted;
}

function mergeMembers(field: ObjectField, have: Values, wanted: Values): Values {
  const kept = { ...have };
  for (const name of excludedMembers(field, (each) => !isAbsent(wanted[each]))) delete kept[name];
  const values: Values = {};
  for (const [name, member] of Object.entries(field.members)) {
    const value = merge(member, kept[name], wanted[name]);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function mergeItems(field: ArrayField, have: readonly Value[], wanted: readonly Value[]): Value[] {
  const matches = matchItems(field, wanted, have);
  const merged = wanted.map((item, index) => {
    const value = merge(field.item, matches[index], item) ?? null;
    return hasServerId(field) ? withIdOf(matches[index], value) : value;
  });
  const others = itemsOf(field).isPartial ? have.filter((item) => !matches.includes(item)) : [];
  return [...merged, ...(asArgument(field, others) as Value[])];
}

/** The item with the ID of the one that it continues. The platform assigns IDs to new items. */
function withIdOf(match: Value | undefined, item: Value): Value {
  if (!isObject(item)) return item;
  const { id: _, ...members } = item;
  return isObject(match) && match.id !== undefined ? { id: match.id, ...members } : members;
}

/** The state without the members that only responses have. */
function asArgument(field: Field, have: Value | undefined): Value | undefined {
  if (field.type === "object" && isObject(have)) return mergeMembers(field, have, {});
  if (field.type !== "array" || !Array.isArray(have)) return have;
  const items = have.map((item) => asArgument(field.item, item) ?? null);
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

type Path = readonly (string | number)[];

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
  kept: Values,
  wanted: Values,
  args = wanted,
  current = kept,
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
  const dropped: Dropped[] = [];
  let values = merge(body, kept, wanted) as Values;
  let issues = issuesOf(values);
  while (issues.length > 0) {
    const present = issues;
    const cure = keptPaths(body, values, args)
      .sort((one, other) => other.length - one.length)
      .map((path) => ({ path, values: withValueAt(values, path, undefined) as Values }))
      .map((each) => ({ ...each, issues: issuesOf(each.values) }))
      .find((each) => isLess(each.issues, present));
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

/** Paths of values that only the platform sets, at every depth. */
function keptPaths(field: Field, values: Value | undefined, wanted: Value | undefined, path: Path = []): Path[] {
  if (field.type === "record") return [];
  return inside(field, values).flatMap(({ field: inner, value, step }) => {
    // A merge puts the program's items first.
    const [given, here] = [valueAt(wanted, step), [...path, step]];
    if (isAbsent(value)) return [];
    const below = keptPaths(inner, value, given, here);
    return field.type === "object" && given === undefined ? [here, ...below] : below;
  });
}

export const maskedSecret = "must be set: the platform masks its value, so no update can keep it";

/** Masked secrets that the program doesn't set: an update would overwrite them with the mask, or clear them. */
function maskedSecrets(field: Field, values: Value | undefined, wanted: Value | undefined, path: Path = []): Issue[] {
  if (field.type === "record") return [];
  return inside(field, values).flatMap(({ field: inner, value, step, siblings }) => {
    const [given, here] = [valueAt(wanted, step), [...path, step]];
    const isMasked = (inner.secret === true && isMask(inner, value)) || isHiddenSecret(inner, siblings, value);
    if (field.type === "array" || !isMasked || keepsByMask(inner) || given !== undefined)
      return maskedSecrets(inner, value, given, here);
    return [{ path: pathText(here), expected: maskedSecret }];
  });
}
