import { normalName, sameItem } from "../schema/equality.js";
import {
  type Field,
  inside,
  isProbablyMaskedSecret,
  isSecretMember,
  itemsOf,
  mapInside,
  type ObjectField,
  pathTo,
  valueAt,
  walk,
} from "../schema/field.js";
import {
  isAbsent,
  isObject,
  mapMembers,
  pick,
  signature,
  textsIn,
  UNKNOWN,
  type Value,
  type Values,
} from "../schema/json.js";
import { repeats, secretTextsIn } from "./redact.js";

/** The value of `signature` for a secret. */
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Marks secrets so that the engine encrypts them in the state. The engine itself marks only inputs that arrive as secrets, and a
 * transform of the program may have removed those marks.
 *
 * Arrays are marked as a whole, as the engine does. Objects are marked member by member: for a provider that doesn't accept secrets, the
 * engine drops the mark of an object that it hasn't marked itself.
 *
 * @param names Values that are secret other than those that always are, as a whole, since a transform may have moved what's inside.
 * @param isExact For a provider that accepts secrets, whose marks the engine keeps: marks objects as a whole, and secret members of array items.
 */
export function markSecrets(body: ObjectField, names: readonly string[], values: Values, isExact = false): Values {
  const whole = isExact ? secretValue : secretMembers;
  return mapMembers(values, (value, name) => {
    const field = body.members[name] ?? body.responseOnly?.[name];
    // In a plan, an unknown value must not have any mark.
    if (isAbsent(value) || value === UNKNOWN) return value;
    if (names.includes(name)) return whole(value);
    if (field === undefined) return value;
    if (isSecretMember(field, values)) return whole(value);
    if (!containsSecret(field, value)) return value;
    return isExact || field.type === "object" ? markInside(field, value, isExact) : whole(value);
  });
}

/** Marks the secrets inside a value that contains some. */
function markInside(field: Field, value: Value, isExact: boolean): Value {
  if (field.type === "object" && isObject(value)) return markSecrets(field, [], value, isExact);
  return mapInside(field, value, ({ field: inner, value: each }) => {
    if (isSecretMember(inner, {})) return secretValue(each);
    return containsSecret(inner, each) ? markInside(inner, each, isExact) : each;
  });
}

function containsSecret(field: Field, value: Value): boolean {
  return walk(field, value).some((each) => each.secret && !isAbsent(each.value));
}

function secretMembers(value: Value): Value {
  if (!isObject(value)) return isAbsent(value) || value === UNKNOWN ? value : secretValue(value);
  return mapMembers(value, (inner) => secretMembers(inner as Value));
}

/** Whether a value of the state has a secret, which is encrypted there. */
export function hasEncrypted(value: Value | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasEncrypted);
  return isObject(value) && (signature in value || Object.values(value).some(hasEncrypted));
}

export function secretValue(value: Value): Values {
  return { [signature]: secretSignature, value };
}

/**
 * Adds the program's values of masked secrets and of other members that no response contains: there is nothing to compare them with.
 * Returns their paths, too.
 */
export function revealSecrets(body: ObjectField, state: Values, args: Values) {
  const paths: string[] = [];
  return { state: reveal(body, state, args, "", paths) as Values, paths };
}

function reveal(field: Field, actual: Value, desired: Value | undefined, path: string, paths: string[]): Value {
  if (field.type === "object" && isObject(actual) && isObject(desired)) {
    const values = { ...actual };
    for (const [name, member] of Object.entries(field.members)) {
      const value = actual[name];
      const specified = desired[name];
      if (isAbsent(specified)) continue;
      const here = pathTo(path, name);
      if (isProbablyMaskedSecret(member, actual, value) || isNotShown(member, value, specified)) {
        values[name] = specified;
        paths.push(here);
      } else if (!isAbsent(value)) values[name] = reveal(member, value, specified, here, paths);
    }
    return values;
  }
  if (field.type !== "array" || !Array.isArray(actual) || !Array.isArray(desired)) return actual;
  const indexOf = (item: Value, index: number) =>
    itemsOf(field).key === undefined ? index : desired.findIndex((each) => sameItem(field, item, each));
  return actual.map((item, index) => {
    const match = indexOf(item, index);
    return reveal(field.item, item, desired[match], `${path}[${match}]`, paths);
  });
}

