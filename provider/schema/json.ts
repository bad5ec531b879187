import { randomUUID } from "node:crypto";

/** Values between the engine and the platform: plain JSON, without absent members. */
export type Value = null | boolean | number | string | ExactNumber | Value[] | Values;

/** A JSON object. */
export interface Values {
  [name: string]: Value | undefined;
}

/** A number of a response that would be written differently if it were a JavaScript number: `9007199254740993`, `1.0`, `1e400`. */
export class ExactNumber {
  constructor(readonly text: string) {}

  /** What the engine can store: a JavaScript number if it has the same value, otherwise the text. */
  toJSON(): number | string {
    return decimalOf(String(Number(this.text))) === decimalOf(this.text) ? Number(this.text) : this.text;
  }
}

/** The significant digits and the exponent of a number's text: equal for texts of the same value. */
function decimalOf(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return whole === "" ? text : "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** The value as the engine can store it, with JavaScript numbers or texts instead of exact numbers. */
export function plainNumber<V>(value: V): V | number | string {
  return value instanceof ExactNumber ? value.toJSON() : value;
}

export function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The objects in a list; none if the value isn't a list. */
export function objectsIn(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Whether the value is `null` or omitted. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/**
 * The object with its members changed, without those that become undefined. Used for most conversions, so it creates no lists of entries.
 */
export function mapMembers<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To | undefined,
): Record<string, To> {
  const changed: Record<string, To> = {};
  for (const name of Object.keys(values)) {
    const value = change(values[name] as From, name);
    if (value !== undefined) setMember(changed, name, value);
  }
  return changed;
}

/** Sets a member of any name: assigning to `__proto__` wouldn't set a member. */
export function setMember<To>(values: Record<string, To>, name: string, value: To): void {
  if (name !== "__proto__") values[name] = value;
  else Object.defineProperty(values, name, { value, writable: true, enumerable: true, configurable: true });
}

export function pick<V>(values: Readonly<Record<string, V>>, names: readonly string[]): Record<string, V> {
  return mapMembers(values, (value, name) => (names.includes(name) ? value : undefined));
}

export function omit<V>(values: Readonly<Record<string, V>>, names: readonly string[]): Record<string, V> {
  return mapMembers(values, (value, name) => (names.includes(name) ? undefined : value));
}

export function withMember(values: Values, name: string, value: Value | undefined): Values {
  const { [name]: _, ...others } = values;
  return value === undefined ? others : { ...others, [name]: value };
}

/** Deep equality of JSON values; the order of members does not matter. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    return (
      Object.keys(one).every((name) => sameJson(one[name], Object.hasOwn(other, name) ? other[name] : undefined)) &&
      Object.keys(other).every((name) => Object.hasOwn(one, name) || isAbsent(other[name]))
    );
  }
  return plainNumber(one) === plainNumber(other) || (isAbsent(one) && isAbsent(other));
}

/** The value at a dotted path, such as `registry.id`. */
export function at(values: unknown, path: string): Value | undefined {
  let value = values;
  for (const member of path.split(".")) value = isObject(value) ? value[member] : undefined;
  return value as Value | undefined;
}

/**
 * The value without anything that the engine can't serialize: undefined members, functions, big integers, symbols, halves of characters. Applied to every
 * result, since one such member would fail the call after the platform has carried it out.
 */
export function clean(value: unknown): Value | undefined {
  switch (typeof value) {
    case "boolean":
      return value;
    case "string":
      return value.toWellFormed();
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "object": {
      if (value === null) return null;
      if (value instanceof ExactNumber) return value.toJSON();
      if (Array.isArray(value)) return value.map((item) => clean(item) ?? null);
      return mapMembers(value as Readonly<Record<string, unknown>>, clean);
    }
    default:
      return undefined;
  }
}

/** All texts and numbers, at any depth. */
export function textsIn(value: Value | undefined): readonly string[] {
  if (value instanceof ExactNumber) return [value.text];
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** What the engine sends at preview instead of an unknown value, at any depth (`@pulumi/pulumi` runtime/rpc, `unknownValue`). */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The key that marks special values in Pulumi's protocol, such as secrets and assets. */
export const signature = "4dabf18193072939515e22adb298388d";

export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasUnknown);
  return false;
}

/** The value of a JSON text, which may begin with a byte order mark; nothing if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** Stands before the text of an exact number in JSON. Random, so that no other string begins with it. */
const mark = `number ${randomUUID()} `;

/** Numbers that may be written differently as JavaScript numbers: with many digits, an exponent, trailing zeros, or `-0`. */
const mayBeExact = /[[:,\s](?:-0\b|-?\d[\d.]{15}|-?[\d.]+[eE]|-?\d+\.\d*0\b)|^-?[\d.]/;

/** The value of a response, with exact numbers where a JavaScript number would be written differently. */
export function parseExactJson(text: string): Value | undefined {
  const value = parseJson(text) as Value | undefined;
  if (value === undefined || !mayBeExact.test(text)) return value;
  let isInString = false;
  const marked = text.replace(/\\.|"|-?\d[\d.eE+-]*/gs, (token) => {
    if (token === '"') isInString = !isInString;
    return isInString || !/^[-\d]/.test(token) || String(Number(token)) === token ? token : `"${mark}${token}"`;
  });
  return JSON.parse(marked.replace(/^\uFEFF/, ""), (_, each: Value) =>
    typeof each === "string" && each.startsWith(mark) ? new ExactNumber(each.slice(mark.length)) : each,
  );
}

/** The JSON text of a request, with exact numbers as they came. */
export function exactJson(value: unknown): string {
  let isExact = false;
  const text = JSON.stringify(value, function (this: Values, name, each) {
    const own = this[name];
    if (!(own instanceof ExactNumber)) return each;
    isExact = true;
    return `${mark}${own.text}`;
  });
  return isExact ? text.replaceAll(new RegExp(`"${mark}([^"]+)"`, "g"), "$1") : text;
}

const maximumLength = 60;

/** A value in an error message: short, on one line, never a secret. Of lists and objects, it shows nothing that could be one. */
export function show(value: unknown, secret: boolean): string {
  if (isAbsent(value)) return "nothing";
  if (Array.isArray(value)) {
    if (value.length === 0) return "an empty list";
    return `a list of ${value.length} ${value.length === 1 ? "item" : "items"}`;
  }
  if (isObject(value)) return "an object";
  if (secret) return "a secret value";
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  const safe = text.replace(/\/\/[^/@\s"]+@/g, "//***@");
  const shown = shortened(safe, maximumLength);
  return shown === safe ? safe : `${shown} (${String(value).length} characters)`;
}

/** The text, truncated to this many characters, without half of a surrogate pair at its end. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/\p{Surrogate}$/u, "")}…` : text;
}
