/** What requests and responses contain: `body` and `secretBody` together, and all else that the platform has. */

import type { Call } from "../../definition/kind.js";
import type { Current } from "../../resource/read.js";
import { notMerged, update } from "../../resource/update.js";
import type { Codec, Omitted } from "../../schema/facts.js";
import { at, isAbsent, isObject, mapMembers, sameJson, type Value, type Values } from "../../schema/json.js";
import type { Comparison } from "../../values/compare.js";
import { maskedSecret } from "../../values/merge.js";
import { hidingSecrets, stillRedacted } from "../../values/redact.js";

/** The arguments as the members of requests and responses. A part that a response omits keeps its last known value. */
export function codecOf({ ignore, secretMembers }: Values): Codec {
  const [ignored, secret] = [textsOf(ignore), textsOf(secretMembers)];
  return {
    encode: (usual) => combined(at(usual, "body"), at(usual, "secret_body")),
    decode(response, { known, omitted, redact }) {
      const body = seenIn(response as Values, at(known, "body"), { omitted, ignored, redact });
      if (Object.keys(response as Values).length === 0 && omitted === "kept") return { body };
      const shown = redact(response);
      return {
        body,
        response: withoutPaths(stillRedacted(at(known, "response"), shown) as Values, secret),
        secret_response: onlyPaths(response as Values, at(known, "secretResponse"), secret),
      };
    },
  };
}

export function textsOf(list: Value | undefined): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

/** Updates the object. Members that the program hasn't changed stay as it writes them, whatever the response has. */
export async function updateObject(call: Call, comparison: Comparison): Promise<Values> {
  const { args, state } = comparison;
  const { response, ...now } = await update(call, comparison, contentOf);
  return {
    ...now,
    body: withUnchanged(now.body, args.body, state.body),
    // It may repeat a secret that the update has replaced.
    ...(response !== undefined && { response: hidingSecrets(call.definition.body, state, response) }),
  };
}

/** Paths of members that a full update omits, although the platform returns them. */
function omittedBy({ update: how, secretMembers }: Values): readonly string[] {
  return [...textsOf(at(how, "omit")), ...textsOf(secretMembers)];
}

/**
 * The body of an update: a merge patch, or for a full update everything that the platform has with the program's changes. A full update
 * also contains secrets, since no response returns them.
 *
 * @throws EditNotPossibleError if a secret would be overwritten with its mask.
 */
function contentOf(call: Call, { args, state, changes }: Comparison, seen: Current | undefined): Values {
  const { updateMode } = call.definition;
  const known = changes.length === 0 ? {} : state;
  const { body = {}, secretBody = {} } = args;
  const carried = carriedIn(seen?.response ?? {}, omittedBy(args));
  const sent =
    updateMode === "partial"
      ? combined(patchOf(body, known.body ?? {}) ?? {}, patchOf(secretBody, known.secretBody ?? {}) ?? {})
      : combined(without(mergedInto(carried, body, known.body), state.secretBody), secretBody);
  const masked = otherMasks(sent, combined(args.body, args.secretBody));
  if (masked.length > 0)
    throw notMerged(
      call.label,
      masked.map((path) => `${path} ${maskedSecret}`),
    );
  return sent as Values;
}

/** In `body` and `secretBody`, members count one by one, at every depth. */

/** Members of every response that no request has. */
const assigned: readonly string[] = ["id", "created_at", "updated_at"];

