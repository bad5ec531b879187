import type { Field } from "../schema/field.js";
import { isObject, type Value } from "../schema/json.js";

/** The only name that zod's records drop, with whatever is in the member. */
const proto = "__proto__";
/** The name under which the member is validated. */
const standIn = `\0${proto}`;

/** The values to validate: `__proto__` is a member of a record like any other, so it gets a name that zod does not drop. */
export function withStandIns(field: Field, value: Value): Value {
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => withStandIns(field.item, item));
  if (!isObject(value)) return value;
  if (field.type === "record") {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name === proto ? standIn : name,
        withStandIns(field.value, item as Value),
      ]),
    );
  }
  if (field.type !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const member = field.members[name];
      return [name, member === undefined ? item : withStandIns(member, item as Value)];
    }),
  );
}

/** A path with the names that the program gives. */
export function withoutStandIns(path: readonly PropertyKey[]): PropertyKey[] {
  return path.map((step) => (step === standIn ? proto : step));
}
