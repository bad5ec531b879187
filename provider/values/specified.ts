/** What a program specifies of a resource: its inputs, compared with the outputs in the state. */

import { identityKeyOf } from "../schema/equality.js";
import { type Field, isSecretMember, itemsOf, mapInside, type ObjectField } from "../schema/field.js";
import { isAbsent, isObject, mapMembers, type Value, type Values } from "../schema/json.js";
import { matchItems } from "./compare.js";

/** The inputs of a program that specifies these members and has the outputs' values. */
export function inputsSeenIn(body: ObjectField, inputs: Values, outputs: Values): Values {
  return seenIn(body, [inputs], outputs) as Values;
}

/** @param inputs Members in any of these are specified. */
function seenIn(field: Field, inputs: readonly Value[], output: Value | undefined): Value | undefined {
  if (isAbsent(output)) return output;
  if (field.type === "object" && isObject(output)) {
    const objects = inputs.filter(isObject);
    if (objects.length < inputs.length) return output;
    return mapMembers(field.members, (member, name) => {
      const inside = membersNamed(objects, name);
      return inside.length === 0 ? undefined : seenIn(member, inside, output[name]);
    });
  }
  if (field.type === "array" && field.item.type === "object" && Array.isArray(output)) {
    const lists = inputs.filter((each) => Array.isArray(each));
    if (lists.length < inputs.length) return output;
    const items = lists.flat();
    const matches = matchItems(field, output, items);
    return output.flatMap((item, index) => {
      const match = matches[index];
      // The platform's own items are the program's only if it specifies them.
      if (match === undefined && itemsOf(field).isPartial) return [];
      // An item that was added outside of Pulumi is shown with the members that a program would set.
      return [seenIn(field.item, match === undefined ? items : [match], item) ?? null];
    });
  }
  return output;
}

function membersNamed(objects: readonly Values[], name: string): readonly Value[] {
  return objects.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]));
}

/**
 * Outputs without secrets that the program doesn't specify. The engine encrypts an output only if the input at its path is secret, so a
 * secret set in the console would be in plain text in the state. Updates read it again and keep it.
 */
export function withoutForeignSecrets(body: ObjectField, inputs: Values, outputs: Values): Values {
  return strip(body, inputs, outputs) as Values;
}

function strip(field: Field, input: Value | undefined, output: Value | undefined): Value | undefined {
  const hasMembers = field.type === "object" || (field.type === "array" && field.item.type === "object");
  const isWhole = input !== undefined && !isObject(input) && !Array.isArray(input);
  if (isAbsent(output) || !hasMembers || isWhole) return output;
  const matches =
    field.type === "array" && Array.isArray(output)
      ? matchItems(field, output, Array.isArray(input) ? input : [])
      : undefined;
  return mapInside(field, output, ({ field: inner, value, step, siblings }) => {
    if (matches !== undefined) return strip(inner, matches[Number(step)] ?? {}, value);
    const own = isObject(input) ? input[step] : undefined;
    return own !== undefined || !isSecretMember(inner, siblings) ? strip(inner, own ?? {}, value) : undefined;
  });
}

/** What is specified now, and what was before, at every depth. */
export function mergedInputs(body: ObjectField, before: Values, now: Values): Values {
  return merged(body, before, now) as Values;
}

function merged(field: Field, before: Value | undefined, now: Value | undefined): Value | undefined {
  if (now === undefined || before === undefined) return now ?? before;
  if (field.type === "object" && isObject(before) && isObject(now)) {
    return mapMembers(field.members, (member, name) => merged(member, before[name], now[name]));
  }
  const isOfObjects = field.type === "array" && field.item.type === "object" && identityKeyOf(field) !== undefined;
  if (isOfObjects && Array.isArray(before) && Array.isArray(now)) {
    const matches = matchItems(field, now, before);
    const gone = before.filter((item) => !matches.includes(item));
    return [...now.map((item, index) => merged(field.item, matches[index], item) ?? null), ...gone];
  }
  return now;
}
