import { identityKeyOf } from "../schema/equality.js";
import { isIgnored, type Omitted } from "../schema/facts.js";
import {
  type ArrayField,
  type Field,
  isChildren,
  isOpen,
  keepsByMask,
  mapInside,
  maskOf,
  type ObjectField,
  wireName,
} from "../schema/field.js";
import { at, ExactNumber, isAbsent, isObject, mapMembers, type Value, type Values } from "../schema/json.js";
import { matchItems } from "./compare.js";
import { hidingSecrets } from "./redact.js";

/** Converts a value to the API's request format. */
export function toWire(field: Field, value: Value | undefined): Value | undefined {
  if (value === undefined || (value === null && !field.nullable)) return undefined;
  if (field.type === "object" && isObject(value)) return membersToWire(field, value);
  const usual = mapInside(field, value, (inner) => toWire(inner.field, inner.value));
  return field.codec?.encode === undefined ? usual : field.codec.encode(usual);
}

/** A request body: the members, except those in `except`, those that only the provider uses, and those that the platform ignores. */
export function membersToWire(
  object: Pick<ObjectField, "members" | "codec">,
  values: Values,
  except: readonly string[] = [],
  siblings: Values = values,
): Values {
  const body: Values = {};
  for (const [name, field] of Object.entries(object.members)) {
    if (field.local || field.separate || except.includes(name)) continue;
    if (isIgnored(field, siblings)) continue;
    const value = values[name] === undefined ? impliedValue(field, values) : toWire(field, values[name]);
    if (value !== undefined) body[wireName(name, field)] = value;
  }
  return (object.codec?.encode === undefined ? body : object.codec.encode(body)) as Values;
}

/** What a request contains although the program omits it: its default, `null` for one that only the platform knows, or the mask of a secret. */
function impliedValue(field: Field, siblings: Values): Value | undefined {
  const { secret = false, whenOmitted } = field;
  if (whenOmitted?.isSent) return field.default ?? null;
  const isSecret = secret === true || (typeof secret === "object" && siblings[secret.if] === true);
  return isSecret && keepsByMask(field) ? maskOf(field) : undefined;
}

/**
 * Converts a value of a response to the form of programs. Members that the definition doesn't have are dropped. A value that the response
 * masks or never contains keeps its last known value. `null` means that nothing is set.
 *
 * @param omitted What a member that the response omits means.
 */
export function fromWire(
  field: Field,
  response: unknown,
  known: Value | undefined,
  omitted: Omitted = "kept",
): Value | undefined {
  if (response === undefined || (response === null && field.returned === "sometimes"))
    return omitted === "kept" || isKnownOtherwise(field) ? known : undefined;
  // The ID of a parent is always a string, so anything else in a response has another meaning.
  if (field.inPath && typeof response !== "string") return known;
  if (field.returned === "never" || (field.secret === true && response === maskOf(field)))
    return known ?? scalarFromWire(field, response ?? undefined);
  return response === null ? undefined : valueFromWire(field, response, known, omitted);
}

function valueFromWire(field: Field, wire: unknown, known: Value | undefined, omitted: Omitted): Value | undefined {
  const inside = isObject(known) ? known : {};
  if (field.type === "object" && isObject(wire)) return membersFromWire(field, wire, inside, omitted);
  const response = decoded(field, wire as Value, known, omitted);
  if (field.type === "array" && Array.isArray(response))
    return arrayFromWire(field, response, Array.isArray(known) ? known : [], omitted);
  if (!isObject(response)) return scalarFromWire(field, response);
  if (field.type !== "record") return response as Values;
  return mapMembers(response, (each, key) => fromWire(field.value, each, inside[key], omitted));
}

function decoded(field: Field, response: Value, known: Value | undefined, omitted: Omitted): Value {
  const redact = (json: Value) => hidingSecrets(field, known, json);
  return field.codec?.decode?.(response, { known, omitted, redact }) ?? response;
}

/** Free JSON keeps its numbers exactly. An integer of a definition may have been written as `1.0`. */
function scalarFromWire({ type }: Field, response: unknown): Value | undefined {
  const number = type !== "json" && response instanceof ExactNumber ? response.toJSON() : undefined;
  return typeof number === "number" ? number : (response as Value | undefined);
}

