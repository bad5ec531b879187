import { type ArrayField, type Field, isSecretMember, itemsOf, pathTo, type StringField } from "./field.js";
import { textFormats } from "./formats.js";
import { ExactNumber, isAbsent, isObject, plainNumber, sameJson, type Value } from "./json.js";

/**
 * Whether two strings are the same value in different forms. A platform may return a UUID in lower case, a URL with a slash at its end,
 * or a name in composed Unicode characters; that isn't a difference.
 */
export function sameText(field: StringField, one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === "" ? isAbsent(other) : sameJson(one, other);
  return one === other || normalForm(field, one) === normalForm(field, other);
}

/**
 * Whether two array items are the same: they have the same key or, if they aren't objects, are equal.
 *
 * @param key A member to compare instead of the items' key.
 */
export function sameItem(
  { item, ...list }: ArrayField,
  one: unknown,
  other: unknown,
  key = itemsOf(list).key,
): boolean {
  if (key === undefined) return false;
  const field = item.type === "object" ? item.members[key] : item;
  const [mine, its] = [keyOf(one, key), keyOf(other, key)];
  return field?.type === "string" ? sameText(field, mine, its) : sameJson(mine, its);
}

/** A text that is the same for all values that `sameText` or equality treats as the same. */
export function comparableValue(field: Field, value: Value): string {
  return JSON.stringify(field.type === "string" && typeof value === "string" ? normalForm(field, value) : value);
}

/** The member that identifies items anywhere in the list; nothing if their order matters. */
export function identityKeyOf(field: ArrayField): string | undefined {
  const { key, matchBy } = itemsOf(field);
  return key ?? matchBy;
}

/** The key of an item: a member, or the item itself if it isn't an object. */
export function keyOf(item: unknown, key: string): unknown {
  return isObject(item) ? item[key] : item;
}

/** The same, in one form for all equal keys. */
export function normalKeyOf({ item: form }: ArrayField, item: unknown, key: string): unknown {
  const field = form.type === "object" ? form.members[key] : form;
  const own = keyOf(item, key);
  return field?.type === "string" && typeof own === "string" ? normalForm(field, own) : own;
}

/** An ID, or a text with IDs, in one form for all that are the same: UUIDs in lowercase. Others are case-sensitive. */
export function normalId(id: string): string {
  return id.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (uuid) => uuid.toLowerCase());
}

/** The text of an ID in a response, which may be a number of any size; nothing for anything else. */
export function idOf(value: unknown): string | undefined {
  if (value instanceof ExactNumber && /^-?[1-9]\d*$/.test(value.text)) return value.text;
  const id = plainNumber(value);
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}

export function isSameId(one: unknown, other: unknown): boolean {
  const [mine, its] = [idOf(one), idOf(other)];
  return mine !== undefined && its !== undefined && normalId(mine) === normalId(its);
}

/** A name as the platform compares it. */
export function normalName(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** The same form for all equal strings. */
function normalForm(field: StringField, text: string): string {
  if (field.compared === "ignoring case") return normalName(text);
  if (field.format !== undefined) return textFormats[field.format].normalForm(text);
  // In secrets and files, every character counts.
  return field.compared === "verbatim" || isSecretMember(field, {}) ? text : text.normalize("NFC").trim();
}

/** A step into a value: a member's name, an index, or the item with the same key as this one. */
export type Step = string | number | { readonly list: ArrayField; readonly item: Value };

/** The value with another value at a path; without that member or item if `inner` is undefined. Missing parents aren't added. */
export function withValueAt(value: Value, [step, ...rest]: readonly Step[], inner: Value | undefined): Value {
  if (step === undefined) return inner ?? null;
  if (Array.isArray(value)) {
    const isAt = (item: Value, index: number) =>
      typeof step === "object" ? sameItem(step.list, item, step.item) : index === step;
    return value.map((item, index) => (isAt(item, index) ? withValueAt(item, rest, inner) : item));
  }
  if (!isObject(value) || typeof step !== "string") return value;
  const { [step]: known, ...others } = value;
  if (rest.length > 0) return known === undefined ? value : { ...others, [step]: withValueAt(known, rest, inner) };
  return inner === undefined ? others : { ...others, [step]: inner };
}

export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => pathTo(text, typeof step === "number" ? step : String(step)), "");
}

export function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}
