/** Values as they pass between the engine and the platform: plain JSON, with absent members omitted. */
export type Value = null | boolean | number | string | Value[] | Values;

/** A JSON object. */
export interface Values {
  [name: string]: Value | undefined;
}

export function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the value is `null` or omitted. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
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
  return one === other || (isAbsent(one) && isAbsent(other));
}

/** The value at a dotted path, such as `registry.id`. */
export function at(values: unknown, path: string): Value | undefined {
  let value = values;
  for (const member of path.split(".")) value = isObject(value) ? value[member] : undefined;
  return value as Value | undefined;
}

/**
 * The value without anything that the engine cannot serialize: undefined members, functions, big integers, symbols. Every
 * result passes through here, since one such member would make the call fail after the platform has carried it out.
 */
export function clean(value: unknown): Value | undefined {
  switch (typeof value) {
    case "boolean":
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "object": {
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((item) => clean(item) ?? null);
      const members = Object.entries(value).map(([name, member]) => [name, clean(member)] as const);
      return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as Values;
    }
    default:
      return undefined;
  }
}
