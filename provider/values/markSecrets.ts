import type { Field, ObjectField } from "../schema/field.js";
import { isAbsent, isObject, mapMembers, type Value, type Values } from "../schema/json.js";
import { isSecretMember } from "../schema/secrecy.js";
import { UNKNOWN } from "../schema/unknown.js";

/** Key by which Pulumi's protocol marks a value that is more than a plain object, and its value for a secret. */
export const signature = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Values with what is secret marked, as the engine reads it, so that the state has it encrypted. The engine itself marks only
 * what reaches it as a secret, and a transform of the program may have removed those marks.
 *
 * Arrays are marked as a whole, as the engine does it. Of objects, each member is: of a provider that doesn't accept secrets, the
 * engine drops the mark of an object unless the object that it has passed is marked itself.
 *
 * @param names Values that are secret besides those that always are. All of each is, since a transform may have moved what is inside.
 * @param isExact For a door whose engine keeps all marks: marks objects as a whole, and the secret members of the items of arrays.
 */
export function markSecrets(body: ObjectField, names: readonly string[], values: Values, isExact = false): Values {
  const whole = isExact ? secret : secretMembers;
  return mapMembers(values, (value, name) => {
    const field = body.members[name];
    // Of a value that a preview does not know, a plan must not say more.
    if (isAbsent(value) || value === UNKNOWN) return value;
    if (names.includes(name)) return whole(value);
    if (field === undefined || !isOrHolds(field, value, values)) return value;
    if (isSecretMember(field, values)) return whole(value);
    return isExact || field.type === "object" ? markInside(field, value, isExact) : whole(value);
  });
}

/** The value with the secrets in it marked. */
function markInside(field: Field, value: Value, isExact: boolean): Value {
  const markItem = (item: Field, each: Value) =>
    item.secret === true ? secret(each) : isOrHolds(item, each, {}) ? markInside(item, each, isExact) : each;
  if (field.type === "object" && isObject(value)) return markSecrets(field, [], value, isExact);
  if (field.type === "array" && Array.isArray(value)) return value.map((each) => markItem(field.item, each));
  if (field.type !== "record" || !isObject(value)) return secret(value);
  return mapMembers(value, (each) => markItem(field.value, each as Value));
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

function secretMembers(value: Value): Value {
  if (!isObject(value)) return isAbsent(value) || value === UNKNOWN ? value : secret(value);
  return mapMembers(value, (inner) => secretMembers(inner as Value));
}

function secret(value: Value): Values {
  return { [signature]: secretSignature, value };
}
