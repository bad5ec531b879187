import type { Field, ObjectField } from "./field.js";
import { isAbsent, isObject, type Value, type Values } from "./json.js";
import { isSecretMember } from "./secrecy.js";
import { UNKNOWN } from "./unknown.js";

/** Key and value by which Pulumi's protocol tells a secret from a plain object. */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Values with what is secret marked, as the engine reads it, so that the state has it encrypted. The engine itself marks only
 * what reaches it as a secret, and a transform of the program may have removed those marks.
 *
 * A value that holds a secret is marked as a whole: items may have moved since the program marked one, and the engine may add
 * marks of its own around it. Programs would get a mark inside another as a plain object.
 *
 * @param names Values that are secret besides those that always are.
 */
export function markSecrets(body: ObjectField, names: readonly string[], values: Values): Values {
  const isSecret = (name: string) => names.includes(name) || isOrHolds(body.members[name], values[name], values);
  // Of a value that a preview does not know, a plan must not say more.
  const isValue = (value: Value | undefined): value is Value => !isAbsent(value) && value !== UNKNOWN;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isValue(value) && isSecret(name) ? { [signature]: secretSignature, value } : value,
    ]),
  );
}

function isOrHolds(field: Field | undefined, value: Value | undefined, siblings: Values): boolean {
  return field !== undefined && !isAbsent(value) && (isSecretMember(field, siblings) || holds(field, value));
}

function holds(field: Field, value: Value): boolean {
  if (Array.isArray(value)) return field.type === "array" && value.some((item) => isOrHolds(field.item, item, {}));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, inner]) => {
    const member = field.type === "object" ? field.members[name] : field.type === "record" ? field.value : undefined;
    return isOrHolds(member, inner, value);
  });
}
