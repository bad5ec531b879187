/** Holds a value against a schema of the document, more strictly than JSON Schema: what it does not list may not be there. */
import type { Document, Schema } from "./document.js";

/** Every keyword that is read here; another one in the document would be passed over without a word. */
const known = new Set(
  "$ref type description default examples enum format pattern minLength maxLength minimum maximum minItems maxItems items prefixItems properties additionalProperties required anyOf oneOf".split(
    " ",
  ),
);

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
};

/** Each place where the value is not what the schema says; nothing where it fits. */
export function mismatches(document: Document, schema: Schema, value: unknown, at = "answer"): string[] {
  const found = document.resolve(schema);
  const unread = Object.keys(found).filter((keyword) => !known.has(keyword));
  if (unread.length > 0) throw new Error(`The document uses ${unread.join(", ")}, which is not checked here.`);
  const within = (inner: Schema, part: unknown, place: string) => mismatches(document, inner, part, place);
  if (found.anyOf !== undefined) {
    const tried = found.anyOf.map((each) => within(each, value, at));
    return tried.some((each) => each.length === 0) ? [] : (tried[0] ?? []);
  }
  if (found.oneOf !== undefined)
    throw new Error("The document describes an answer with oneOf, which is not checked here.");
  const types = found.type === undefined ? undefined : [found.type].flat();
  if (types !== undefined && !types.some((type) => isOf(type, value))) return [`${at}: ${shown(value)} is no ${types}`];
  if (value === null) return [];
  if (found.enum !== undefined && !found.enum.includes(value))
    return [`${at}: ${shown(value)} is none of ${found.enum}`];
  if (typeof value === "string") return ofText(found, value, at);
  if (typeof value === "number") return ofNumber(found, value, at);
  if (Array.isArray(value)) {
    const {
      items = {},
      prefixItems = [],
      minItems = prefixItems.length,
      maxItems = prefixItems.length || value.length,
    } = found;
    const isCounted = value.length >= minItems && value.length <= maxItems;
    const count = isCounted ? [] : [`${at}: ${value.length} items`];
    return [...count, ...value.flatMap((item, index) => within(prefixItems[index] ?? items, item, `${at}[${index}]`))];
  }
  return typeof value === "object" ? ofObject(found, value as Record<string, unknown>, at, within) : [];
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function ofText({ format, pattern, minLength = 0, maxLength }: Schema, value: string, at: string): string[] {
  const length = [...value].length;
  const form = format === undefined ? undefined : formats[format];
  if (format !== undefined && form === undefined) throw new Error(`The document uses the format ${format}.`);
  return [
    ...(form?.test(value) === false ? [`${at}: ${shown(value)} is no ${format}`] : []),
    ...(pattern !== undefined && !new RegExp(pattern, "u").test(value)
      ? [`${at}: ${shown(value)} is not ${pattern}`]
      : []),
    ...(length < minLength || length > (maxLength ?? length) ? [`${at}: ${length} characters`] : []),
  ];
}

function ofNumber(schema: Schema, value: number, at: string): string[] {
  const isWithin = value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
  return isWithin ? [] : [`${at}: ${value} is out of bounds`];
}

function ofObject(
  { properties, additionalProperties, required = [] }: Schema,
  value: Record<string, unknown>,
  at: string,
  within: (schema: Schema, value: unknown, at: string) => string[],
): string[] {
  // A schema that says nothing of its members stands for any JSON.
  if (properties === undefined && additionalProperties === undefined) return [];
  return [
    ...required.filter((key) => !Object.hasOwn(value, key)).map((key) => `${at}.${key} is not there`),
    ...Object.entries(value).flatMap(([key, member]) => {
      const schema = properties?.[key] ?? additionalProperties;
      return schema === undefined ? [`${at}.${key} is not in the document`] : within(schema, member, `${at}.${key}`);
    }),
  ];
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 60);
}
