import type { Field } from "./field.js";
import { isObject, mapMembers, type Value, type Values } from "./json.js";

/** A name or an index: a step from a value to one directly inside of it. */
export type PathStep = string | number;

/** A value directly inside of another one: an item, an entry of a map, or a member. */
interface Inner<V> {
  readonly field: Field;
  readonly value: V;
  readonly step: PathStep;
  /** The object whose member it is; empty for an item or an entry. */
  readonly siblings: Values;
}

/** What is directly inside of a value: items, entries of a map, and all members that its field has, whether they are given or not. */
export function inside(field: Field, value: unknown): Inner<Value | undefined>[] {
  if (field.type === "array" && Array.isArray(value))
    return value.map((item, step) => ({ field: field.item, value: item, step, siblings: {} }));
  if (!isObject(value)) return [];
  if (field.type === "record")
    return Object.keys(value).map((step) => ({ field: field.value, value: value[step], step, siblings: {} }));
  if (field.type !== "object") return [];
  return Object.entries(field.members).map(([step, member]) => ({
    ...{ field: member, value: value[step], step, siblings: value },
  }));
}

/** The value with what `change` makes of each value directly inside of it. Members that the field does not have stay. */
export function mapInside(field: Field, value: Value, change: (inner: Inner<Value>) => Value | undefined): Value {
  if (field.type === "array" && Array.isArray(value))
    return value.map((item, step) => change({ field: field.item, value: item, step, siblings: {} }) ?? null);
  if (!isObject(value) || (field.type !== "object" && field.type !== "record")) return value;
  return mapMembers(value, (each, step) => {
    const inner = field.type === "record" ? field.value : field.members[step];
    if (inner === undefined || each === undefined) return each;
    return change({ field: inner, value: each, step, siblings: field.type === "record" ? {} : value });
  });
}

/** What is at a step of a value; nothing if the value has no such step. */
export function valueAt(value: Value | undefined, step: PathStep): Value | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  return isObject(value) ? value[step] : undefined;
}

/** The path of a value, as programs write it, with one more step. */
export function pathTo(path: string, step: PathStep): string {
  if (typeof step === "number") return `${path}[${step}]`;
  return path === "" ? step : `${path}.${step}`;
}
