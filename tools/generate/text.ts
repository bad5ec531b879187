import { identityKeyOf } from "../../provider/schema/equality.js";
import { conditionText } from "../../provider/schema/facts.js";
import { type Field, itemsOf, type ObjectField } from "../../provider/schema/field.js";
import { textFormats } from "../../provider/schema/formats.js";

export const CLEARED_BY_NULL = "`null` clears it.";

/** Sentences about an argument, after its description: unit, default, bounds, and what a change causes. */
export function argumentFacts(field: Field): string[] {
  return [
    ...unitFact(field),
    ...defaultFact(field),
    ...boundFacts(field),
    ...conditionFacts(field),
    ...changeFacts(field),
  ];
}

/** The same for a result: only what is always true of the value. */
export function resultFacts(field: Field): string[] {
  return [
    ...unitFact(field),
    ...(field.secret === true ? ["Secret: encrypted in the state."] : []),
    ...secretWhenFact(field),
  ];
}

/** The description of a result: only the first clause, which says what the value is. The others say how to set it as an argument. */
export function resultDescription({ description }: Field): string {
  return `${description.split(/[.;](?:\s|$)/)[0]}.`;
}

/** The description of the argument for a resource that stands for its ID. */
export function resourceDescription(name: string, field: Field): string {
  return `${resultDescription(field).slice(0, -1)}, as a resource instead of \`${name}\`.`;
}

/** `a, b and c`. */
export function listed(words: readonly string[], last: "and" | "or"): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((segment) => segment !== "").join(` ${last} `);
}

/** Which members of an object to set, if it has alternatives: `Set either \`a\` and \`b\`, or \`c\`.` */
export function choiceText({ alternatives = [], members }: ObjectField): string | undefined {
  if (alternatives.length === 0) return undefined;
  const all = alternatives.map((names) => names.map((name) => `\`${name}\``));
  if (all.every((names) => names.length === 1)) return `Set exactly one of ${listed(all.flat(), "or")}.`;
  const isOptional = (names: readonly string[]) => names.every((name) => members[name]?.required !== true);
  const groups = alternatives.map((names, index) => {
    const isAny = names.length > 1 && isOptional(names);
    return `${isAny ? "any of " : ""}${listed(all[index] ?? [], "and")}`;
  });
  return `Set either ${groups.join(", or ")}.`;
}

function unitFact({ unit }: Field): string[] {
  return unit === undefined ? [] : [`Unit: ${unit}.`];
}

function defaultFact({ default: constant, whenOmitted: { description, by } = {} }: Field): string[] {
  if (constant !== undefined) return [`Default: ${JSON.stringify(constant)}.`];
  if (by !== undefined) return [`Default: ${defaultsInWords(by.values)}.`];
  return description === undefined ? [] : [`Default: ${description}.`];
}

/** `100 for POSTGRESQL and REDIS, 512 for MYSQL`. */
function defaultsInWords(values: Readonly<Record<string, unknown>>): string {
  const constants = [...new Set(Object.values(values))];
  const keysOf = (constant: unknown) => Object.keys(values).filter((key) => values[key] === constant);
  return constants.map((constant) => `${JSON.stringify(constant)} for ${keysOf(constant).join(" and ")}`).join(", ");
}

/** What 32 bits can have: a bound of the platform's numbers that nobody reaches. */
const largestInteger = 2 ** 31 - 1;

function boundFacts(field: Field): string[] {
  const facts: string[] = [];
  if (field.type === "integer") {
    const { min, max } = field;
    const isBounded = max !== undefined && max < largestInteger;
    if (min !== undefined && isBounded) facts.push(`Integer from ${min} to ${max}.`);
    else if (min !== undefined) facts.push(`Integer of at least ${min}.`);
    else facts.push(isBounded ? `Integer of at most ${max}.` : "Integer.");
  }
  if (field.type === "string") {
    if (field.maxLength !== undefined) facts.push(`Maximum length: ${field.maxLength} characters.`);
    if (field.maxBytes !== undefined) facts.push(`Maximum size: ${field.maxBytes} bytes.`);
    if (field.pattern !== undefined) facts.push(`Must match \`/${field.pattern}/\`.`);
    if (field.format !== undefined && field.format !== "guid")
      facts.push(`Format: ${textFormats[field.format].description}.`);
  }
  if (field.type === "array") {
    const { minItems } = field;
    const { key } = itemsOf(field);
    if (minItems !== undefined) facts.push(`At least ${minItems} ${minItems === 1 ? "item" : "items"}.`);
    if (key !== undefined && field.item.type === "object") facts.push(identified(key));
    else if (identityKeyOf(field) !== undefined) facts.push("Order doesn't matter.");
  }
  if (field.type === "array" || field.type === "object") facts.push(...(field.rules ?? []));
  return facts;
}

function identified(key: string): string {
  return `Items are identified by \`${key}\`; order doesn't matter.`;
}

function conditionFacts(field: Field): string[] {
  const facts: string[] = [];
  const { when = {} } = field;
  if (field.extendedOnly) facts.push("Full API only.");
  if (when.allowed) facts.push(`Allowed only if ${conditionText(when.allowed)}.`);
  if (when.ignored) facts.push(`Ignored if ${conditionText(when.ignored)}.`);
  if (field.nullable) facts.push(CLEARED_BY_NULL);
  if (field.secret === true) facts.push("Always encrypted in the state.");
  return [...facts, ...secretWhenFact(field)];
}

function secretWhenFact({ secret }: Field): string[] {
  if (typeof secret !== "object") return [];
  return [secret.isRequired ? `Secret unless \`${secret.if}\` is false.` : `Secret if \`${secret.if}\` is true.`];
}

function changeFacts(field: Field): string[] {
  if (field.onUpdate === "replace") return ["Changing it replaces the resource."];
  const facts: string[] = [];
  if (field.identifies) facts.push("Without the full API, changing it replaces the resource.");
  if (field.onUpdate === "deploy")
    facts.push("Without the full API, a new value takes effect with the next deployment.");
  return facts;
}
