import {
  type ArrayField,
  type Field,
  fieldsInside,
  isSecretMember,
  itemsOf,
  mapInside,
  type ObjectField,
} from "../schema/field.js";
import { isAbsent, isObject, mapMembers, sameJson, type Value, type Values } from "../schema/json.js";
import { normalKeyOf, sortOf } from "../schema/normalForm.js";

/**
 * The names of the members that a program sets, without values. `@8080` is the array item with that key (or index, if order matters),
 * with members that it has besides those of all items.
 */
export interface GivenMembers {
  readonly [member: string]: Given;
}

/** What is set of one value; `true` if it has no members. */
export type Given = GivenMembers | true;

/** Begins the name of an array item. */
export const itemMark = "@";

export function givenMembers(body: ObjectField, args: Values): GivenMembers {
  return givenOf(body, args) as GivenMembers;
}

function givenOf(field: Field, value: Value | undefined): Given {
  if (field.type === "object" && isObject(value)) {
    return mapMembers(field.members, (member, name) =>
      value[name] === undefined ? undefined : givenOf(member, value[name]),
    );
  }
  if (field.type === "array" && field.item.type === "object" && Array.isArray(value)) {
    const items = value.map((item) => givenOf(field.item, item));
    // Keys are values of the program, so they aren't repeated if all items have the same members anyway.
    const isDescribed = itemsOf(field).isPartial || hasOptionalMember(field.item);
    return isDescribed ? perItem(field, value, items as GivenMembers[]) : items.reduce(union, {});
  }
  return true;
}

/** Whether items may set different members. */
function hasOptionalMember(field: Field): boolean {
  if (field.type === "array") return hasOptionalMember(field.item);
  const isOptional = (member: Field) => !member.required || hasOptionalMember(member);
  return field.type === "object" && (field.alternatives !== undefined || fieldsInside(field).some(isOptional));
}

function perItem(field: ArrayField, values: readonly Value[], items: readonly GivenMembers[]): GivenMembers {
  const [first = {}] = items;
  const isCommon = (name: string) =>
    items.every((item) => item[name] !== undefined && sameJson(item[name], first[name]));
  const without = (item: GivenMembers) => Object.fromEntries(Object.entries(item).filter(([name]) => !isCommon(name)));
  const own: Record<string, Given> = {};
  for (const [index, item] of items.entries()) {
    const name = itemName(field, values[index], index);
    const others = without(item);
    const given = Object.keys(others).length === 0 ? true : others;
    // Items of one sort share a name.
    own[name] = name in own ? union(own[name] as Given, given) : given;
  }
  return {
    ...own,
    ...Object.fromEntries(Object.entries(first).filter(([name]) => isCommon(name))),
  };
}

/** The name of an item among the members of its array, however its key is written. */
function itemName(field: ArrayField, item: unknown, index: number): string {
  const sort = sortOf(field);
  return nameBy((sort === undefined ? undefined : normalKeyOf(field, item, sort)) ?? index);
}

function nameBy(key: unknown): string {
  const text = encodeURIComponent(String(key).toWellFormed());
  return `${itemMark}${text.replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`;
}

/** Begins the name of an item whose key is secret, since names aren't encrypted. Its index in the state follows. */
export const placeMark = `${itemMark}?`;

/** Replaces secret keys by indices in these values of the state. */
export function withoutSecretKeys(body: ObjectField, given: GivenMembers, values: Values): GivenMembers {
  return renamed(body, given, values, false, (key, place, isSecret) => (isSecret ? `${placeMark}${place}` : key));
}

/** Replaces such indices by the keys in these values of the state. */
export function withSecretKeys(body: ObjectField, given: GivenMembers, values: Values): GivenMembers {
  return renamed(body, given, values, false, (key) => key);
}

type Naming = (key: string, place: number, isSecret: boolean) => string;

/** Renames items. If the values lack a secret key or index, every item counts as setting what any of them did. */
function renamed<Of extends Given>(
  field: Field,
  given: Of,
  value: Value | undefined,
  isSecret: boolean,
  naming: Naming,
): Of | GivenMembers {
  if (given === true) return given;
  if (field.type === "object") return renamedInside(field, given, value, isSecret, naming);
  if (field.type !== "array" || field.item.type !== "object") return given;
  const { item: form } = field;
  const items = Array.isArray(value) ? value : [];
  const keys = items.map((item, place) => itemName(field, item, place));
  const isHidden = isSecret && sortOf(field) !== undefined;
  const placeOf = (name: string) =>
    name.startsWith(placeMark) ? Number(name.slice(placeMark.length)) : keys.indexOf(name);
  const inside = (inner: Given, place: number) =>
    inner === true ? inner : renamedInside(form, inner, items[place], isSecret, naming);
  const [own, common] = itemsApart(given);
  const named = own.flatMap(([name, inner]): [string, Given][] => {
    const place = placeOf(name);
    const key = keys[place];
    if (key !== undefined) return [[naming(key, place, isHidden), inside(inner, place)]];
    return isHidden || name.startsWith(placeMark) ? [] : [[name, inner]];
  });
  if (own.length > 0 && named.length === 0) return inside(givenOfAnyItem(given), 0) as GivenMembers;
  const first = own.map(([name]) => placeOf(name)).find((place) => items[place] !== undefined) ?? 0;
  return { ...Object.fromEntries(named), ...(inside(Object.fromEntries(common), first) as GivenMembers) };
}

