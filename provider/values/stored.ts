/** What the engine stores of a resource: inputs and outputs, compared with each other, with those of before and with what was sent. */

import { identityKeyOf, normalKeyOf } from "../schema/equality.js";
import { isIgnored } from "../schema/facts.js";
import {
  type ArrayField,
  type Field,
  fieldAt,
  isOpen,
  isSecretMember,
  itemsOf,
  mapInside,
  type ObjectField,
} from "../schema/field.js";
import { isAbsent, isObject, mapMembers, setMember, type Value, type Values } from "../schema/json.js";
import { differs, matchItems } from "./compare.js";
import { merge } from "./merge.js";

/**
 * The inputs of a program that specifies these members and has the outputs' values.
 *
 * @param inputs Members in any of these are specified.
 */
export function inputsSeenIn(field: Field, inputs: readonly Value[], output: Value | undefined): Value | undefined {
  if (field.type === "object" && isObject(output)) {
    const objects = inputs.filter(isObject);
    if (objects.length < inputs.length) return output;
    return mapMembers(field.members, (member, name) => {
      const inside = objects.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]));
      return inside.length === 0 ? undefined : inputsSeenIn(member, inside, output[name]);
    });
  }
  if (field.type === "array" && field.item.type === "object" && Array.isArray(output)) {
    const lists = inputs.filter((each) => Array.isArray(each));
    if (lists.length < inputs.length) return output;
    const items = lists.flat();
    const matches = matchItems(field, output, items);
    return output.flatMap((item, index) => {
      const match = matches[index];
      // The platform's own items are the program's only if it specifies them.
      if (match === undefined && itemsOf(field).isPartial) return [];
      // An item that was added outside of Pulumi is shown with the members that a program would set.
      return [inputsSeenIn(field.item, match === undefined ? items : [match], item) ?? null];
    });
  }
  return output;
}

/**
 * Outputs without secrets that the program doesn't specify. The engine encrypts an output only if the input at its path is secret, so a
 * secret set in the console would be in plain text in the state. Updates read it again and keep it.
 */
export function withoutForeignSecrets(
  field: Field,
  input: Value | undefined,
  output: Value | undefined,
): Value | undefined {
  const hasMembers = field.type === "object" || (field.type === "array" && field.item.type === "object");
  const isWhole = input !== undefined && !isObject(input) && !Array.isArray(input);
  if (isAbsent(output) || !hasMembers || isWhole) return output;
  const matches =
    field.type === "array" && Array.isArray(output)
      ? matchItems(field, output, Array.isArray(input) ? input : [])
      : undefined;
  return mapInside(field, output, ({ field: inner, value, step, siblings }) => {
    if (matches !== undefined) return withoutForeignSecrets(inner, matches[Number(step)] ?? {}, value);
    const own = isObject(input) ? input[step] : undefined;
    return own !== undefined || !isSecretMember(inner, siblings)
      ? withoutForeignSecrets(inner, own ?? {}, value)
      : undefined;
  });
}

/** What is specified now, and what was before, at every depth. */
export function mergedInputs(field: Field, before: Value | undefined, now: Value | undefined): Value | undefined {
  if (now === undefined || before === undefined) return now ?? before;
  if (field.type === "object" && isObject(before) && isObject(now)) {
    return mapMembers(field.members, (member, name) => mergedInputs(member, before[name], now[name]));
  }
  const isOfObjects = field.type === "array" && field.item.type === "object" && identityKeyOf(field) !== undefined;
  if (isOfObjects && Array.isArray(before) && Array.isArray(now)) {
    const matches = matchItems(field, now, before);
    const gone = before.filter((item) => !matches.includes(item));
    return [...now.map((item, index) => mergedInputs(field.item, matches[index], item) ?? null), ...gone];
  }
  return now;
}

/**
 * The values that the platform stores instead of those that it was sent: it may trim a text, sort a list or round a number. No write can
 * remove such a difference. So the state has the value that was sent, and remembers beside it the one that the platform stores. Only a
 * third value is drift. `["x"]` is such a value, an object has those of its members, entries or items (by key).
 */
export type Normalized = Values;

/** What the platform has instead of what was sent; nothing if it has that. */
function normalizedIn(field: Field, sent: Value | undefined, now: Value | undefined): Value | undefined {
  const [mine, its] = [insideOf(field, sent), insideOf(field, now)];
  if (mine === undefined || its === undefined || !hasSamePieces(field, mine, its))
    return differs(field, sent, now) ? [now ?? null] : undefined;
  const siblings = { ...(isObject(now) && now), ...(isObject(sent) && sent) };
  const differing: Values = {};
  for (const [key, [inner, value]] of mine) {
    if (isIgnored(inner, siblings)) continue;
    const stored = normalizedIn(inner, value, its.get(key)?.[1]);
    if (stored !== undefined) setMember(differing, key, stored);
  }
  return Object.keys(differing).length === 0 ? undefined : differing;
}

