import type { Field, ObjectField } from "../schema/field.js";
import { isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import { isSecretMember } from "../schema/secrecy.js";
import { UNKNOWN } from "../schema/unknown.js";

/** Key and value by which Pulumi's protocol tells a secret from a plain object. */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Values with what is secret marked, as the engine reads it, so that the state has it encrypted. The engine itself marks only
 * what reaches it as a secret, and a transform of the program may have removed those marks.
 *
 * Arrays are marked as a whole, as the engine does it: programs would get a mark inside another as a plain object.
 *
 * @param names Values that are secret besides those that always are. Each is marked as a whole, since a transform may have moved
 *   what is inside.
 */
export function markSecrets(body: ObjectField, names: readonly string[], values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = body.members[name];
      // Of a value that a preview does not know, a plan must not say more.
      if (isAbsent(value) || value === UNKNOWN) return [name, value];
      if (names.includes(name)) return [name, secret(value)];
      if (field === undefined || !isOrHolds(field, value, values)) return [name, value];
      const isWhole = isSecretMember(field, values) || field.type !== "object" || !isObject(value);
      return [name, isWhole ? secret(value) : markSecrets(field, [], value)];
    }),
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

function secret(value: Value): Values {
  return { [signature]: secretSignature, value };
}
