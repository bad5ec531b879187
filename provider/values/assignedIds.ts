import type { Field } from "../schema/field.js";
import { isAbsent, isObject } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { show } from "../schema/show.js";
import { UNKNOWN } from "../schema/unknown.js";
import type { Issue } from "./validate.js";

/**
 * IDs that the platform assigns to array items, and that a program gives although the known array has no item with that ID.
 * A known one may be given: with it, an update can change the key of an item.
 *
 * @param known The state; nothing for a new resource.
 */
export function wrongIds(field: Field, wanted: unknown, known: unknown, path = ""): Issue[] {
  if (field.type === "array" && Array.isArray(wanted)) {
    const items: readonly unknown[] = Array.isArray(known) ? known : [];
    return wanted.flatMap((item, index) => wrongIdsOfItem(field.item, item, items, `${path}[${index}]`));
  }
  if (field.type !== "object" || !isObject(wanted)) return [];
  return Object.entries(field.members).flatMap(([name, member]) =>
    wrongIds(member, wanted[name], isObject(known) ? known[name] : undefined, path === "" ? name : `${path}.${name}`),
  );
}

function wrongIdsOfItem(field: Field, item: unknown, known: readonly unknown[], path: string): Issue[] {
  if (field.type !== "object" || !isObject(item)) return [];
  return Object.entries(field.members).flatMap(([name, member]) => {
    const given = item[name];
    if (!member.whenOmitted?.isAssigned || isAbsent(given) || given === UNKNOWN) return [];
    const isKnown = known.some((each) => isObject(each) && isSameId(each[name], given));
    if (isKnown) return [];
    const others = known.flatMap((each) => (isObject(each) && !isAbsent(each[name]) ? [String(each[name])] : []));
    const expected =
      others.length === 0
        ? "must be omitted: the platform assigns it"
        : `must be omitted, or be an ID that the platform assigned: ${others.join(", ")}`;
    return [{ path: `${path}.${name}`, expected, got: show(given, false) }];
  });
}