/** Converts the members of an object, including those that only responses have. */
export function membersFromWire(field: ObjectField, answer: Values, known: Values, omitted: Omitted = "kept"): Values {
  const values: Values = {};
  const response = decoded(field, answer, known, omitted) as Values;
  const others = excludedMembers(field, (name) => !isAbsent(inResponse(name, field.members[name] as Field, response)));
  for (const [name, member] of [...Object.entries(field.members), ...Object.entries(field.responseOnly ?? {})]) {
    const specified = member.local || isChildren(member) ? undefined : inResponse(name, member, response);
    const { secret } = member;
    const isMasked =
      typeof secret === "object" &&
      (specified === undefined || specified === maskOf(member)) &&
      response[wireName(secret.if, field.members[secret.if] ?? {})] === true;
    const last = others.has(name) ? undefined : known[name];
    const value = isMasked ? last : fromWire(member, specified, last, omitted);
    if (!isAbsent(value)) values[name] = value;
  }
  return values;
}

/**
 * Whether omitting the value says nothing about it: it isn't the platform's, may be hidden, or identifies the resource. An omission must
 * never replace a resource.
 */
function isKnownOtherwise(field: Field): boolean | undefined {
  const { local, returned, secret, inPath, identifies, onUpdate } = field;
  const isNotReported = isChildren(field) || returned === "never" || returned === "sometimes";
  return isNotReported || local || secret === true || inPath || identifies !== undefined || onUpdate === "replace";
}

/** The members of unused alternatives. */
export function excludedMembers(
  { alternatives = [] }: ObjectField,
  isSpecified: (name: string) => boolean,
): Set<string> {
  return new Set(
    alternatives.filter((names) => alternatives.some((each) => each !== names && each.some(isSpecified))).flat(),
  );
}

/** The value of a member in a response, where it may have another path than in requests. */
export function inResponse(name: string, member: Field, response: Values): Value | undefined {
  const { path, orElse } = member.response ?? {};
  const elsewhere = path === undefined ? undefined : at(response, path);
  const own = elsewhere ?? response[wireName(name, member)];
  return orElse === undefined ? own : (own ?? response[orElse] ?? own);
}

/** Converts items. If order doesn't matter, known items keep theirs, and new ones come last. */
function arrayFromWire(
  field: ArrayField,
  response: readonly unknown[],
  known: readonly Value[],
  omitted: Omitted,
): Value[] {
  const convert = (item: unknown, match?: Value) => fromWire(field.item, item, match, omitted) ?? null;
  if (identityKeyOf(field) === undefined) return response.map((item, index) => convert(item, known[index]));
  const plain = response.map((item) => convert(item));
  const matches = matchItems(field, plain, known);
  const positionOf = (match: Value | undefined) => (match === undefined ? known.length : known.indexOf(match));
  const order = [...matches.keys()].sort((one, other) => positionOf(matches[one]) - positionOf(matches[other]));
  return order.map((index) => convert(response[index], matches[index]));
}

/** Converts a path of wire names to that of a program: `ports[1].internal_port` to `ports[1].internalPort`. */
export function programPath(body: ObjectField, wirePath: string): string {
  let field: Field | undefined = body;
  const formatted: string[] = [];
  const steps = [...wirePath.matchAll(/([^.[\]]+)|\[(\d+)\]/g)];
  for (const [at, [, member, index]] of steps.entries()) {
    if (index !== undefined) {
      formatted.push(`[${index}]`);
      field = field?.type === "array" ? field.item : undefined;
      continue;
    }
    const next = steps[at + 1]?.[1];
    const found: readonly [string, Field] | undefined =
      field?.type === "object" ? findMember(field, member as string, next) : undefined;
    formatted.push(`${formatted.length === 0 ? "" : "."}${found?.[0] ?? member}`);
    field = found?.[1] ?? (field?.type === "record" ? field.value : undefined);
  }
  return formatted.join("");
}

/**
 * The member with a wire name, and its name in programs.
 *
 * @param next The wire name of one of its members, if several members have the same wire name.
 */
function findMember(object: ObjectField, wire: string, next?: string): readonly [string, Field] | undefined {
  const all = Object.entries({ ...object.members, ...object.responseOnly });
  const open = all.find(([, field]) => isOpen(field));
  if (open !== undefined) return [`${open[0]}.${wire}`, open[1]];
  const own = all.filter(([name, field]) => wireName(name, field) === wire);
  // What encodes an object may move the members of another one into it.
  const inner =
    object.codec?.encode === undefined
      ? []
      : all.flatMap(([name, field]) => {
          const found = field.type === "object" ? findMember(field, wire) : undefined;
          return found === undefined ? [] : [[`${name}.${found[0]}`, found[1]] as const];
        });
  const has = ([, field]: readonly [string, Field]) =>
    next !== undefined && field.type === "object" && findMember(field, next) !== undefined;
  return own.find(has) ?? own[0] ?? inner[0];
}

/** A state without outputs that have no value, like a response. */
export function withoutEmptyOutputs(state: Values): Values {
  return mapMembers(state, (value) => value ?? undefined);
}
