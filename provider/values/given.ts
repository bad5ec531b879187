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
import { keyOf, sortOf } from "../schema/normalForm.js";

/**
 * The members that a program gives, by name, without their values. `@8080` is the item of an array with that key (or index, if
 * their order matters); its members are given besides those of all items.
 */
export interface GivenMembers {
  readonly [member: string]: Given;
}

/** What is given of one value; `true` if the value has no members of its own. */
export type Given = GivenMembers | true;

/** Begins the name of an item among the given members of its array. */
export const itemMark = "@";

/** The members of a kind's arguments that a program gives. */
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
    // A key is a value of the program: it is not repeated where all items give the same members anyway.
    const isDescribed = itemsOf(field).isPartial || hasOptionalMember(field.item);
    return isDescribed ? perItem(field, value, items as GivenMembers[]) : items.reduce(union, {});
  }
  return true;
}

/** Whether two items may give different members. */
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
    const name = itemName(sortOf(field), values[index], index);
    const others = without(item);
    const given = Object.keys(others).length === 0 ? true : others;
    // Items of one sort have one name.
    own[name] = name in own ? union(own[name] as Given, given) : given;
  }
  return {
    ...own,
    ...Object.fromEntries(Object.entries(first).filter(([name]) => isCommon(name))),
  };
}

/** How an item is called among the given members of its array. */
function itemName(sort: string | undefined, item: unknown, index: number): string {
  const key = sort === undefined ? index : keyOf(item, sort);
  const text = encodeURIComponent(String(key ?? index).toWellFormed());
  return `${itemMark}${text.replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`;
}

/** Begins the name of an item whose key is secret, where what is given isn't encrypted. Its place in the list of the state follows. */
export const placeMark = `${itemMark}?`;

/** The same without secret keys, beside these values of the state. */
export function withoutSecretKeys(body: ObjectField, given: GivenMembers, values: Values): GivenMembers {
  return renamed(body, given, values, false, (key, place, isSecret) => (isSecret ? `${placeMark}${place}` : key));
}

/** The same with the keys that these values of the state have. */
export function withSecretKeys(body: ObjectField, given: GivenMembers, values: Values): GivenMembers {
  return renamed(body, given, values, false, (key) => key);
}

type Naming = (key: string, place: number, isSecret: boolean) => string;

/** With other names of items. Where the values have none of the secret ones, each item counts as giving what any of them gave. */
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
  const keys = items.map((item, place) => itemName(sortOf(field), item, place));
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

/** Whether an array's items are described, each by itself. An array that was given empty has none. */
export function isPerItem(given: GivenMembers): boolean {
  return Object.keys(given).some((name) => name.startsWith(itemMark));
}

/** Number of items that are described by themselves, where the order of items matters. */
export function itemCount(given: GivenMembers): number {
  return itemsApart(given)[0].length;
}

/** What is given of one item; nothing if the item was not given. */
export function givenOfItem(
  given: GivenMembers,
  field: ArrayField,
  item: unknown,
  index: number,
): GivenMembers | undefined {
  if (!isPerItem(given)) return given;
  // States of earlier versions have the index where nothing identifies an item.
  const own =
    given[itemName(sortOf(field), item, index)] ??
    (itemsOf(field).key === undefined ? given[itemName(undefined, item, index)] : undefined);
  return own === undefined ? undefined : withOwn(given, own);
}

/** What is given of single items, and of all. */
function itemsApart(given: GivenMembers): readonly [own: [string, Given][], common: [string, Given][]] {
  const all = Object.entries(given);
  const isItem = ([name]: [string, Given]) => name.startsWith(itemMark);
  return [all.filter(isItem), all.filter((each) => !isItem(each))];
}

/** What is given of at least one item. */
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

/** What is given by either. */
export function union(one: Given, other: Given): Given {
  if (one === true || other === true) return typeof one === "object" ? one : other;
  if (isPerItem(one) && isPerItem(other)) return unionByName(spelledOut(one), spelledOut(other));
  return unionByName(one, other);
}

/** The same with all members of each item at the item. */
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

/** The inputs that a program with the given arguments would give for these outputs. */
export function givenInputs(body: ObjectField, given: GivenMembers, outputs: Values): Values {
  return project(body, given, outputs) as Values;
}

/**
 * Outputs without secrets that the program does not give: the engine encrypts an output only if the input at the same path is
 * secret, so a secret set by hand would be in the state in plain text. Updates read such a secret again and keep it.
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
    // An item that was added outside Pulumi shows with the members that a program would give.
    return value.map((item, index) => {
      const inner = givenOfItem(given, field, item, index) ?? givenOfAnyItem(given);
      return project(field.item, inner, item) ?? null;
    });
  }
  return value;
}
