import type { ArrayField, Field, ObjectField } from "../schema/field.js";
import { isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import { sortOf } from "../schema/normalForm.js";
import { hasServerId, matchItems } from "./diff.js";
import { excludedMembers } from "./wire.js";

/**
 * The arguments of a full update: the known state, overwritten by what the program gives. Values that were set in the
 * platform's console and that the program does not manage are kept, and items that stay keep the IDs that the server assigned.
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
  const others = field.partial ? have.filter((item) => !matches.includes(item)) : [];
  return [...merged, ...(asArgument(field, others) as Value[])];
}

/** The item with the ID of the one that it continues. A new item has none: the server assigns it. */
function withIdOf(match: Value | undefined, item: Value): Value {
  if (!isObject(item)) return item;
  const { id: _, ...members } = item;
  return isObject(match) && match.id !== undefined ? { id: match.id, ...members } : members;
}

/** The known state without the members that only responses have. */
function asArgument(field: Field, have: Value | undefined): Value | undefined {
  if (field.type === "object" && isObject(have)) return mergeMembers(field, have, {});
  if (field.type !== "array" || !Array.isArray(have)) return have;
  const items = have.map((item) => asArgument(field.item, item) ?? null);
  // The platform's own items may have no value yet.
  return field.partial ? items.filter((item) => isComplete(field.item, item)) : items;
}

function isComplete(field: Field, item: Value): boolean {
  if (field.type !== "object" || !isObject(item)) return true;
  return Object.entries(field.members).every(([name, member]) => !member.required || !isAbsent(item[name]));
}
