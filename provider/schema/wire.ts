import { holds } from "./condition.js";
import type { ArrayField, Field, Fields, ObjectField } from "./field.js";
import { at, clean, isAbsent, isObject, type Value, type Values } from "./json.js";
import { sameItem } from "./normalForm.js";
import { wireName } from "./wireNames.js";

/** What responses contain in place of a secret, unless the definition states otherwise. */
const defaultMask = "REDACTED";

/** Converts a value to the API's request format. */
export function toWire(field: Field, value: Value | undefined): Value | undefined {
  if (value === undefined) return undefined;
  if (value === null) return field.nullable ? null : undefined;
  if (field.type === "object" && isObject(value)) return membersToWire(field.members, value);
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => toWire(field.item, item) ?? null);
  if (field.type === "record" && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toWire(field.value, each)]));
  }
  return value;
}

/** A request body: the given members, except those that are local to the provider, in `except`, or ignored by the platform. */
export function membersToWire(
  members: Fields,
  values: Values,
  except: readonly string[] = [],
  siblings: Values = values,
): Values {
  const body: Values = {};
  for (const [name, field] of Object.entries(members)) {
    if (field.local || except.includes(name)) continue;
    if (field.ignoredWhen !== undefined && holds(field.ignoredWhen, siblings) === true) continue;
    const value = toWire(field, values[name]);
    if (value !== undefined) body[wireName(name, field)] = value;
  }
  return body;
}

/**
 * Converts a value of a response to the form that programs use. Members that the definition does not have are dropped. Members
 * that the response omits, masks or never contains keep their last known value. `null` means that nothing is set.
 */
export function fromWire(field: Field, response: unknown, known: Value | undefined): Value | undefined {
  if (response === undefined) return known;
  if (field.writeOnly || (field.secret && isMask(field, response))) return known ?? clean(response ?? undefined);
  if (response === null) return undefined;
  if (field.type === "object" && isObject(response))
    return membersFromWire(field, unwrap(field, response), isObject(known) ? known : {});
  if (field.type === "array" && Array.isArray(response))
    return arrayFromWire(field, response, Array.isArray(known) ? known : []);
  if (field.type === "record" && isObject(response)) {
    const values = isObject(known) ? known : {};
    return Object.fromEntries(
      Object.entries(response).map(([key, each]) => [key, fromWire(field.value, each, values[key])]),
    );
  }
  return clean(response);
}

/** Converts the members of an object, including those that only responses have. */
export function membersFromWire(field: ObjectField, response: Values, known: Values): Values {
  const values: Values = {};
  const others = excludedMembers(field, (name) => !isAbsent(inResponse(name, field.members[name] as Field, response)));
  for (const [name, member] of Object.entries({ ...field.members, ...field.responseOnly })) {
    const given = member.local ? undefined : inResponse(name, member, response);
    const isMasked = given !== undefined && isMask(member, given) && isSecretOnWire(field, member, response);
    const last = others.has(name) ? undefined : known[name];
    const value = isMasked ? last : fromWire(member, given, last);
    if (!isAbsent(value)) values[name] = value;
  }
  return values;
}

function isMask({ mask = defaultMask }: Field, response: unknown): boolean {
  return response === mask;
}

/** Whether a sibling in the response makes the member secret. */
function isSecretOnWire(field: ObjectField, { secretWhen }: Field, response: Values): boolean {
  const sibling = secretWhen === undefined ? undefined : field.members[secretWhen];
  return sibling !== undefined && response[wireName(secretWhen as string, sibling)] === true;
}

/** Members of alternatives that are not used, since a member of another alternative is given. */
export function excludedMembers({ alternatives = [] }: ObjectField, isGiven: (name: string) => boolean): Set<string> {
  return new Set(
    alternatives.filter((names) => alternatives.some((each) => each !== names && each.some(isGiven))).flat(),
  );
}

/** The value of a member in a response, which may be in another place than in requests. */
function inResponse(name: string, member: Field, response: Values): Value | undefined {
  const elsewhere = member.responsePath === undefined ? undefined : at(response, member.responsePath);
  return elsewhere ?? response[wireName(name, member)];
}

function unwrap(field: ObjectField, response: Values): Values {
  const inner = field.responseWrapper === undefined ? undefined : response[field.responseWrapper];
  return isObject(inner) ? inner : response;
}

/** Converts items in their last known order, so that a reordered item is not a change; new items come last. */
function arrayFromWire(field: ArrayField, response: readonly unknown[], known: readonly Value[]): Value[] {
  if (field.key === undefined) return response.map((item, index) => fromWire(field.item, item, known[index]) ?? null);
  const items = response.map((item) => {
    const plain = fromWire(field.item, item, undefined);
    return (
      fromWire(
        field.item,
        item,
        known.find((each) => sameItem(field, each, plain)),
      ) ?? null
    );
  });
  const place = (item: Value) => {
    const index = known.findIndex((each) => sameItem(field, each, item));
    return index < 0 ? known.length : index;
  };
  return items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => place(a.item) - place(b.item) || a.index - b.index)
    .map(({ item }) => item);
}