/** Whether the response says nothing about the value: it contains a mask, or omits something that responses don't have to contain. */
function isNotShown(field: Field, actual: Value | undefined, specified: Value): boolean {
  // What is stored elsewhere is compared elsewhere, and a reference by what it names.
  if (field.separate || field.idOf !== undefined) return false;
  if (field.returned === "never") return true;
  if (!isAbsent(actual)) return false;
  if (field.returned === "sometimes") return true;
  if (field.type !== "object" || !isObject(specified)) return false;
  const members = inside(field, specified).filter(({ value }) => !isAbsent(value));
  return members.length > 0 && members.every((each) => isNotShown(each.field, undefined, each.value as Value));
}

/** Values, some of which are secret. */
export interface KnownSecrets {
  readonly names: readonly string[];
  readonly values: Values;
}

/**
 * Names of values that were secret before and still contain some of it: a program may stop marking or setting a value that the platform
 * keeps.
 */
export function stillSecret({ names, values }: KnownSecrets, now: Values): readonly string[] {
  const isRetained = (name: string) => {
    const before = new Set(textsIn(values[name]).map(normalName));
    return [...textsIn(now[name]), ...namesIn(now[name])].some((text) => before.has(normalName(text)));
  };
  return names.filter(isRetained);
}

export type ValuePath = readonly (string | number)[];

/** Plain values, and the paths of those that are marked as secret. */
export interface Marked {
  readonly values: Values;
  readonly secrets: readonly ValuePath[];
}

export function secretTexts(values: Values, secrets: readonly ValuePath[]): readonly string[] {
  return secrets.flatMap((path) => textsIn(path.reduce<Value | undefined>(valueAt, values)));
}

/** The two arguments with children of a resource, such as `variables` and `secretVariables`, if its kind has them. */
export interface ChildArguments {
  /** Sets children whose values responses show. */
  readonly open: string;
  readonly secret: string;
}

/** Moves secret entries to the argument for secrets: a secret value in `variables` must not become a readable variable. */
export function separateSecrets(args: ChildArguments, { values, secrets }: Marked): Marked {
  const keys = secrets.flatMap(([name, key]) => (name === args.open ? [key] : []));
  if (keys.length === 0) return { values, secrets };
  const { [args.open]: specified, [args.secret]: siblings = {}, ...others } = values;
  // Values of another type are rejected elsewhere.
  if (![specified, siblings].every((each) => isObject(each) || each === UNKNOWN)) return { values, secrets };
  const [moved, retained] = divided(specified, (key) => keys.includes(undefined) || keys.includes(key));
  return {
    values: {
      ...others,
      ...(Object.keys(retained).length === 0 ? {} : { [args.open]: retained }),
      [args.secret]: isObject(specified) && isObject(siblings) ? { ...moved, ...siblings } : UNKNOWN,
    },
    secrets: [...secrets.filter(([name]) => name !== args.open), [args.secret]],
  };
}

/** The entries whose keys are meant, and the others; none of a value that isn't an object. */
function divided(value: Value | undefined, isMeant: (key: string) => boolean): readonly [Values, Values] {
  const entries = isObject(value) ? value : {};
  return [
    mapMembers(entries, (each, key) => (isMeant(key) ? each : undefined)),
    mapMembers(entries, (each, key) => (isMeant(key) ? undefined : each)),
  ];
}

/**
 * The paths of entries that the program marks as secret (`SECRET_ENTRIES`). A transform may have renamed an entry: one with the value of
 * a missing secret is that secret.
 */
