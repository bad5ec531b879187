import { type InFile, isIgnored } from "../schema/facts.js";
import {
  type ArrayField,
  chooserOf,
  type Field,
  type Fields,
  isChildren,
  isNeverReturned,
  keepsByMask,
  maskOf,
  type ObjectField,
} from "../schema/field.js";
import { at, ExactNumber, isAbsent, isObject, mapMembers, type Value, type Values } from "../schema/json.js";
import { sortOf } from "../schema/normalForm.js";
import { matchItems } from "./compare.js";
import { combined, inlineArgs, type Omitted, partOf, seenIn } from "./inlineJson.js";
import { hidingSecrets, stillRedacted } from "./redact.js";

/** Converts a value to the API's request format. */
export function toWire(field: Field, value: Value | undefined): Value | undefined {
  if (value === undefined) return undefined;
  if (value === null) return field.nullable ? null : undefined;
  if (field.type === "object" && isObject(value)) {
    const body = membersToWire(field.members, value);
    return field.discriminator === undefined ? body : { ...discriminatorOf(field, value), ...body };
  }
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => toWire(field.item, item) ?? null);
  if (field.type === "record" && isObject(value)) {
    const values = mapMembers(value, (each) => toWire(field.value, each));
    return field.onWire === "pairs" ? Object.entries(values) : values;
  }
  return value;
}

/** The member that says which of its alternatives an object uses. */
function discriminatorOf({ discriminator, alternatives = [] }: ObjectField, value: Values): Values {
  const used = alternatives.findIndex((names) => names.some((name) => !isAbsent(value[name])));
  const text = discriminator?.values[used];
  return discriminator === undefined || text === undefined ? {} : { [discriminator.member]: text };
}

/** A request body: the members, except those in `except`, those that only the provider uses, and those that the platform ignores. */
export function membersToWire(
  members: Fields,
  values: Values,
  except: readonly string[] = [],
  siblings: Values = values,
): Values {
  let body: Values = {};
  for (const name of Object.keys(members)) {
    const field = members[name] as Field;
    if (field.local || field.apart || except.includes(name)) continue;
    if (isIgnored(field, siblings)) continue;
    if (fileOf(field) !== undefined) continue;
    const value = values[name] === undefined ? impliedValue(field, values) : toWire(field, values[name]);
    if (field.onWire === "inline") body = combined(body, value) as Values;
    else if (chooserOf(field) !== undefined && isObject(value)) Object.assign(body, value);
    else if (value !== undefined) body[wireName(name, field)] = value;
  }
  return withFiles(members, values, body);
}

type FileMember = readonly [name: string, inFile: InFile];

function fileOf({ onWire }: Field): InFile | undefined {
  return typeof onWire === "object" && "list" in onWire ? onWire : undefined;
}

/** Cached, as `responseMembers` are. */
const fileMembers = new WeakMap<Fields, readonly FileMember[]>();

function filesIn(members: Fields): readonly FileMember[] {
  const known =
    fileMembers.get(members) ??
    Object.entries(members).flatMap(([name, field]): FileMember[] => {
      const inFile = fileOf(field);
      return inFile === undefined ? [] : [[name, inFile]];
    });
  fileMembers.set(members, known);
  return known;
}

/** The body with some arguments as files in it. */
function withFiles(members: Fields, values: Values, body: Values): Values {
  return filesIn(members).reduce((before, [name, inFile]) => {
    const value = values[name];
    if (isAbsent(value)) return before;
    const file = { name: inFile.name, content: inFile.write(value as Value) };
    return changedAt(before, inFile.list.split("."), (files) => [...(Array.isArray(files) ? files : []), file]);
  }, body);
}

