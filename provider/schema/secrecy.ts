import type { Field } from "./field.js";

/**
 * Whether a member of an object with these siblings (by their names in programs) is secret. A member whose secrecy depends on a
 * sibling is secret unless that sibling is known to be `false` or, where a fact says so, omitted.
 */
export function isSecretMember(
  { secret = false }: Pick<Field, "secret">,
  siblings: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof secret === "boolean") return secret;
  if ("unless" in secret) return siblings[secret.unless] !== false;
  return ![undefined, null, false].includes(siblings[secret.if] as null);
}

/** Whether something inside the field may be secret. A value of the wrong type in its place may then be secret too. */
export function holdsSecret(field: Field): boolean {
  if (field.type === "array") return isOrHoldsSecret(field.item);
  if (field.type === "record") return isOrHoldsSecret(field.value);
  return field.type === "object" && Object.values(field.members).some(isOrHoldsSecret);
}

function isOrHoldsSecret(field: Field): boolean {
  return (field.secret ?? false) !== false || holdsSecret(field);
}

/**
 * Whether a member of an object that was read is a secret that the platform masks: it must be there, and the response does not
 * show it.
 */
export function isHiddenSecret(field: Field, siblings: Readonly<Record<string, unknown>>, value: unknown): boolean {
  return (value ?? null) === null && field.required && field.isMarked !== true && isSecretMember(field, siblings);
}
