import { type Field, isSecretMember, type JsonShape } from "../schema/field.js";
import { textFormats } from "../schema/formats.js";
import { isAbsent, isObject, shortened, show, UNKNOWN, type Values } from "../schema/json.js";

export function describe(field: Field): string {
  switch (field.type) {
    case "string":
      if (field.pattern !== undefined) return `a string that matches /${field.pattern}/`;
      return field.format === undefined ? "a string" : textFormats[field.format].description;
    case "integer":
      return integerBounds(field);
    case "boolean":
      return "true or false";
    case "enum":
      return allowedValues(field.values);
    case "object":
    case "record":
      return "an object";
    case "json":
      return [jsonShapes[field.shape], ...(field.words ?? []).map((word) => JSON.stringify(word))].join(", or ");
    case "array":
      return "a list";
    case "service":
      return "a service itself, such as `web` or its output `deployable`, or one with a version";
  }
}

const jsonShapes: Readonly<Record<JsonShape, string>> = {
  object: "an object",
  members: "an object",
  setting: "a string, true or false, or an object",
  advancedSetting: "a string, true or false, an integer, or an object",
  flagOrWord: "true or false",
  any: "any value",
};

function integerBounds({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `an integer from ${min} to ${max}`;
  if (min !== undefined) return `an integer of at least ${min}`;
  return max === undefined ? "an integer" : `an integer of at most ${max}`;
}

function allowedValues(words: readonly string[]): string {
  return words.length === 1 ? (words[0] as string) : `one of ${words.join(", ")}`;
}

const maximumLength = 160;

/** A value in a message about a change, on one line. Secrets are hidden. */
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
