import type { Field } from "../schema/field.js";
import { isAbsent, isObject, sameJson } from "../schema/json.js";

/**
 * Whether a response that omits the value says the same: it is the documented default, `false` without another default, or an
 * object of nothing else. Which of several alternatives an object has is always a value of its own.
 */
export function isSameAsOmitted(field: Field, value: unknown): boolean {
  if (field.default !== undefined) return sameJson(field.default, value);
  if (field.type === "boolean") return value === false && field.defaultText === undefined;
  if (field.type !== "object" || field.alternatives !== undefined || !isObject(value)) return false;
  const given = Object.entries(value).filter(([, member]) => !isAbsent(member));
  return given.length > 0 && given.every(([name, member]) => isOmittedMember(field.members[name], member));
}

function isOmittedMember(field: Field | undefined, value: unknown): boolean {
  return field !== undefined && isSameAsOmitted(field, value);
}
