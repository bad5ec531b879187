import { type Facts, isIgnored, type KeyedItems } from "./facts.js";
import type { Format } from "./formats.js";
import { isAbsent, isObject, mapMembers, type Value, type Values } from "./json.js";

/** A zod schema as a plain record, for everything that walks fields: diff, wire mapping, merge, redaction, generators. */
export type Field =
  | StringField
  | IntegerField
  | BooleanField
  | EnumField
  | ObjectField
  | ArrayField
  | RecordField
  | JsonField
  | ServiceField;

export type Fields = Readonly<Record<string, Field>>;

/** Members of every field: its facts, and whether it's required. */
export interface FieldBase extends Omit<Facts, "typeName"> {
  readonly description: string;
  readonly required: boolean;
  /** Whether `null` is a value, which clears it. */
  readonly nullable?: boolean;
  readonly excludedBy?: readonly string[];
  /** Whether it's a path parameter of the create call. */
  readonly inPath?: boolean;
  /**
   * Whether it belongs to a part of the resource, which calls of its own send. `open`, `secret` and `external`: owned children, which are
   * records on the platform, with the values of `secret` ones masked, and those of `external` ones somewhere else.
   */
  readonly separate?: true | "open" | "secret" | "external";
  /** For a secret: the sibling that usually comes with it. */
  readonly usualWith?: string;
  /** Set if it's secret because the program marks it; `stated` is the definition's fact. */
  readonly isMarked?: { readonly stated: NonNullable<Facts["secret"]> };
}

export interface StringField extends FieldBase {
  readonly type: "string";
  readonly format?: Format;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
  readonly pattern?: string;
}

export interface IntegerField extends FieldBase {
  readonly type: "integer";
  readonly min?: number;
  readonly max?: number;
}

export interface BooleanField extends FieldBase {
  readonly type: "boolean";
}

export interface EnumField extends FieldBase {
  readonly type: "enum";
  readonly name: string;
  readonly values: readonly string[];
}

export interface ObjectField extends FieldBase {
  readonly type: "object";
  /** Name of the interface in the SDK, without `Args`. */
  readonly name: string;
  readonly members: Fields;
  readonly responseOnly?: Fields;
  /** The rules over its members, in sentences. */
  readonly rules?: readonly string[];
}

export interface ArrayField extends FieldBase {
  readonly type: "array";
  readonly item: Field;
  readonly minItems?: number;
  /** The rules over its items, in sentences. */
  readonly rules?: readonly string[];
}

/** An object with arbitrary keys, which are sent unchanged, and values of one field. */
export interface RecordField extends FieldBase {
  readonly type: "record";
  readonly value: Field;
}

/** Any JSON, sent unchanged. */
export interface JsonField extends FieldBase {
  readonly type: "json";
  readonly shape: JsonShape;
  readonly words?: readonly string[];
}

/**
 * The values that are allowed: `members` is an object whose members are compared and changed one by one, and mean nothing if they're
 * `null`, while any other value is one as a whole; a `setting` is a string, a boolean or an object; an `advancedSetting` may also be an integer; a
 * `flagOrWord` is a boolean or one of the field's words.
 */
export type JsonShape = "object" | "members" | "setting" | "advancedSetting" | "flagOrWord" | "any";

/** A service of this provider: the program passes a resource, which reaches the provider as a selection. */
export interface ServiceField extends FieldBase {
  readonly type: "service";
}

/** Whether it's an object with members of any name, each of which counts. */
export function isOpen(field: Field): boolean {
  return field.type === "json" && field.shape === "members";
}

export function maskOf({ returned }: FieldBase): string | null {
  const text = typeof returned === "object" && "mask" in returned ? returned.mask.text : undefined;
  return text === undefined ? "REDACTED" : text;
}

/** The outputs that only the response to a create contains. */
export function returnedByCreate(outputs: Fields): readonly string[] {
  return Object.keys(outputs).filter((name) => outputs[name]?.returned === "never");
}

/** Whether an update that contains the mask keeps the platform's secret. */
export function keepsByMask({ returned }: FieldBase): boolean {
  return typeof returned === "object" && "mask" in returned && returned.mask.isPreserved === true;
}

/** Whether the argument sets owned children. */
export function isChildren(field: Pick<FieldBase, "separate"> | undefined): boolean {
  return typeof field?.separate === "string";
}

/**
 * Whether a member with these siblings (by their names in programs) is secret. If that depends on a sibling, it's secret unless the
 * sibling is known to be `false` or, if that's possible, omitted.
 */
export function isSecretMember(
  { secret = false }: Pick<Field, "secret">,
  siblings: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof secret === "boolean") return secret;
  const sibling = siblings[secret.if] ?? secret.isRequired;
  return sibling !== undefined && sibling !== false;
}

/** Whether something inside the field may be secret. Then a value of the wrong type may be, too. */
export function holdsSecret(field: Field): boolean {
  return fieldsWithin(field).some((each) => (each.field.secret ?? false) !== false);
}

/** The fields of items, entries and members, at any depth, each with the names of the members that lead to it. */
export function fieldsWithin(field: Field, path = ""): readonly { readonly path: string; readonly field: Field }[] {
  const members = field.type === "object" ? Object.entries(field.members) : [];
  const inner = field.type === "array" ? field.item : field.type === "record" ? field.value : undefined;
  return [
    ...(inner === undefined ? [] : [{ path, field: inner }]),
    ...members.map(([name, member]) => ({ path: pathTo(path, name), field: member })),
  ].flatMap((each) => [each, ...fieldsWithin(each.field, each.path)]);
}

