import type { Field } from "../../../provider/schema/field.js";
import { isObject, type Value, type Values } from "../../../provider/schema/json.js";
import { wireName } from "../../../provider/values/wireNames.js";

/** Arguments as the request would contain them if nothing were checked or omitted: only the names change. */
export function asSent(field: Field, value: Value): Value {
  if (field.type === "object" && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => {
          const member = field.members[name];
          return member === undefined ? [name, each] : [wireName(name, member), asSent(member, each as Value)];
        }),
    );
  }
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => asSent(field.item, item));
  if (field.type === "record" && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asSent(field.value, each as Value)]));
  }
  return value;
}

/** The body of a request: without what is in its path or stays with the provider. */
export function bodyAsSent(
  field: Field & { readonly type: "object" },
  args: Values,
  pathArgs: readonly string[],
): Values {
  const names = Object.keys(args).filter((name) => !pathArgs.includes(name) && field.members[name]?.local !== true);
  return asSent(field, Object.fromEntries(names.map((name) => [name, args[name]]))) as Values;
}
