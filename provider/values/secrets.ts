import {
  type Field,
  inside,
  isProbablyHiddenSecret,
  isSecretMember,
  itemsOf,
  type ObjectField,
  valueAt,
} from "../schema/field.js";
import { isAbsent, isObject, mapMembers, textsIn, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { sameItem } from "../schema/normalForm.js";
import { entryOf } from "./hints.js";

/** Key by which Pulumi's protocol marks a value that is more than a plain object, and its value for a secret. */
export const signature = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Values with what is secret marked, as the engine reads it, so that the state has it encrypted. The engine itself marks only
 * what reaches it as a secret, and a transform of the program may have removed those marks.
 *
 * Arrays are marked as a whole, as the engine does it. Of objects, each member is: of a provider that doesn't accept secrets, the
 * engine drops the mark of an object unless the object that it has passed is marked itself.
 *
 * @param names Values that are secret besides those that always are. All of each is, since a transform may have moved what is inside.
 * @param isExact For a door whose engine keeps all marks: marks objects as a whole, and the secret members of the items of arrays.
 */
export function markSecrets(body: ObjectField, names: readonly string[], values: Values, isExact = false): Values {
  const whole = isExact ? secretValue : secretMembers;
  return mapMembers(values, (value, name) => {
    const field = body.members[name] ?? body.responseOnly?.[name];
    // A plan must say nothing else about a value that the preview doesn't know.
    if (isAbsent(value) || value === UNKNOWN) return value;
    if (names.includes(name)) return whole(value);
    if (field === undefined || !isOrHolds(field, value, values)) return value;
    if (isSecretMember(field, values)) return whole(value);
    return isExact || field.type === "object" ? markInside(field, value, isExact) : whole(value);
  });
}

/** The value with the secrets in it marked. */
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

/** The value, marked as secret. */
export function secretValue(value: Value): Values {
  return { [signature]: secretSignature, value };
}

/** What was read of a resource, and the secrets in it that the platform masks. */
export interface Revealed {
  /** With the program's values of these secrets. */
  readonly state: Values;
  /** Their paths, as programs write them. */
  readonly paths: readonly string[];
}

/**
 * Puts the program's value in the place of each secret that the platform masks: nothing else is known about it, so there is nothing
 * to compare.
 */
export function revealSecrets(body: ObjectField, state: Values, args: Values): Revealed {
  const paths: string[] = [];
  return { state: reveal(body, state, args, "", paths) as Values, paths };
}

function reveal(field: Field, have: Value, wanted: Value | undefined, path: string, paths: string[]): Value {
  if (field.type === "object" && isObject(have) && isObject(wanted)) {
    const values = { ...have };
    for (const [name, member] of Object.entries(field.members)) {
      const value = have[name];
      const given = wanted[name];
      if (isAbsent(given)) continue;
      const here = path === "" ? name : `${path}.${name}`;
      if (isProbablyHiddenSecret(member, have, value)) {
        values[name] = given;
        paths.push(here);
      } else if (!isAbsent(value)) values[name] = reveal(member, value, given, here, paths);
    }
    return values;
  }
  if (field.type !== "array" || !Array.isArray(have) || !Array.isArray(wanted)) return have;
  const indexOf = (item: Value, index: number) =>
    itemsOf(field).key === undefined ? index : wanted.findIndex((each) => sameItem(field, item, each));
  return have.map((item, index) => {
    const match = indexOf(item, index);
    return reveal(field.item, item, wanted[match], `${path}[${match}]`, paths);
  });
}

/** Values of which some are secret. */
export interface KnownSecrets {
  readonly names: readonly string[];
  readonly values: Values;
}

/**
 * Names of the values that were secret before and still contain some of it. A program may no longer mark a value, or no longer give
 * it, while the platform keeps it.
 */
export function stillSecret({ names, values }: KnownSecrets, now: Values): readonly string[] {
  const isKept = (name: string) => {
    const before = new Set(textsIn(values[name]));
    return textsIn(now[name]).some((text) => before.has(text));
  };
  return names.filter(isKept);
}

/** Names and indices that lead to a value. */
export type ValuePath = readonly (string | number)[];

/** Plain values, and which of them are marked as secret. */
export interface Marked {
  readonly values: Values;
  readonly secrets: readonly ValuePath[];
}

export function secretTexts(values: Values, secrets: readonly ValuePath[]): readonly string[] {
  return secrets.flatMap((place) => textsIn(place.reduce<Value | undefined>(valueAt, values)));
}

/** The two arguments that name the same children of a resource, where a kind has them: `variables` and `secretVariables`. */
function pairOf({ members }: ObjectField): { readonly open: string; readonly hidden: string } | undefined {
  const argOf = (sort: Field["apart"]) => Object.keys(members).find((name) => members[name]?.apart === sort);
  const [open, hidden] = [argOf("open"), argOf("secret")];
  return open === undefined || hidden === undefined ? undefined : { open, hidden };
}

/**
 * What is given with secret entries in the argument for them, where a kind has one: a secret value in `variables` must not become
 * a variable that anybody can read.
 */
export function secretsApart(body: ObjectField, { values, secrets }: Marked): Marked {
  const { open, hidden } = pairOf(body) ?? {};
  const own = secrets.filter(([name]) => name === open);
  const [given, beside] = [values[open ?? ""], values[hidden ?? ""] ?? {}];
  // A value of another type is refused elsewhere.
  const isFit = [given, beside].every((each) => isObject(each) || each === UNKNOWN);
  if (open === undefined || hidden === undefined || own.length === 0 || !isFit) return { values, secrets };
  const keys = own.map(([, key]) => key);
  const isMoved = (key: string) => keys.includes(undefined) || keys.includes(key);
  const entries = isObject(given) ? Object.entries(given) : [];
  const stays = Object.fromEntries(entries.filter(([key]) => !isMoved(key)));
  const moved = Object.fromEntries(entries.filter(([key]) => isMoved(key)));
  const { [open]: _, ...others } = values;
  return {
    values: {
      ...others,
      ...(Object.keys(stays).length === 0 ? {} : { [open]: stays }),
      [hidden]: isObject(given) && isObject(beside) ? { ...moved, ...beside } : UNKNOWN,
    },
    secrets: [...secrets.filter(([name]) => name !== open), [hidden]],
  };
}

/**
 * The places of the entries that the program marks as secret (`SECRET_ENTRIES`). A transform may have given an entry another key:
 * one that has the value of a missing secret is that secret.
 */
export function placesOf(body: ObjectField, values: Values, marked: Values): readonly ValuePath[] {
  const { open, hidden } = pairOf(body) ?? {};
  if (open === undefined || hidden === undefined) return [];
  const [given, secret, beside] = [values[open], marked[open], values[hidden]];
  if (secret === true || given === UNKNOWN) return secret === undefined ? [] : [[open]];
  if (!isObject(given) || !isObject(secret)) return [];
  const isThere = (key: string) => Object.hasOwn(given, key) || (isObject(beside) && Object.hasOwn(beside, key));
  const missing = Object.entries(secret).flatMap(([key, value]) => (isThere(key) ? [] : [value]));
  const isSecret = ([key, value]: [string, Value | undefined]) =>
    Object.hasOwn(secret, key) || (value !== UNKNOWN && missing.includes(value));
  return Object.entries(given as Values).flatMap((entry) => (isSecret(entry) ? [[open, entry[0]]] : []));
}

/**
 * What is given, with the secret entries that the program leaves to others as they were. The engine resets what a path in
 * `ignoreChanges` names, but the state has the secret entries of `variables` in `secretVariables`.
 *
 * @param before What was given, or is known, with the entries in the arguments where the state has them.
 */
export function withIgnoredSecrets(
  body: ObjectField,
  { values, secrets }: Marked,
  ignored: readonly string[],
  before: Values,
): Marked {
  const { open, hidden } = pairOf(body) ?? {};
  if (open === undefined || hidden === undefined) return { values, secrets };
  const paths = ignored.map(entryOf).filter(({ arg }) => arg === open);
  const [given, beside, known] = [values[open], values[hidden] ?? {}, before[hidden]];
  if (paths.length === 0 || !isObject(beside)) return { values, secrets };
  const isLeft = (key: string | number | undefined) => paths.some((path) => path.key === undefined || path.key === key);
  const kept = Object.entries(isObject(known) ? (known as Values) : {}).filter(
    ([key]) => isLeft(key) && !Object.hasOwn(beside, key),
  );
  const all = { ...Object.fromEntries(kept), ...(beside as Values) };
  const others = isObject(given) ? Object.entries(given as Values).filter(([key]) => !Object.hasOwn(all, key)) : [];
  const { [open]: _, ...rest } = values;
  return {
    values: {
      ...(isObject(given) && Object.keys(given).length > 0 ? rest : values),
      ...(kept.length === 0 ? {} : { [hidden]: all }),
      ...(isObject(given) && others.length > 0 ? { [open]: Object.fromEntries(others) } : {}),
    },
    secrets: secrets.filter(([name, key]) => name !== open || !isLeft(key)),
  };
}

/** Minimum length of a secret that counts as repeated inside of a longer text: shorter ones occur in others by chance. */
const minimumLength = 4;

/**
 * Names of the outputs that repeat what is secret among the arguments, such as a URL with a path of the program.
 *
 * @param secrets Names of the secret arguments.
 */
export function repeatedSecrets({ members }: ObjectField, secrets: readonly string[], values: Values): string[] {
  const texts = secrets.flatMap((name) => textsIn(values[name])).filter(({ length }) => length >= minimumLength);
  return repeating(texts, values).filter((name) => !Object.hasOwn(members, name));
}

/** Names of the values that repeat one of these texts. */
export function repeating(texts: readonly string[], values: Values): string[] {
  if (texts.length === 0) return [];
  const repeats = (text: string) =>
    texts.some((each) => text === each || (each.length >= minimumLength && text.includes(each)));
  return Object.keys(values).filter((name) => textsIn(values[name]).some(repeats));
}
