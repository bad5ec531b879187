import { holds } from "./condition.js";
import type { Field, ObjectField } from "./field.js";
import { isAbsent, isObject, type Value, type Values } from "./json.js";
import { sameItem } from "./normalForm.js";
import { excludedMembers } from "./wire.js";

/**
 * The arguments of a full update: the known state, overwritten by what the program gives. Values that were set in the
 * platform's console and that the program does not manage are kept, and items keep the IDs that the server assigned.
 */
export function merge(field: Field, known: Value | undefined, wanted: Value | undefined): Value | undefined {
  if (wanted === undefined) return asArgument(field, known);
  if (field.type === "object" && isObject(wanted)) return mergeMembers(field, isObject(known) ? known : {}, wanted);
  if (field.type === "array" && field.key !== undefined && Array.isArray(wanted)) {
    const items = Array.isArray(known) ? known : [];
    const match = (one: Value, others: readonly Value[]) => others.find((each) => sameItem(field, each, one));
    const others = field.partial ? items.filter((item) => match(item, wanted) === undefined) : [];
    return [
      ...wanted.map((item) => merge(field.item, match(item, items), item) ?? null),
      ...others.map((item) => asArgument(field.item, item) ?? null),
    ];
  }
  return wanted;
}

function mergeMembers(field: ObjectField, known: Values, wanted: Values): Values {
  const kept = { ...known };
  for (const name of excludedMembers(field, (each) => !isAbsent(wanted[each]))) delete kept[name];
  const values: Values = {};
  for (const [name, member] of Object.entries(field.members)) {
    const value = merge(member, kept[name], wanted[name]);
    if (value !== undefined) values[name] = value;
  }
  for (const [name, member] of Object.entries(field.members)) {
    const isDisallowed = member.onlyWhen !== undefined && holds(member.onlyWhen, values) === false;
    if (isDisallowed && wanted[name] === undefined) delete values[name];
  }
  return values;
}

/** The known state without the members that only responses have. */
function asArgument(field: Field, known: Value | undefined): Value | undefined {
  if (field.type === "object" && isObject(known)) return mergeMembers(field, known, {});
  if (field.type === "array" && Array.isArray(known)) return known.map((item) => asArgument(field.item, item) ?? null);
  return known;
}