export function pathsOf({ open, secret: other }: ChildArguments, values: Values, marked: Values): readonly ValuePath[] {
  const [specified, secret, siblings] = [values[open], marked[open], values[other]];
  if (secret === true || specified === UNKNOWN) return secret === undefined ? [] : [[open]];
  if (!isObject(specified) || !isObject(secret)) return [];
  const isThere = (key: string) =>
    Object.hasOwn(specified, key) || (isObject(siblings) && Object.hasOwn(siblings, key));
  const missing = Object.entries(secret).flatMap(([key, value]) => (isThere(key) ? [] : [value]));
  const [found] = divided(specified, (key) => {
    const value = (specified as Values)[key];
    return Object.hasOwn(secret, key) || (value !== UNKNOWN && missing.includes(value));
  });
  return Object.keys(found).map((key) => [open, key]);
}

/**
 * Restores secret entries in `ignoreChanges`. The engine resets the path that the option names, but the state has secret entries of
 * `variables` in `secretVariables`.
 *
 * @param before The former or known values, with entries in the arguments where the state has them.
 */
export function withIgnoredSecrets(
  args: ChildArguments | undefined,
  { values, secrets }: Marked,
  ignored: readonly string[],
  before: Values,
): Marked {
  const paths = ignored.map(entryOf).filter(({ arg }) => arg === args?.open);
  if (args === undefined || paths.length === 0) return { values, secrets };
  const { [args.open]: specified, ...rest } = values;
  const siblings = values[args.secret] ?? {};
  if (!isObject(siblings)) return { values, secrets };
  const isLeft = (key: string | number | undefined) => paths.some((path) => path.key === undefined || path.key === key);
  const [preserved] = divided(before[args.secret], (key) => isLeft(key) && !Object.hasOwn(siblings, key));
  const all = { ...preserved, ...siblings };
  const [, others] = divided(specified, (key) => Object.hasOwn(all, key));
  return {
    values: {
      ...(isObject(specified) && Object.keys(specified).length > 0 ? rest : values),
      ...(Object.keys(preserved).length === 0 ? {} : { [args.secret]: all }),
      ...(Object.keys(others).length === 0 ? {} : { [args.open]: others }),
    },
    secrets: secrets.filter(([name, key]) => name !== args.open || !isLeft(key)),
  };
}

/** The argument, or the entry of one, that a path in `ignoreChanges` or `replaceOnChanges` names. */
export function entryOf(path: string): { readonly arg: string; readonly key?: string } {
  const [, arg = path, name, quoted] = /^([^.[\]"]+)(?:\.([^.[\]"]+)|\["((?:[^"\\]|\\.)*)"\])?$/.exec(path) ?? [];
  const key = name ?? quoted?.replace(/\\(.)/g, "$1");
  return key === undefined || key === "*" ? { arg } : { arg, key };
}

/** Minimum length of a secret to look for in longer texts: shorter ones occur there by chance. */
const minimumLength = 4;

/**
 * Names of outputs that repeat secret arguments, such as a URL with a path from the program.
 *
 * @param names Values that are secret other than those that always are.
 */
export function repeatedSecrets(body: ObjectField, names: readonly string[], values: Values): string[] {
  const { members } = body;
  const always = secretTextsIn({ ...body, responseOnly: {} }, pick(values, Object.keys(members)));
  const marked = names.flatMap((name) => textsIn(values[name]));
  const texts = [...always, ...marked].filter((text) => text.length >= minimumLength && text !== UNKNOWN);
  const isReadable = (name: string) => body.responseOnly?.[name]?.secret === false;
  return repeating(texts, values).filter((name) => !Object.hasOwn(members, name) && !isReadable(name));
}

/** Names of values that repeat one of these texts. */
export function repeating(texts: readonly string[], values: Values): string[] {
  if (texts.length === 0) return [];
  const isRepeated = repeats(texts, minimumLength);
  return Object.keys(values).filter((name) => [...textsIn(values[name]), ...namesIn(values[name])].some(isRepeated));
}

/** The names of members, at any depth. */
function namesIn(value: Value | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : [];
}