function member(values: Values, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The members of a response that a program can set: not those that the platform assigns, and not `null`. */
export function givable(response: Values): Values {
  return mapMembers(carriedIn(response), (value) => withoutNulls(value) ?? undefined);
}

/** The members of a response that an update sends back: not those that the platform assigns, and none at these paths. */
export function carriedIn(response: Values, except: readonly string[] = []): Values {
  return withoutPaths(response, [...assigned, ...except]);
}

function withoutNulls(value: Value | undefined): Value | undefined {
  return isObject(value) ? mapMembers(value, (each) => withoutNulls(each) ?? undefined) : value;
}

export function withoutPaths(values: Values, paths: readonly string[]): Values {
  return paths.reduce((left, path) => withoutPath(left, path.split(".")) as Values, values);
}

/** The known values, and those at these paths. */
export function onlyPaths(values: Values, known: Value | undefined, paths: readonly string[]): Value | undefined {
  return paths.reduce((all, path) => combined(all, onlyPath(values, path.split("."))), known);
}

/** Only the value at a path, with the objects around it. */
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

interface Seeing {
  readonly omitted: Omitted;
  /** Paths of members whose values don't count. */
  readonly ignored: readonly string[];
  /** Redacts what differs from the known values. */
  readonly redact?: (value: Value) => Value;
}

/**
 * A response's values for the known members, at every depth. Array items correspond by index if both arrays have the same length.
 *
 * @param known Nothing if it isn't known which members matter: then all that a program can set.
 */
export function seenIn(
  response: Values,
  known: Value | undefined,
  { omitted, ignored, redact = (value) => value }: Seeing,
): Value | undefined {
  const poll = (now: Value | undefined, before: Value | undefined, path: string): Value | undefined => {
    if (ignored.includes(path)) return before;
    if (now === undefined) return omitted === "kept" ? before : undefined;
    if (isObject(now) && isObject(before))
      return mapMembers(before, (each, name) => poll(member(now, name), each, path === "" ? name : `${path}.${name}`));
    if (Array.isArray(now) && Array.isArray(before) && now.length === before.length)
      return now.map((item, index) => poll(item, before[index], `${path}[${index}]`) ?? null);
    return sameJson(now, before) ? now : redact(now);
  };
  return isObject(known) ? poll(response, known, "") : givable(response);
}

export function combined(one: Value | undefined, other: Value | undefined): Value | undefined {
  if (Array.isArray(one) && Array.isArray(other)) {
    const longest = one.length < other.length ? other : one;
    return longest.map((_, index) => combined(one[index], other[index]) ?? null);
  }
  if (!isObject(one) || !isObject(other)) return other === undefined ? one : other;
  const both = { ...one, ...other };
  return mapMembers(both, (_, name) => combined(member(one, name), member(other, name)));
}

/** The path of the first value that both set. Lists of different lengths have no items in common. */
export function specifiedTwice(one: Value | undefined, other: Value | undefined): (string | number)[] | undefined {
  if (one === undefined || other === undefined) return undefined;
  const isList = Array.isArray(one) && Array.isArray(other) && one.length === other.length;
  if (!isList && !(isObject(one) && isObject(other))) return [];
  for (const name of Object.keys(other)) {
    const inner = specifiedTwice(member(one as Values, name), member(other as Values, name));
    if (inner !== undefined) return [isList ? Number(name) : name, ...inner];
  }
  return undefined;
}

/**
 * A three-way merge: the platform's values, with what the program has changed or removed since they were known. A member that equals the
 * known one isn't a change, so the platform's value stays, even if it differs by now.
 *
 * @param known Nothing if everything that the program sets counts as changed.
 */
export function mergedInto(now: Value | undefined, desired: Value, known: Value | undefined): Value {
  if (!isObject(desired) || !isObject(now)) {
    const isUnchanged = known !== undefined && sameJson(desired, known);
    return isUnchanged && now !== undefined ? now : desired;
  }
  const before = isObject(known) ? known : {};
  const preserved = mapMembers(now, (value, name) =>
    Object.hasOwn(before, name) && !Object.hasOwn(desired, name) ? undefined : value,
  );
  const specified = mapMembers(desired, (value, name) =>
    value === undefined ? undefined : mergedInto(member(now, name), value, member(before, name)),
  );
  return { ...preserved, ...specified };
}

/** The values without the known ones, at every depth. */
export function without(values: Value | undefined, known: Value | undefined): Value | undefined {
  if (!isObject(values) || !isObject(known)) return known === undefined ? values : undefined;
  return mapMembers(values, (value, name) => without(value, member(known, name)));
}

/** Paths of masked values that the program doesn't set. */
export function otherMasks(values: Value | undefined, specified: Value | undefined, path = ""): readonly string[] {
  if (specified === undefined && values === "REDACTED") return [path];
  if (!isObject(values)) return [];
  return Object.entries(values).flatMap(([name, value]) =>
    otherMasks(
      value,
      isObject(specified) ? member(specified, name) : specified,
      path === "" ? name : `${path}.${name}`,
    ),
  );
}

/** The program's value of each unchanged member, and the response's value of others. */
export function withUnchanged(
  now: Value | undefined,
  desired: Value | undefined,
  known: Value | undefined,
): Value | undefined {
  if (desired === undefined || sameJson(desired, known)) return desired ?? now;
  if (!isObject(now) || !isObject(desired) || !isObject(known)) return now;
  return mapMembers(now, (value, name) => withUnchanged(value, member(desired, name), member(known, name)));
}

/** The program's changes as a merge patch (RFC 7396): only differences, with `null` for removed members. */
export function patchOf(desired: Value, known: Value | undefined): Value | undefined {
  if (!isObject(desired) || !isObject(known)) return sameJson(desired, known) ? undefined : desired;
  const gone = mapMembers(known, (value, name) => (isAbsent(value) || Object.hasOwn(desired, name) ? undefined : null));
  const changed = mapMembers(desired, (value, name) =>
    value === undefined ? value : patchOf(value, member(known, name)),
  );
  const patch = { ...gone, ...changed };
  return Object.keys(patch).length === 0 ? undefined : patch;
}