/** A response with the contents of such files as arguments. */
function withoutFiles(field: ObjectField, response: Values): Values {
  return filesIn(field.members).reduce((before, [name, inFile]) => {
    const files = at(before, inFile.list);
    if (!Array.isArray(files)) return before;
    const isIt = (file: Value): file is Values => isObject(file) && file.name === inFile.name;
    const value = files.flatMap((file) => (isIt(file) ? (inFile.read(String(file.content)) ?? []) : []))[0];
    if (value === undefined) return before;
    const others = files.filter((file) => !isIt(file));
    const rest = changedAt(before, inFile.list.split("."), () => (others.length === 0 ? undefined : others));
    return { ...rest, [wireName(name, field.members[name] as Field)]: value };
  }, response);
}

/** The object with another value at a path. Without a value, objects that become empty are removed too, except for the top-level one. */
function changedAt(
  values: Values,
  [name = "", ...rest]: readonly string[],
  change: (value: Value | undefined) => Value | undefined,
  isFirst = true,
): Values {
  const { [name]: have, ...others } = values;
  const inner = rest.length === 0 ? change(have) : changedAt(isObject(have) ? have : {}, rest, change, false);
  const isNothing = inner === undefined || (!isFirst && isObject(inner) && Object.keys(inner).length === 0);
  return isNothing ? others : { ...others, [name]: inner };
}

/** What a request contains although the program omits it: a documented default, or a mask that keeps a secret. */
function impliedValue(field: Field, siblings: Values): Value | undefined {
  return field.whenOmitted?.isSent ? field.default : maskThatKeeps(field, siblings);
}

/** The mask of a secret that only the platform has: sent back, it keeps the secret. */
function maskThatKeeps(field: Field, siblings: Values): Value | undefined {
  const { secret = false } = field;
  const isSecret =
    secret === true || (typeof secret === "object" && "unless" in secret && siblings[secret.unless] === true);
  return keepsByMask(field) && isSecret ? maskOf(field) : undefined;
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
  // The ID of a place is always a string, so anything else in a response has another meaning.
  if (field.inPath && typeof response !== "string") return known;
  if (isNeverReturned(field) || (field.secret === true && isMask(field, response)))
    return known ?? scalarFromWire(field, response ?? undefined);
  return response === null ? undefined : valueFromWire(field, response, known, omitted);
}

/** If a key occurs several times, the last value counts. */
function fromPairs(pairs: readonly unknown[]): Values {
  const isPair = (pair: unknown): pair is [string, Value] => Array.isArray(pair) && typeof pair[0] === "string";
  return Object.fromEntries(pairs.filter(isPair).map(([key, value]) => [key, value]));
}

function valueFromWire(field: Field, response: unknown, known: Value | undefined, omitted: Omitted): Value | undefined {
  if (field.type === "array" && Array.isArray(response))
    return arrayFromWire(field, itemsIn(field, response), Array.isArray(known) ? known : [], omitted);
  if (field.onWire === "pairs" && Array.isArray(response)) {
    return valueFromWire(field, fromPairs(response), known, omitted);
  }
  if (!isObject(response)) return scalarFromWire(field, response);
  const inside = isObject(known) ? known : {};
  if (field.type === "object") return membersFromWire(field, unwrap(field, response), inside, omitted);
  if (field.type !== "record") return response;
  return mapMembers(response, (each, key) => fromWire(field.value, each, inside[key], omitted));
}

/** Free JSON keeps its numbers exactly. An integer of a definition may have been written as `1.0`. */
function scalarFromWire({ type }: Field, response: unknown): Value | undefined {
  const number = type !== "json" && response instanceof ExactNumber ? response.toJSON() : undefined;
  return typeof number === "number" ? number : (response as Value | undefined);
}

/** Cached: each response is converted with them. */
const responseMembers = new WeakMap<ObjectField, readonly (readonly [string, Field])[]>();

function membersInResponse(field: ObjectField): readonly (readonly [string, Field])[] {
  const known = responseMembers.get(field) ?? Object.entries({ ...field.members, ...field.responseOnly });
  responseMembers.set(field, known);
  return known;
}