/** Whether a member is a masked secret: it must be set, or a sibling says that it is, and the response doesn't show it. */
export function isMaskedSecret(field: Field, siblings: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const { stated: secret } = field.isMarked ?? { stated: field.secret ?? false };
  const isExcluded = field.excludedBy?.some((name) => (siblings[name] ?? null) !== null) ?? false;
  const isThere = (field.required && !isExcluded) || typeof secret === "object";
  return (value ?? null) === null && isThere && isSecretMember({ secret }, siblings) && !isIgnored(field, siblings);
}

/** How to find the same item in two lists. */
export function itemsOf({ items }: Pick<FieldBase, "items">): Partial<KeyedItems> & { readonly matchBy?: string } {
  return typeof items === "object" ? items : {};
}

/** The field of the values at a step; nothing if there are none. */
export function fieldAt(field: Field, step: PathStep): Field | undefined {
  if (field.type === "array") return field.item;
  if (field.type === "record") return field.value;
  if (isOpen(field)) return field;
  return field.type === "object" ? field.members[step] : undefined;
}

/** A name or an index: a step from a value to one directly inside of it. */
export type PathStep = string | number;

/** A value directly inside of another one: an item, an entry of a map, or a member. */
interface Inner<V> {
  readonly field: Field;
  readonly value: V;
  readonly step: PathStep;
  /** The object around a member; empty for items and entries. */
  readonly siblings: Values;
}

/** The values directly inside: items, entries of a map, and all members of the field, set or not. */
export function inside(field: Field, value: unknown): Inner<Value | undefined>[] {
  if (field.type === "array" && Array.isArray(value))
    return value.map((item, step) => ({ field: field.item, value: item, step, siblings: {} }));
  if (!isObject(value)) return [];
  if (field.type === "record")
    return Object.keys(value).map((step) => ({ field: field.value, value: value[step], step, siblings: {} }));
  if (field.type !== "object") return [];
  return Object.entries(field.members).map(([step, member]) => {
    return { field: member, value: value[step], step, siblings: value };
  });
}

/** A value, and where it is in the one that is walked. */
export interface Found extends Omit<Inner<Value | undefined>, "step"> {
  readonly path: readonly PathStep[];
  /** The fields of the values around it, the outermost first. */
  readonly around: readonly Field[];
  /** Whether it or a value around it is secret. */
  readonly secret: boolean;
}

/** The value and all values inside of it, members also if they aren't set, each before what is inside of it. */
export function walk(outermost: Field, whole: Value | undefined): readonly Found[] {
  const found: Found[] = [];
  const add = (each: Found) => {
    found.push(each);
    const around = [...each.around, each.field];
    // Each property by name: with rest and spread, this took twelve times as long.
    for (const { field, value, step, siblings } of inside(each.field, each.value)) {
      const secret = each.secret || isSecretMember(field, siblings);
      add({ field, value, path: [...each.path, step], around, siblings, secret });
    }
  };
  add({ field: outermost, value: whole, path: [], around: [], siblings: {}, secret: false });
  return found;
}

/** The value with all values inside of it changed, the innermost first. */
export function mapWithin(field: Field, value: Value, change: (inner: Inner<Value>) => Value | undefined): Value {
  return mapInside(field, value, (each) => change({ ...each, value: mapWithin(each.field, each.value, change) }));
}

/** The value with each value directly inside of it changed. Members that the field doesn't have stay. */
export function mapInside(field: Field, value: Value, change: (inner: Inner<Value>) => Value | undefined): Value {
  if (field.type === "array" && Array.isArray(value))
    return value.map((item, step) => change({ field: field.item, value: item, step, siblings: {} }) ?? null);
  if (!isObject(value) || (field.type !== "object" && field.type !== "record")) return value;
  return mapMembers(value, (each, step) => {
    const inner = field.type === "record" ? field.value : field.members[step];
    if (inner === undefined || each === undefined) return each;
    return change({ field: inner, value: each, step, siblings: field.type === "record" ? {} : value });
  });
}

/** The name of a member on the wire: its `wire` fact, or its name in snake_case. */
export function wireName(name: string, { wire }: Pick<FieldBase, "wire">): string {
  return wire ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function valueAtPath(value: Value | undefined, path: readonly PathStep[]): Value | undefined {
  return path.reduce(valueAt, value);
}

/** The value at a step; nothing if there is none. */
export function valueAt(value: Value | undefined, step: PathStep): Value | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  return isObject(value) ? value[step] : undefined;
}

/** The path of a value, as programs write it, with one more step. */
export function pathTo(path: string, step: PathStep): string {
  if (typeof step === "number") return `${path}[${step}]`;
  return path === "" ? step : `${path}.${step}`;
}

/** The same, or whether the response contains something that usually comes with such a secret. */
export function isProbablyMaskedSecret(
  field: Field,
  siblings: Readonly<Record<string, unknown>>,
  value: unknown,
): boolean {
  const isUsual = field.usualWith !== undefined && !isAbsent(siblings[field.usualWith]);
  return isMaskedSecret(field, siblings, value) || ((value ?? null) === null && isUsual);
}
