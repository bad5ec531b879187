import type { Field, ObjectField } from "../schema/field.js";
import { isAbsent, isObject } from "../schema/json.js";
import { show } from "../schema/show.js";

/**
 * What an update that replaces everything resets, at every depth: each omitted setting with the value that it returns to, such
 * as `minRunningNodes → 1`.
 */
export function resets(body: ObjectField, args: Readonly<Record<string, unknown>>): string[] {
  return resetsIn(body, args, "");
}

function resetsIn(field: ObjectField, values: Readonly<Record<string, unknown>>, path: string): string[] {
  return Object.entries(field.members).flatMap(([name, member]) => {
    const value = values[name];
    const here = `${path}${name}`;
    if (member.type === "object" && isObject(value)) return resetsIn(member, value, `${here}.`);
    return !isAbsent(value) || member.local ? [] : [`${here} → ${afterReset(member)}`];
  });
}

function afterReset(field: Field): string {
  if (field.default !== undefined) return show(field.default, false);
  if (field.defaultText !== undefined) return field.defaultText;
  return field.type === "boolean" ? "false" : "nothing";
}