/** Converts the members of an object, including those that only responses have. */
export function membersFromWire(field: ObjectField, answer: Values, known: Values, omitted: Omitted = "kept"): Values {
  const values: Values = {};
  const response = withoutFiles(field, answer);
  const others = excludedMembers(field, (name) => !isAbsent(inResponse(name, field.members[name] as Field, response)));
  for (const [name, member] of membersInResponse(field)) {
    const chooser = chooserOf(member);
    if (member.type === "object" && chooser !== undefined) {
      const inner = known[name];
      if (known[chooser] === name)
        values[name] = membersFromWire(member, response, isObject(inner) ? inner : {}, omitted);
      continue;
    }
    if (isOfOtherType(name, member, response, known, field)) continue;
    const given = member.local || isChildren(member) ? undefined : inResponse(name, member, response);
    if (member.onWire === "inline" && !isNeverReturned(member)) {
      values[name] = seenIn(member, response, known[name], omitted, (value) => hidingSecrets(field, known, value));
      continue;
    }
    if (member.response?.whole !== undefined) {
      const isTold = Object.keys(response).length > 0 || omitted === "absent";
      const told = () => {
        const now = hidingSecrets(field, known, response);
        return (member.secret ? now : stillRedacted(known[name], now)) as Values;
      };
      const now = isTold ? partOf(told(), known[name], member) : known[name];
      if (!isAbsent(now)) values[name] = now;
      continue;
    }
    const isHidden = (given === undefined || isMask(member, given)) && isSecretOnWire(field, member, response);
    const last = others.has(name) ? undefined : known[name];
    const value = isHidden ? last : fromWire(member, given, last, omitted);
    if (!isAbsent(value)) values[name] = value;
  }
  return values;
}

/** Whether the response's value is that of another member with the same name: its type differs, and the program hasn't set this one. */
function isOfOtherType(
  name: string,
  { response: where }: Field,
  response: Values,
  known: Values,
  { members }: ObjectField,
): boolean {
  if (where?.path === undefined) return false;
  const places = Object.entries(members).filter(([, other]) => other.response?.path === where.path);
  if (places.length < 2) return false;
  const given = places.find(([other]) => !isAbsent(known[other]));
  const typed = places.find(([, { response: of }]) => of?.typed && at(response, of.typed.by) === of.typed.as);
  const untyped = places.find(([, { response: of }]) => of?.typed === undefined);
  return (given ?? typed ?? untyped)?.[0] !== name;
}

/**
 * Whether omitting the value says nothing about it: it isn't the platform's, may be hidden, or identifies the resource. An omission must
 * never replace a resource.
 */
function isKnownOtherwise(field: Field): boolean | undefined {
  const { local, returned, secret, inPath, identifies, onUpdate } = field;
  const isNotTold = isChildren(field) || isNeverReturned(field) || returned === "sometimes";
  return isNotTold || local || secret === true || inPath || identifies !== undefined || onUpdate === "replace";
}

export function isMask(field: Field, response: unknown): boolean {
  return response === maskOf(field);
}

function isSecretOnWire(field: ObjectField, { secret }: Field, response: Values): boolean {
  if (typeof secret !== "object") return false;
  const name = "unless" in secret ? secret.unless : secret.if;
  const sibling = field.members[name];
  return sibling !== undefined && response[wireName(name, sibling)] === true;
}

/** The members of unused alternatives. */
export function excludedMembers({ alternatives = [] }: ObjectField, isGiven: (name: string) => boolean): Set<string> {
  return new Set(
    alternatives.filter((names) => alternatives.some((each) => each !== names && each.some(isGiven))).flat(),
  );
}

/** The value of a member in a response, where it may have another path than in requests. */
export function inResponse(name: string, member: Field, response: Values): Value | undefined {
  const { path, orElse } = member.response ?? {};
  const elsewhere = path === undefined ? undefined : at(response, path);
  const own = elsewhere ?? response[wireName(name, member)];
  return orElse === undefined ? own : (own ?? response[orElse] ?? own);
}