type Pieces = ReadonlyMap<string, readonly [field: Field, value: Value | undefined]>;

/** What is directly inside of a value, by key; nothing for a value that is compared as a whole. */
function insideOf(field: Field, value: Value | undefined): Pieces | undefined {
  const { key } = itemsOf(field);
  if (field.type === "array") {
    if (key === undefined || !Array.isArray(value)) return undefined;
    const pieces: Pieces = new Map(value.map((item) => [keyText(field, item, key), [field.item, item]]));
    return pieces.size === value.length ? pieces : undefined;
  }
  if (!isObject(value) || !(field.type === "record" || field.type === "object" || isOpen(field))) return undefined;
  const pieces = new Map<string, readonly [Field, Value | undefined]>();
  for (const [name, each] of Object.entries(value)) {
    const inner = fieldAt(field, name);
    if (inner !== undefined) pieces.set(name, [inner, each]);
  }
  return pieces;
}

function keyText(field: ArrayField, item: Value, key: string): string {
  return String(normalKeyOf(field, item, key));
}

/** Whether both have the same keys. An object has the members of its field, set or not. */
function hasSamePieces(field: Field, sent: Pieces, now: Pieces): boolean {
  if (field.type === "object") return true;
  if (isOpen(field)) return [...now.keys()].every((key) => sent.has(key));
  const isMore = itemsOf(field).isPartial || sent.size === now.size;
  return isMore && [...sent.keys()].every((key) => now.has(key));
}

/** The values of each of these at the path of a normalized value. */
type Accepts = (field: Field, stored: Value, values: readonly (Value | undefined)[]) => boolean;

function only(
  field: Field,
  normalized: Value | undefined,
  values: readonly (Value | undefined)[],
  accepts: Accepts,
): Value | undefined {
  if (Array.isArray(normalized)) return accepts(field, normalized[0] ?? null, values) ? normalized : undefined;
  const pieces = values.map((value) => insideOf(field, value));
  if (!isObject(normalized)) return undefined;
  const left = mapMembers(normalized, (inner, key) => {
    const [own] = pieces.flatMap((each) => each?.get(key)?.[0] ?? []);
    const at = pieces.map((each) => each?.get(key)?.[1]);
    return own && only(own, inner, at, accepts);
  });
  return Object.keys(left).length === 0 ? undefined : left;
}

function isSame(field: Field, one: Value | undefined, other: Value | undefined): boolean {
  return !differs(field, one, other) && !differs(field, other, one);
}

/** The platform's values, with what was sent instead of the normalized values. */
function withSent(
  field: Field,
  sent: Value | undefined,
  now: Value | undefined,
  normalized: Value | undefined,
): Value | undefined {
  if (Array.isArray(normalized)) return merge(field, now, sent);
  const [mine, its] = [insideOf(field, sent), insideOf(field, now)];
  if (!isObject(normalized) || mine === undefined || its === undefined || now === undefined) return now;
  const at = (key: string) => {
    const [inner, value] = mine.get(key) ?? [];
    return inner && withSent(inner, value, its.get(key)?.[1], normalized[key]);
  };
  const { key } = itemsOf(field);
  if (field.type === "array" && key !== undefined) {
    return mapInside(field, now, ({ value }) => {
      const text = keyText(field, value, key);
      return Object.hasOwn(normalized, text) ? at(text) : value;
    });
  }
  return { ...(now as Values), ...mapMembers(normalized, (_, name) => at(name)) };
}

function united(one: Value | undefined, other: Value | undefined): Value | undefined {
  if (!isObject(one) || !isObject(other)) return other ?? one;
  return mapMembers({ ...one, ...other }, (_, name) => united(one[name], other[name]));
}

/** A state with the values that were sent, and what the platform stores instead. */
export interface AsSent {
  readonly state: Values;
  readonly normalized: Normalized;
}

/**
 * What the platform has after a read or a write, with what was sent instead of the values that are known to be normalized.
 *
 * @param sent For a write, the arguments: a value that has changed isn't known anymore.
 * @param now Where a write changes nothing, it may be the former state.
 */
export function asSent(body: ObjectField, before: AsSent, now: Values, sent = before.state): AsSent {
  // The usual case, without comparing anything.
  if (Object.keys(before.normalized).length === 0) return { state: now, normalized: before.normalized };
  const isKnown: Accepts = (field, stored, [last, desired, current]) =>
    isSame(field, last, desired) && (isSame(field, current, stored) || isSame(field, current, desired));
  const normalized = only(body, before.normalized, [before.state, sent, now], isKnown);
  return { state: withSent(body, sent, now, normalized) as Values, normalized: (normalized ?? {}) as Normalized };
}

/**
 * The same with the differences that the write has left.
 *
 * @param sent The arguments that it sent.
 */
export function withRest(body: ObjectField, { state, normalized }: AsSent, sent: Values): AsSent {
  const rest = normalizedIn(body, sent, state);
  return { state: withSent(body, sent, state, rest) as Values, normalized: united(normalized, rest) as Normalized };
}
