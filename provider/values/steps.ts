import type { ArrayField } from "../schema/field.js";
import { isObject, type Value } from "../schema/json.js";
import { sameItem } from "../schema/normalForm.js";

/** One step into a value: a member's name, an item's index, or the item of a list that has the same key as this one. */
export type Step = string | number | { readonly list: ArrayField; readonly item: Value };

/** The value with something else at a place; without that place if `inner` is undefined. What is not there stays so. */
export function withValueAt(value: Value, [step, ...rest]: readonly Step[], inner: Value | undefined): Value {
  if (step === undefined) return inner ?? null;
  if (Array.isArray(value)) {
    const isAt = (item: Value, index: number) =>
      typeof step === "object" ? sameItem(step.list, item, step.item) : index === step;
    return value.map((item, index) => (isAt(item, index) ? withValueAt(item, rest, inner) : item));
  }
  if (!isObject(value) || typeof step !== "string") return value;
  const { [step]: known, ...others } = value;
  if (rest.length > 0) return known === undefined ? value : { ...others, [step]: withValueAt(known, rest, inner) };
  return inner === undefined ? others : { ...others, [step]: inner };
}

/** A path as programs write it. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}
