import type { Field, ObjectField } from "../schema/field.js";
import { isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import { sameItem } from "../schema/normalForm.js";
import { isHiddenSecret } from "../schema/secrecy.js";

/** What was read of a resource, and the secrets in it that the platform masks. */
export interface Revealed {
  /** With the program's values of these secrets. */
  readonly state: Values;
  /** Their paths, as programs write them. */
  readonly paths: readonly string[];
}

/**
 * Puts the program's value in the place of each secret that the platform masks: nothing else is known of it, so there is nothing
 * to compare.
 */
export function revealSecrets(body: ObjectField, state: Values, args: Values): Revealed {
  const paths: string[] = [];
  return { state: reveal(body, state, args, "", paths) as Values, paths };
}

function reveal(field: Field, have: Value, wanted: Value | undefined, path: string, paths: string[]): Value {
  if (field.type === "object" && isObject(have) && isObject(wanted)) {
    const values = { ...have };
    for (const [name, member] of Object.entries(field.members)) {
      const value = have[name];
      const given = wanted[name];
      if (isAbsent(given)) continue;
      const here = path === "" ? name : `${path}.${name}`;
      if (isHiddenSecret(member, have, value)) {
        values[name] = given;
        paths.push(here);
      } else if (!isAbsent(value)) values[name] = reveal(member, value, given, here, paths);
    }
    return values;
  }
  if (field.type !== "array" || !Array.isArray(have) || !Array.isArray(wanted)) return have;
  const indexOf = (item: Value, index: number) =>
    field.key === undefined ? index : wanted.findIndex((each) => sameItem(field, item, each));
  return have.map((item, index) => {
    const match = indexOf(item, index);
    return reveal(field.item, item, wanted[match], `${path}[${match}]`, paths);
  });
}
