import type { Field, ObjectField } from "../schema/field.js";
import { isObject, textsIn, type Value, type Values } from "../schema/json.js";
import { UNKNOWN } from "../schema/unknown.js";
import { entryOf } from "./programHints.js";

/** Names and indices that lead to a value. */
export type Place = readonly (string | number)[];

/** Plain values, and which of them are marked as secret. */
export interface Marked {
  readonly values: Values;
  readonly secrets: readonly Place[];
}

/** The texts at the places that are secret. */
export function secretTexts(values: Values, secrets: readonly Place[]): readonly string[] {
  const inside = (value: Value | undefined, step: string | number) =>
    Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  return secrets.flatMap((place) => textsIn(place.reduce<Value | undefined>(inside, values)));
}

/** The two arguments that name the same children of a resource, where a kind has them: `variables` and `secretVariables`. */
function pairOf({ members }: ObjectField): { readonly open: string; readonly hidden: string } | undefined {
  const argOf = (sort: Field["ownedAs"]) => Object.keys(members).find((name) => members[name]?.ownedAs === sort);
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
  // What is of another type is refused where it is.
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
export function placesOf(body: ObjectField, values: Values, marked: Values): readonly Place[] {
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
