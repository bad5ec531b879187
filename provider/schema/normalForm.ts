import { type ArrayField, type Field, isSecretMember, itemsOf, type StringField } from "./field.js";
import { isAbsent, isObject, sameJson, type Value } from "./json.js";
import { textFormats } from "./textFormats.js";

/**
 * Whether a string field has the same value twice. A platform may return a value in another form than the program gives it: a
 * UUID in lowercase, a URL with a slash at its end, a name in composed Unicode characters. Another form isn't a difference.
 */
export function sameText(field: StringField, one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === "" ? isAbsent(other) : sameJson(one, other);
  return one === other || normalForm(field, one) === normalForm(field, other);
}

/**
 * Whether two items of an array are the same one: they have the same key, or are equal if they are not objects.
 *
 * @param key Another member to compare than the one that identifies the items.
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

/** A value in the form in which two values that `sameText` or equality treats as the same are the same string. */
export function comparableValue(field: Field, value: Value): string {
  return JSON.stringify(field.type === "string" && typeof value === "string" ? normalForm(field, value) : value);
}

/** The member by which items are found wherever they are in the list; nothing if their order matters. */
export function sortOf(field: ArrayField): string | undefined {
  const { key, matchBy } = itemsOf(field);
  return key ?? matchBy;
}

/** What identifies an item of an array: a member, or the item itself if it is not an object. */
export function keyOf(item: unknown, key: string): unknown {
  return isObject(item) ? item[key] : item;
}

/** The same, in the form in which equal keys are the same string. */
export function normalKeyOf({ item: form }: ArrayField, item: unknown, key: string): unknown {
  const field = form.type === "object" ? form.members[key] : form;
  const own = keyOf(item, key);
  return field?.type === "string" && typeof own === "string" ? normalForm(field, own) : own;
}

/** An ID as responses contain it, so that IDs can be compared as strings. */
export function normalId(id: string): string {
  return id.toLowerCase();
}

/** Whether two values are the same ID. */
export function isSameId(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && normalId(one) === normalId(other);
}

/** A name as the platform compares it. */
export function normalName(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** The form of a string in which two equal values are the same string. */
function normalForm(field: StringField, text: string): string {
  if (field.compared === "ignoring case") return normalName(text);
  if (field.format !== undefined) return textFormats[field.format].normalForm(text);
  // Every character of a secret or of a file counts.
  return field.compared === "verbatim" || isSecretMember(field, {}) ? text : text.normalize("NFC").trim();
}

/** One step into a value: a member's name, an item's index, or the item of a list that has the same key as this one. */
export type Step = string | number | { readonly list: ArrayField; readonly item: Value };

/** The value with something else at a place; without that place if `inner` is undefined. What is not there stays so. */
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

/** A path as programs write it. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}
