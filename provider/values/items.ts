import type { ArrayField, ObjectField } from "../schema/field.js";
import { isObject, type Value } from "../schema/json.js";
import { keyOf, sameItem } from "../schema/normalForm.js";
import { changes } from "./diff.js";

/**
 * For each item, the known item that it continues, or `undefined` if it is new. No known item is used twice.
 *
 * Items are matched by the ID that the server assigned, then by their key. Where no member identifies an item, an equal item
 * comes first, then the next one of the same sort (`matchBy`).
 */
export function matchItems(
  field: ArrayField,
  items: readonly Value[],
  known: readonly Value[],
): readonly (Value | undefined)[] {
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

/** How to match items, the surest way first. */
function matchersOf(field: ArrayField): readonly Matcher[] {
  const { item: form, key, matchBy } = field;
  const shares = (name: string): Matcher => {
    return (item, known) => keyOf(item, name) !== undefined && sameItem(field, item, known, name);
  };
  const sharesId: Matcher = (item, known) => isObject(item) && isObject(known) && shares("id")(item, known);
  if (key !== undefined) return hasServerId(field) ? [sharesId, shares(key)] : [shares(key)];
  if (matchBy === undefined || form.type !== "object") return [];
  const isEqual: Matcher = (item, known) =>
    isObject(item) && isObject(known) && changes(form as ObjectField, item, known).length === 0;
  return [(item, known) => shares(matchBy)(item, known) && isEqual(item, known), shares(matchBy)];
}

/** Whether the server assigns an ID to each item, which an update sends to keep the item. */
export function hasServerId({ item, key }: ArrayField): boolean {
  return key !== undefined && key !== "id" && item.type === "object" && item.members.id !== undefined;
}
