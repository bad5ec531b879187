import type { Field, Fields } from "../schema/field.js";
import { isAbsent, isObject, mapMembers, sameJson, type Value, type Values } from "../schema/json.js";

/**
 * What a member that a response omits means. A read tells everything there is: the member is `absent` on the platform. A
 * response to a write may tell less than what was asked for: the value is `kept`.
 */
export type Omitted = "absent" | "kept";

/** Members that every response has of a resource, and no request. */
const assigned: readonly string[] = ["id", "created_at", "updated_at"];

/** The names of the arguments whose members are those of the request, as open and secret ones; nothing if there are none. */
export function inlineArgs(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.onWire === "inline");
}

/** A member, which may have any name. */
function member(values: Values, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** What of a response a program can give: without what the platform assigns, and without `null`, which says the same as nothing. */
export function givable(response: Values, except: readonly string[] = []): Values {
  const left = except.reduce((values, path) => withoutPath(values, path.split(".")) as Values, response);
  return mapMembers(left, (value, name) => (assigned.includes(name) ? undefined : (withoutNulls(value) ?? undefined)));
}

function withoutNulls(value: Value | undefined): Value | undefined {
  return isObject(value) ? mapMembers(value, (each) => withoutNulls(each) ?? undefined) : value;
}

/** The part of a response that an output has, as its field says. */
export function partOf(
  response: Values,
  known: Value | undefined,
  { response: { whole } = {} }: Field,
): Values | undefined {
  const { without: left = [], only } = whole ?? {};
  if (only === undefined)
    return left.reduce((values, path) => withoutPath(values, path.split(".")) as Values, response);
  const found = only.reduce<Value | undefined>(
    (all, path) => combined(all, onlyPath(response, path.split("."))),
    known,
  );
  return isObject(found) ? found : undefined;
}

/** What is at a path alone, with the objects around it. */
function onlyPath(value: Value | undefined, [step, ...rest]: readonly string[]): Value | undefined {
  if (step === undefined) return value ?? undefined;
  const inner = isObject(value) ? onlyPath(member(value, step), rest) : undefined;
  return inner === undefined ? undefined : { [step]: inner };
}

function withoutPath(value: Value | undefined, [step, ...rest]: readonly string[]): Value | undefined {
  if (step === undefined || !isObject(value)) return value;
  return mapMembers(value, (each, name) => {
    if (name !== step) return each;
    return rest.length === 0 ? undefined : withoutPath(each, rest);
  });
}

/**
 * What a response says about the members that are known, at every depth. Items of an array correspond by their order, as long as it
 * has as many.
 *
 * @param known Nothing if a person has not said yet which members count: all do that a program can give.
 */
export function seenIn(field: Field, response: Values, known: Value | undefined, omitted: Omitted): Value | undefined {
  const unread = field.response?.unread ?? [];
  const look = (now: Value | undefined, before: Value | undefined, path: string): Value | undefined => {
    if (unread.includes(path)) return before;
    if (now === undefined) return omitted === "kept" ? before : undefined;
    if (isObject(now) && isObject(before))
      return mapMembers(before, (each, name) => look(member(now, name), each, path === "" ? name : `${path}.${name}`));
    if (Array.isArray(now) && Array.isArray(before) && now.length === before.length)
      return now.map((item, index) => look(item, before[index], `${path}[${index}]`) ?? null);
    return now;
  };
  return isObject(known) ? look(response, known, "") : givable(response);
}

/** Both, member by member and item by item. */
export function combined(one: Value | undefined, other: Value | undefined): Value | undefined {
  if (Array.isArray(one) && Array.isArray(other)) {
    const longest = one.length < other.length ? other : one;
    return longest.map((_, index) => combined(one[index], other[index]) ?? null);
  }
  if (!isObject(one) || !isObject(other)) return other === undefined ? one : other;
  const both = { ...one, ...other };
  return mapMembers(both, (_, name) => combined(member(one, name), member(other, name)));
}

/** The path of the first value that both give. Lists of different lengths have no items in common. */
export function givenTwice(one: Value | undefined, other: Value | undefined): (string | number)[] | undefined {
  if (one === undefined || other === undefined) return undefined;
  const isList = Array.isArray(one) && Array.isArray(other) && one.length === other.length;
  if (!isList && !(isObject(one) && isObject(other))) return [];
  for (const name of Object.keys(other)) {
    const inner = givenTwice(member(one as Values, name), member(other as Values, name));
    if (inner !== undefined) return [isList ? Number(name) : name, ...inner];
  }
  return undefined;
}

/**
 * A three-way merge: what the platform has now, with what the program changes since it was known, and without what it no longer
 * gives. A member that equals what was known is not a change: the platform's value stays, even if it is another one by now.
 *
 * @param known What was known before; nothing if everything that the program gives counts as changed.
 */
export function mergedInto(now: Value | undefined, wanted: Value, known: Value | undefined): Value {
  if (!isObject(wanted) || !isObject(now)) {
    const isUnchanged = known !== undefined && sameJson(wanted, known);
    return isUnchanged && now !== undefined ? now : wanted;
  }
  const before = isObject(known) ? known : {};
  const kept = mapMembers(now, (value, name) =>
    Object.hasOwn(before, name) && !Object.hasOwn(wanted, name) ? undefined : value,
  );
  const given = mapMembers(wanted, (value, name) =>
    value === undefined ? undefined : mergedInto(member(now, name), value, member(before, name)),
  );
  return { ...kept, ...given };
}

/** The values without those that are known, wherever they are. */
export function without(values: Value | undefined, known: Value | undefined): Value | undefined {
  if (!isObject(values) || !isObject(known)) return known === undefined ? values : undefined;
  return mapMembers(values, (value, name) => without(value, member(known, name)));
}

/** Paths of the values that the platform masks and a program does not give. */
export function maskedBeside(values: Value | undefined, given: Value | undefined, path = ""): readonly string[] {
  if (given === undefined && values === "REDACTED") return [path];
  if (!isObject(values)) return [];
  return Object.entries(values).flatMap(([name, value]) =>
    maskedBeside(value, isObject(given) ? member(given, name) : given, path === "" ? name : `${path}.${name}`),
  );
}

/** The program's value of each member that it has not changed, and what a response says about the others. */
export function withUnchanged(
  now: Value | undefined,
  wanted: Value | undefined,
  known: Value | undefined,
): Value | undefined {
  if (wanted === undefined || sameJson(wanted, known)) return wanted ?? now;
  if (!isObject(now) || !isObject(wanted) || !isObject(known)) return now;
  return mapMembers(now, (value, name) => withUnchanged(value, member(wanted, name), member(known, name)));
}

/** What a program changes, as a merge patch (RFC 7396): only what differs, with `null` for what it no longer gives. */
export function patchOf(wanted: Value, known: Value | undefined): Value | undefined {
  if (!isObject(wanted) || !isObject(known)) return sameJson(wanted, known) ? undefined : wanted;
  const gone = mapMembers(known, (value, name) => (isAbsent(value) || Object.hasOwn(wanted, name) ? undefined : null));
  const changed = mapMembers(wanted, (value, name) =>
    value === undefined ? value : patchOf(value, member(known, name)),
  );
  const patch = { ...gone, ...changed };
  return Object.keys(patch).length === 0 ? undefined : patch;
}