function unwrap(field: ObjectField, response: Values): Values {
  const { wrapper } = field.response ?? {};
  const inner = wrapper === undefined ? undefined : response[wrapper];
  return isObject(inner) ? inner : response;
}

/** The items of an array in a response, where each may be wrapped in an object. */
function itemsIn(field: ArrayField, response: readonly unknown[]): readonly unknown[] {
  const name = field.response?.item;
  return name === undefined ? response : response.map((item) => (isObject(item) ? item[name] : item));
}

/** Converts items. If order doesn't matter, known items keep theirs, and new ones come last. */
function arrayFromWire(
  field: ArrayField,
  response: readonly unknown[],
  known: readonly Value[],
  omitted: Omitted,
): Value[] {
  const { item: form } = field;
  const isMatched = sortOf(field) !== undefined;
  const plain = () => response.map((item) => fromWire(form, item, undefined) ?? null);
  const matches = isMatched ? matchItems(field, plain(), known) : known;
  const items = response.map((item, index) => fromWire(form, item, matches[index], omitted) ?? null);
  if (!isMatched) return items;
  const places = matches.map((match) => (match === undefined ? known.length : known.indexOf(match)));
  return items
    .map((item, index) => ({ item, index, place: places[index] as number }))
    .sort((one, other) => one.place - other.place || one.index - other.index)
    .map(({ item }) => item);
}

/** The name of a member on the wire: its `wire` fact, or its name in snake_case. */
export function wireName(name: string, field: Pick<Field, "wire">): string {
  return field.wire ?? snakeCase(name);
}

const spellings = new Map<string, string>();

/** Cached: a refresh of 1,000 resources converts 50,000 names, of which only a few hundred differ. */
function snakeCase(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const spelled = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  spellings.set(name, spelled);
  return spelled;
}

/** Converts a path of wire names to that of a program: `ports[1].internal_port` to `ports[1].internalPort`. */
export function programPath(body: ObjectField, wirePath: string): string {
  const [inline] = inlineArgs(body.members);
  if (inline !== undefined) return `${inline}.${wirePath}`;
  let field: Field | undefined = body;
  const spelled: string[] = [];
  const steps = [...wirePath.matchAll(/([^.[\]]+)|\[(\d+)\]/g)];
  for (const [at, [, member, index]] of steps.entries()) {
    if (index !== undefined) {
      spelled.push(`[${index}]`);
      field = field?.type === "array" ? field.item : undefined;
      continue;
    }
    const next = steps[at + 1]?.[1];
    const found: readonly [string, Field] | undefined =
      field?.type === "object" ? findMember(field, member as string, next) : undefined;
    spelled.push(`${spelled.length === 0 ? "" : "."}${found?.[0] ?? member}`);
    field = found?.[1] ?? (field?.type === "record" ? field.value : undefined);
  }
  return spelled.join("");
}

/**
 * The member with a wire name, and its name in programs.
 *
 * @param next The wire name of one of its members, if several members have the same wire name.
 */
function findMember(object: ObjectField, wire: string, next?: string): readonly [string, Field] | undefined {
  const all = Object.entries({ ...object.members, ...object.responseOnly });
  const own = all.filter(([name, field]) => wireName(name, field) === wire);
  const inner = all.flatMap(([name, field]) => {
    const found = field.type === "object" && chooserOf(field) !== undefined ? findMember(field, wire) : undefined;
    return found === undefined ? [] : [[`${name}.${found[0]}`, found[1]] as const];
  });
  const has = ([, field]: readonly [string, Field]) =>
    next !== undefined && field.type === "object" && findMember(field, next) !== undefined;
  return own.find(has) ?? own.find(([, field]) => chooserOf(field) === undefined) ?? inner[0] ?? own[0];
}

/** A state without outputs that have no value, like a response. */
export function withoutEmptyOutputs(state: Values): Values {
  return mapMembers(state, (value) => value ?? undefined);
}
