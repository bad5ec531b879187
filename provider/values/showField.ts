import type { Field } from "../schema/field.js";
import { isAbsent, isObject, type Values } from "../schema/json.js";
import { isSecretMember } from "../schema/secrecy.js";
import { shortened, show } from "../schema/show.js";
import { UNKNOWN } from "../schema/unknown.js";

const maximumLength = 160;

/**
 * A value of a field in words, for what changes: an object of known members with its values. Short, on one line, never a
 * secret.
 */
export function showField(field: Field, value: unknown, secret: boolean): string {
  if (secret || field.type !== "object" || !isObject(value)) return show(value, secret);
  return shortened(shown(field, value), maximumLength);
}

function shown(field: Field, value: unknown): string {
  if (value === UNKNOWN) return "not known yet";
  if (Array.isArray(value) && field.type === "array") {
    return `[${value.map((item) => shownMember(field.item, item, {})).join(", ")}]`;
  }
  if (!isObject(value) || (field.type !== "object" && field.type !== "record")) return show(value, false);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const of = field.type === "record" ? field.value : field.members[name];
    return of === undefined || isAbsent(member) ? [] : [`${name}: ${shownMember(of, member, value)}`];
  });
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function shownMember(field: Field, value: unknown, siblings: Values): string {
  return isSecretMember(field, siblings) ? show(value, true) : shown(field, value);
}
