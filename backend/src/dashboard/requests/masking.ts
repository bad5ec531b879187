/**
 * Masks a body by its schema: what the schema says is secret, members that it does not have, and values of another type. In
 * all other texts, what looks like a credential is masked.
 */
import type { z } from "zod";
import { isSecretArgument, isSecretName, withoutCredentials } from "../../schema/secret-texts.js";
import { mapValuesOf, type Secrecy, secrecyOf } from "../../schema/secrets.js";
import { isUuid } from "../../schema/texts.js";
import { isObject } from "../../schema/values.js";

export interface Masker {
  /** What stands for the value of a member. */
  mask(member: string): string;
  /** Called with each text that is masked. */
  hidden(text: string): void;
}

type Schema = z.core.$ZodType;
/** The parts of the definitions of zod's schemas that are read here. */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
}

/** A name of a member that is shown although no schema has it. */
const plainName = /^[A-Za-z_][\w-]{0,63}$/;

function definitionOf(schema: Schema): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The schema of a value that is there, and whether it is secret. */
function unwrapped(schema: Schema): { schema: Schema; secrecy: Secrecy | undefined } {
  let inner = schema;
  let secrecy = secrecyOf(inner);
  for (let next = innerOf(inner); next !== undefined; next = innerOf(inner)) {
    inner = next;
    secrecy ??= secrecyOf(inner);
  }
  return { schema: inner, secrecy };
}

function innerOf(schema: Schema): Schema | undefined {
  const { innerType, in: input } = definitionOf(schema);
  return innerType ?? input;
}

function redact(value: unknown, member: string, masker: Masker): unknown {
  if (value === null || value === undefined) return value;
  for (const text of textsOf(value)) masker.hidden(text);
  return masker.mask(member);
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) || plainName.test(name) ? [] : [name]),
    ...textsOf(inner),
  ]);
}

function shownText(text: string, member: string, masker: Masker): string {
  return withoutCredentials(text, masker.mask(member), masker.hidden);
}

export function masked(schema: Schema, value: unknown, masker: Masker, member = "body"): unknown {
  const { schema: inner, secrecy } = unwrapped(schema);
  if (secrecy === "always") return redact(value, member, masker);
  if (value === null || value === undefined || typeof value === "boolean") return value;
  const definition = definitionOf(inner);
  const values = mapValuesOf(inner);
  if (definition.type === "unknown") return maskedFreely(value, member, masker);
  if (values !== undefined && isObject(value)) return maskedMap(values, value, masker);
  if (definition.shape !== undefined && isObject(value)) return maskedObject(definition.shape, value, masker);
  if (definition.element !== undefined && Array.isArray(value)) {
    return maskedItems(value, member, masker, (item) => masked(definition.element as Schema, item, masker, member));
  }
  if (typeof value === "number") return value;
  if (typeof value === "string" && isTextual(definition, value)) return shownText(value, member, masker);
  return redact(value, member, masker);
}

/** Whether a text may stand here. A malformed ID could be a secret that was pasted into the wrong place. */
function isTextual({ type, format }: Definition, value: string): boolean {
  if (format === "guid" || format === "uuid") return value === "" || isUuid(value);
  return type === "string" || type === "enum" || type === "literal";
}

function maskedItems(
  items: readonly unknown[],
  member: string,
  masker: Masker,
  each: (item: unknown) => unknown,
): unknown[] {
  return items.map((item, index) =>
    typeof item === "string" && isSecretArgument(items[index - 1], item) ? redact(item, member, masker) : each(item),
  );
}

function maskedObject(
  shape: Readonly<Record<string, Schema>>,
  value: Readonly<Record<string, unknown>>,
  masker: Masker,
): unknown {
  const isKnown = (name: string) => Object.hasOwn(shape, name);
  const isWhole = Object.keys(value).every(isKnown);
  return build(
    Object.entries(value).map(([name, inner]) => {
      const schema = isKnown(name) ? shape[name] : undefined;
      if (schema === undefined) return [shownName(name, masker), redact(inner, name, masker)];
      const isSecret = isSecretSibling(schema, shape, value, isWhole) || (name === "value" && isNamedSecret(value));
      return [name, isSecret ? redact(inner, name, masker) : masked(schema, inner, masker, name)];
    }),
  );
}

/**
 * Whether the flag beside a value leaves it secret. An omitted flag counts as false only if it has a default and the object has no
 * unknown members, one of which might be the misspelled flag.
 */
function isSecretSibling(
  schema: Schema,
  shape: Readonly<Record<string, Schema>>,
  value: Readonly<Record<string, unknown>>,
  isWhole: boolean,
): boolean {
  const { secrecy } = unwrapped(schema);
  if (secrecy === undefined || secrecy === "always") return false;
  const flag = value[secrecy.unless];
  const sibling = shape[secrecy.unless];
  const hasDefault = sibling !== undefined && definitionOf(sibling).type === "default";
  return !(flag === false || (flag === undefined && isWhole && hasDefault));
}

/** Whether the key or the name beside a value is that of a secret. */
function isNamedSecret({ key, name }: Readonly<Record<string, unknown>>): boolean {
  return [key, name].some((each) => typeof each === "string" && isSecretName(each));
}

function maskedMap(values: Schema, value: Readonly<Record<string, unknown>>, masker: Masker): unknown {
  return build(
    Object.entries(value).map(([name, inner]) => [
      shownText(name, "name", masker),
      isSecretName(name) ? redact(inner, name, masker) : masked(values, inner, masker, name),
    ]),
  );
}

/** JSON of any shape: the names of the members decide whether they are secret. */
function maskedFreely(value: unknown, member: string, masker: Masker): unknown {
  if (typeof value === "string") return shownText(value, member, masker);
  if (Array.isArray(value)) {
    return maskedItems(value, member, masker, (item) => maskedFreely(item, member, masker));
  }
  if (!isObject(value)) return value;
  return build(
    Object.entries(value).map(([name, inner]) => [
      shownText(name, "name", masker),
      isSecretName(name) || (name === "value" && isNamedSecret(value))
        ? redact(inner, name, masker)
        : maskedFreely(inner, name, masker),
    ]),
  );
}

function shownName(name: string, masker: Masker): string {
  if (plainName.test(name)) return shownText(name, "name", masker);
  masker.hidden(name);
  return masker.mask("name");
}

/** Not `Object.fromEntries` alone: masked names may be the same. */
function build(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const result: [string, unknown][] = [];
  const names = new Set<string>();
  for (const [name, value] of entries) {
    let free = name;
    for (let count = 2; names.has(free); count++) free = `${name} ${count}`;
    names.add(free);
    result.push([free, value]);
  }
  return Object.fromEntries(result);
}
