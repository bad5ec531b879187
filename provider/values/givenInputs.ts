import type { Field, ObjectField } from "../schema/field.js";
import { isAbsent, isObject, mapMembers, type Value, type Values } from "../schema/json.js";
import { isSecretMember } from "../schema/secrecy.js";
import { type Given, type GivenMembers, givenOfAnyItem, givenOfItem } from "./givenMembers.js";

/** The inputs that a program with the given arguments would give for these outputs. */
export function givenInputs(body: ObjectField, given: GivenMembers, outputs: Values): Values {
  return project(body, given, outputs) as Values;
}

/**
 * Outputs without secrets that the program does not give: the engine encrypts an output only if the input at the same path is
 * secret, so a secret set by hand would be in the state in plain text. Updates read such a secret again and keep it.
 */
export function withoutSecretsNotGiven(body: ObjectField, given: GivenMembers, outputs: Values): Values {
  return strip(body, given, outputs) as Values;
}

function strip(field: Field, given: Given, value: Value | undefined): Value | undefined {
  if (given === true) return value;
  if (field.type === "array" && Array.isArray(value)) {
    return value.map((item, index) => strip(field.item, givenOfItem(given, field, item, index) ?? {}, item) ?? null);
  }
  if (field.type !== "object" || !isObject(value)) return value;
  return mapMembers(value, (inner, name) => {
    const member = field.members[name];
    if (member === undefined) return inner;
    const isKept = given[name] !== undefined || !isSecretMember(member, value);
    return isKept ? strip(member, given[name] ?? {}, inner) : undefined;
  });
}

function project(field: Field, given: Given, value: Value | undefined): Value | undefined {
  if (given === true || isAbsent(value)) return value;
  if (field.type === "object" && isObject(value)) {
    return mapMembers(given, (inner, name) => project(field.members[name] ?? field, inner, value[name]));
  }
  if (field.type === "array" && Array.isArray(value)) {
    // An item that was added outside Pulumi shows with the members that a program would give.
    return value.map((item, index) => {
      const inner = givenOfItem(given, field, item, index) ?? givenOfAnyItem(given);
      return project(field.item, inner, item) ?? null;
    });
  }
  return value;
}
