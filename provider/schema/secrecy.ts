import type { Field } from "./view.js";

/**
 * Whether a member of an object is secret beside these siblings, spelled as programs do. Only a sibling that is `false` makes
 * one that depends on it public: while the sibling is not known, the member counts as secret.
 */
export function isSecretMember(
  { secret, secretWhen }: Pick<Field, "secret" | "secretWhen">,
  siblings: Readonly<Record<string, unknown>>,
): boolean {
  return secret === true || (secretWhen !== undefined && siblings[secretWhen] !== false);
}

/** Whether something inside the field may be secret: what is given in its place may then be secret too. */
export function holdsSecret(field: Field): boolean {
  if (field.type === "array") return isOrHoldsSecret(field.item);
  if (field.type === "record") return isOrHoldsSecret(field.value);
  return field.type === "object" && Object.values(field.members).some(isOrHoldsSecret);
}

function isOrHoldsSecret(field: Field): boolean {
  return field.secret === true || field.secretWhen !== undefined || holdsSecret(field);
}
