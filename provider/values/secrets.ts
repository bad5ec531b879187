import { normalName, sameItem } from "../schema/equality.js";
import {
  type Field,
  inside,
  isNeverReturned,
  isProbablyHiddenSecret,
  isSecretMember,
  itemsOf,
  type ObjectField,
  valueAt,
} from "../schema/field.js";
import { isAbsent, isObject, mapMembers, textsIn, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { entryOf } from "./arguments.js";
import { repeats, secretTextsIn } from "./redact.js";

/** The key that marks special values in Pulumi's protocol, with its value for a secret. */
export const signature = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Marks secrets so that the engine encrypts them in the state. The engine itself marks only inputs that arrive as secrets, and a
 * transform of the program may have removed those marks.
 *
 * Arrays are marked as a whole, as the engine does. Objects are marked member by member: for a provider that doesn't accept secrets, the
 * engine drops the mark of an object that it hasn't marked itself.
 *
 * @param names Values that are secret besides those that always are, as a whole, since a transform may have moved what's inside.
 * @param isExact For a provider that accepts secrets, whose marks the engine keeps: marks objects as a whole, and secret members of array items.
 */
export function markSecrets(body: ObjectField, names: readonly string[], values: Values, isExact = false): Values {
  const whole = isExact ? secretValue : secretMembers;
  return mapMembers(values, (value, name) => {
    const field = body.members[name] ?? body.responseOnly?.[name];
    // In a plan, an unknown value must not have any mark.
    if (isAbsent(value) || value === UNKNOWN) return value;
    if (names.includes(name)) return whole(value);
    if (field === undefined || !isOrHolds(field, value, values)) return value;
    if (isSecretMember(field, values)) return whole(value);
    return isExact || field.type === "object" ? markInside(field, value, isExact) : whole(value);
  });
}

function markInside(field: Field, value: Value, isExact: boolean): Value {
  const markItem = (item: Field, each: Value) =>
    item.secret === true ? secretValue(each) : isOrHolds(item, each, {}) ? markInside(item, each, isExact) : each;
  if (field.type === "object" && isObject(value)) return markSecrets(field, [], value, isExact);
  if (field.type === "array" && Array.isArray(value)) return value.map((each) => markItem(field.item, each));
  if (field.type !== "record" || !isObject(value)) return secretValue(value);
  return mapMembers(value, (each) => markItem(field.value, each as Value));
}

function isOrHolds(field: Field | undefined, value: Value | undefined, siblings: Values): boolean {
  return field !== undefined && !isAbsent(value) && (isSecretMember(field, siblings) || hasSecretInside(field, value));
}

function hasSecretInside(field: Field, value: Value): boolean {
  return inside(field, value).some(({ field: inner, value: each, siblings }) => isOrHolds(inner, each, siblings));
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

/** A resource as read, with the program's values of what the response doesn't show. */
export interface Revealed {
  readonly state: Values;
  /** Paths of these values, as programs write them. */
  readonly paths: readonly string[];
}

/** Adds the program's values of masked secrets and of other members that no response contains: there is nothing to compare them with. */
export function revealSecrets(body: ObjectField, state: Values, args: Values): Revealed {
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
      const here = path === "" ? name : `${path}.${name}`;
      if (isProbablyHiddenSecret(member, actual, value) || isNotShown(member, value, specified)) {
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
  if (isNeverReturned(field)) return true;
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

/** The two arguments with children of a resource: `variables` and `secretVariables`. */
function pairOf({ members }: ObjectField): { readonly open: string; readonly hidden: string } | undefined {
  const argOf = (type: Field["separate"]) => Object.keys(members).find((name) => members[name]?.separate === type);
  const [open, hidden] = [argOf("open"), argOf("secret")];
  return open === undefined || hidden === undefined ? undefined : { open, hidden };
}

/**
 * Moves secret entries to the argument for secrets, if the kind has one: a secret value in `variables` must not become a readable
 * variable.
 */
export function separateSecrets(body: ObjectField, { values, secrets }: Marked): Marked {
  const pair = pairOf(body);
  if (pair === undefined) return { values, secrets };
  const { open, hidden } = pair;
  const own = secrets.filter(([name]) => name === open);
  const [specified, siblings] = [values[open], values[hidden] ?? {}];
  // Values of another type are rejected elsewhere.
  const isFit = [specified, siblings].every((each) => isObject(each) || each === UNKNOWN);
  if (own.length === 0 || !isFit) return { values, secrets };
  const keys = own.map(([, key]) => key);
  const isMoved = (key: string) => keys.includes(undefined) || keys.includes(key);
  const entries = isObject(specified) ? Object.entries(specified) : [];
  const retained = Object.fromEntries(entries.filter(([key]) => !isMoved(key)));
  const moved = Object.fromEntries(entries.filter(([key]) => isMoved(key)));
  const { [open]: _, ...others } = values;
  return {
    values: {
      ...others,
      ...(Object.keys(retained).length === 0 ? {} : { [open]: retained }),
      [hidden]: isObject(specified) && isObject(siblings) ? { ...moved, ...siblings } : UNKNOWN,
    },
    secrets: [...secrets.filter(([name]) => name !== open), [hidden]],
  };
}

/**
 * The paths of entries that the program marks as secret (`SECRET_ENTRIES`). A transform may have renamed an entry: one with the value of
 * a missing secret is that secret.
 */
export function pathsOf(body: ObjectField, values: Values, marked: Values): readonly ValuePath[] {
  const pair = pairOf(body);
  if (pair === undefined) return [];
  const { open, hidden } = pair;
  const [specified, secret, siblings] = [values[open], marked[open], values[hidden]];
  if (secret === true || specified === UNKNOWN) return secret === undefined ? [] : [[open]];
  if (!isObject(specified) || !isObject(secret)) return [];
  const isThere = (key: string) =>
    Object.hasOwn(specified, key) || (isObject(siblings) && Object.hasOwn(siblings, key));
  const missing = Object.entries(secret).flatMap(([key, value]) => (isThere(key) ? [] : [value]));
  const isSecret = ([key, value]: [string, Value | undefined]) =>
    Object.hasOwn(secret, key) || (value !== UNKNOWN && missing.includes(value));
  return Object.entries(specified as Values).flatMap((entry) => (isSecret(entry) ? [[open, entry[0]]] : []));
}

/**
 * Restores secret entries in `ignoreChanges`. The engine resets the path that the option names, but the state has secret entries of
 * `variables` in `secretVariables`.
 *
 * @param before The former or known values, with entries in the arguments where the state has them.
 */
export function withIgnoredSecrets(
  body: ObjectField,
  { values, secrets }: Marked,
  ignored: readonly string[],
  before: Values,
): Marked {
  const pair = pairOf(body);
  if (pair === undefined) return { values, secrets };
  const { open, hidden } = pair;
  const paths = ignored.map(entryOf).filter(({ arg }) => arg === open);
  const [specified, siblings, known] = [values[open], values[hidden] ?? {}, before[hidden]];
  if (paths.length === 0 || !isObject(siblings)) return { values, secrets };
  const isLeft = (key: string | number | undefined) => paths.some((path) => path.key === undefined || path.key === key);
  const preserved = Object.entries(isObject(known) ? (known as Values) : {}).filter(
    ([key]) => isLeft(key) && !Object.hasOwn(siblings, key),
  );
  const all = { ...Object.fromEntries(preserved), ...(siblings as Values) };
  const others = isObject(specified)
    ? Object.entries(specified as Values).filter(([key]) => !Object.hasOwn(all, key))
    : [];
  const { [open]: _, ...rest } = values;
  return {
    values: {
      ...(isObject(specified) && Object.keys(specified).length > 0 ? rest : values),
      ...(preserved.length === 0 ? {} : { [hidden]: all }),
      ...(isObject(specified) && others.length > 0 ? { [open]: Object.fromEntries(others) } : {}),
    },
    secrets: secrets.filter(([name, key]) => name !== open || !isLeft(key)),
  };
}

/** Minimum length of a secret to look for in longer texts: shorter ones occur there by chance. */
const minimumLength = 4;

/**
 * Names of outputs that repeat secret arguments, such as a URL with a path from the program.
 *
 * @param names Values that are secret besides those that always are.
 */
export function repeatedSecrets({ members }: ObjectField, names: readonly string[], values: Values): string[] {
  const always = Object.entries(members).flatMap(([name, field]) =>
    secretTextsIn(field, values[name], isSecretMember(field, values)),
  );
  const marked = names.flatMap((name) => textsIn(values[name]));
  const texts = [...always, ...marked].filter((text) => text.length >= minimumLength && text !== UNKNOWN);
  return repeating(texts, values).filter((name) => !Object.hasOwn(members, name));
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
