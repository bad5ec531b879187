import type { Field } from "../schema/field.js";
import { isAbsent, isObject, type Value } from "../schema/json.js";

/** The value without `null` where it says "nothing here", at every depth: in objects and in maps. Free-form JSON is unchanged. */
export function omitNulls(field: Field, value: Value): Value {
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => omitNulls(field.item, item));
  if (field.type === "record" && isObject(value)) {
    const given = Object.entries(value).filter(([, each]) => field.value.nullable === true || !isAbsent(each));
    return Object.fromEntries(given.map(([key, each]) => [key, omitNulls(field.value, each as Value)]));
  }
  if (field.type !== "object" || !isObject(value)) return value;
  const { members } = field;
  // An unknown name is kept, so that it is reported.
  const isKept = (name: string) => members[name] === undefined || members[name].nullable === true;
  const given = Object.entries(value).filter(
    ([name, member]) => !isAbsent(member) || (member === null && isKept(name)),
  );
  return Object.fromEntries(
    given.map(([name, member]) => {
      const inner = members[name];
      return [name, inner === undefined ? member : omitNulls(inner, member as Value)];
    }),
  );
}