function renamedInside(
  { members }: ObjectField,
  given: GivenMembers,
  value: Value | undefined,
  isSecret: boolean,
  naming: Naming,
): GivenMembers {
  const siblings = isObject(value) ? value : {};
  return mapMembers(given, (inner, name) => {
    const field = members[name];
    if (field === undefined) return inner;
    return renamed(field, inner, siblings[name], isSecret || isSecretMember(field, siblings), naming);
  });
}

/** Whether items are described one by one. An array that was set empty has none. */
export function isPerItem(given: GivenMembers): boolean {
  return Object.keys(given).some((name) => name.startsWith(itemMark));
}

/** Number of items described one by one, for an array whose order matters. */
export function itemCount(given: GivenMembers): number {
  return itemsApart(given)[0].length;
}

/** What is set of one item; nothing if it wasn't set. */
export function givenOfItem(
  given: GivenMembers,
  field: ArrayField,
  item: unknown,
  index: number,
): GivenMembers | undefined {
  if (!isPerItem(given)) return given;
  // States of earlier versions have the index for items without a key.
  const own =
    given[itemName(field, item, index)] ?? (itemsOf(field).key === undefined ? given[nameBy(index)] : undefined);
  return own === undefined ? undefined : withOwn(given, own);
}

/** What is set of single items, and of all. */
function itemsApart(given: GivenMembers): readonly [own: [string, Given][], common: [string, Given][]] {
  const all = Object.entries(given);
  const isItem = ([name]: [string, Given]) => name.startsWith(itemMark);
  return [all.filter(isItem), all.filter((each) => !isItem(each))];
}

export function givenOfAnyItem(given: GivenMembers): GivenMembers {
  const [own] = itemsApart(given);
  return own.reduce<Given>(
    (all, [, each]) => union(all, each === true ? {} : each),
    withOwn(given, true),
  ) as GivenMembers;
}

function withOwn(given: GivenMembers, own: Given): GivenMembers {
  const [, common] = itemsApart(given);
  return { ...Object.fromEntries(common), ...(own === true ? {} : own) };
}

export function union(one: Given, other: Given): Given {
  if (one === true || other === true) return typeof one === "object" ? one : other;
  if (isPerItem(one) && isPerItem(other)) return unionByName(spelledOut(one), spelledOut(other));
  return unionByName(one, other);
}

/** The same with all members of an item at that item. */
function spelledOut(given: GivenMembers): GivenMembers {
  const [items] = itemsApart(given);
  return Object.fromEntries(items.map(([name, own]) => [name, withOwn(given, own)]));
}

function unionByName(one: GivenMembers, other: GivenMembers): GivenMembers {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      name in one && name in other
        ? union(one[name] as Given, other[name] as Given)
        : ((one[name] ?? other[name]) as Given),
    ]),
  );
}

/** The inputs of a program that sets these arguments to these outputs. */
export function givenInputs(body: ObjectField, given: GivenMembers, outputs: Values): Values {
  return project(body, given, outputs) as Values;
}

/**
 * Outputs without secrets that the program doesn't set. The engine encrypts an output only if the input at its path is secret, so a
 * secret set in the console would be in plain text in the state. Updates read it again and keep it.
 */
export function withoutSecretsNotGiven(body: ObjectField, given: GivenMembers, outputs: Values): Values {
  return strip(body, given, outputs) as Values;
}

function strip(field: Field, given: Given, value: Value | undefined): Value | undefined {
  if (given === true || isAbsent(value) || field.type === "record") return value;
  return mapInside(field, value, ({ field: inner, value: each, step, siblings }) => {
    if (field.type === "array") return strip(inner, givenOfItem(given, field, each, Number(step)) ?? {}, each);
    const own = given[step];
    return own !== undefined || !isSecretMember(inner, siblings) ? strip(inner, own ?? {}, each) : undefined;
  });
}

function project(field: Field, given: Given, value: Value | undefined): Value | undefined {
  if (given === true || isAbsent(value)) return value;
  if (field.type === "object" && isObject(value)) {
    return mapMembers(given, (inner, name) => project(field.members[name] ?? field, inner, value[name]));
  }
  if (field.type === "array" && Array.isArray(value)) {
    // An item added outside of Pulumi is shown with the members that a program would set.
    return value.map((item, index) => {
      const inner = givenOfItem(given, field, item, index) ?? givenOfAnyItem(given);
      return project(field.item, inner, item) ?? null;
    });
  }
  return value;
}
