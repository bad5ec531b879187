/** Which members a program gives, without their values, and what follows for the inputs of a read. */
import { describe, expect, it } from "vitest";
import {
  type Given,
  givenInputs,
  givenMembers,
  givenOfAnyItem,
  givenOfItem,
  itemCount,
  union,
  withoutSecretKeys,
  withoutSecretsNotGiven,
  withSecretKeys,
} from "../../provider/values/given.js";
import { ids } from "../kinds/shared/ids.js";
import { type ArrayField, UNKNOWN, type Values } from "../provider.js";
import { array, object, record, text } from "./any-fields.js";

const [needed, secret] = [text({ required: true }), text({ secret: true })];
const itemFacts = { items: { key: "key" } } as const;
const item = object({ key: needed, a: text(), b: text(), s: secret });
const items = array(item, itemFacts);
const body = object({
  plain: text(),
  some: object({ a: text(), secret }),
  items,
  same: array(object({ a: needed, b: needed })),
  hidden: array(item, { ...itemFacts, secret: true }),
  ordered: array(object({ a: text(), b: text() }), { items: "ordered" }),
  partial: array(object({ key: needed }), { items: { key: "key", isPartial: true } }),
  map: record(secret),
  secret,
});
/** Items of the list, by their keys. */
const x = (members: Values = {}) => ({ key: "x", ...members });
const y = (members: Values = {}) => ({ key: "y", ...members });

describe("what is given", () => {
  const two = [x({ a: "1" }), y({ b: "1" })];
  const ofTwo = { "@x": { a: true }, "@y": { b: true }, key: true } as const;
  const alike = [x({ a: "1" }), y({ a: "2" })];
  const twice = [x({ a: "1" }), x({ b: "1" })];
  const byPlace = { "@0": { a: true }, "@1": { b: true } } as const;
  it.each<[what: string, args: Values, given: Given]>([
    ["is nothing of nothing", {}, {}],
    ["is each member, also one that is null", { plain: null, some: { a: "1" } }, { plain: true, some: { a: true } }],
    ["is an item by its key, where items may differ", { items: two }, { items: ofTwo }],
    ["is what all items have, once", { items: alike }, { items: { "@x": true, "@y": true, key: true, a: true } }],
    ["is an item by a key with signs", { items: [{ key: "a(b)/c" }] }, { items: { "@a%28b%29%2Fc": true, key: true } }],
    ["is what any item has, where none can differ", { same: [{ a: "1" }, { b: "2" }] }, { same: { a: true, b: true } }],
    ["is an item by its key, also where keys are secret", { hidden: two }, { hidden: ofTwo }],
    ["is an item by its place, where the order matters", { ordered: [{ a: "1" }, { b: "1" }] }, { ordered: byPlace }],
    ["is an item of a list of which others have some", { partial: [x()] }, { partial: { "@x": true, key: true } }],
    ["is both of two items with one key", { items: twice }, { items: { "@x": { a: true, b: true }, key: true } }],
    ["is an empty list", { items: [] }, { items: {} }],
    ["is a map as a whole", { map: { a: "1" } }, { map: true }],
  ])("%s", (_, args, given) => {
    expect(givenMembers(body, args)).toEqual(given);
  });
});

describe("what is given beside a state that encrypts secrets", () => {
  const args: Values = {
    hidden: [x({ a: "1" }), y({ b: "1" })],
    items: [{ key: "z", a: "1" }],
  };
  const given = givenMembers(body, args);
  const described: Given = { "@?0": { a: true }, "@?1": { b: true }, key: true };

  it("names the items by their places in it", () => {
    expect(withoutSecretKeys(body, given, args)).toEqual({ ...given, hidden: described });
    expect(withSecretKeys(body, { ...given, hidden: described }, args)).toEqual(given);
  });

  it("is without what the state no longer has, and as a whole if that is all", () => {
    const moved = { hidden: [{ key: "n" }, { key: "y" }] };
    const now = withoutSecretKeys(body, given, moved);
    expect(now.hidden).toEqual({ "@?1": { b: true }, key: true });
    expect(withSecretKeys(body, now, moved).hidden).toEqual({ "@y": { b: true }, key: true });
    const whole = { key: true, a: true, b: true };
    for (const values of [{}, { hidden: [] }, { hidden: UNKNOWN }]) {
      expect(withoutSecretKeys(body, given, values).hidden).toEqual(whole);
      expect(withSecretKeys(body, { hidden: described }, values).hidden).toEqual(whole);
    }
  });

  it("names the items in secret items in the same way", () => {
    const deep = object({ all: array(object({ key: needed, items }), { ...itemFacts, secret: true }) });
    const ofTwo = (...keys: string[]) => ({ key: "x", items: keys.map((key) => ({ key })) });
    const values: Values = { all: [ofTwo("b", "a"), { ...ofTwo("b", "a"), key: "y" }] };
    const inside = givenMembers(deep, values);
    const hidden = withoutSecretKeys(deep, inside, values);
    expect(JSON.stringify(hidden)).not.toMatch(/@[abxy]/);
    expect(withSecretKeys(deep, hidden, values)).toEqual(inside);
  });
});

describe("what is given of an item", () => {
  const given = { "@x": { a: true }, "@1": true, [`@${ids.port}`]: { b: true }, key: true } as const;
  const byId = array(object({ id: text({ required: true, format: "guid" }) }), { items: { key: "id" } });
  it.each<[what: string, field: ArrayField, item: unknown, index: number, found: Given | undefined]>([
    ["is that of its key", items, { key: "x" }, 5, { key: true, a: true }],
    ["is that of all, without more", items, { key: "1" }, 5, { key: true }],
    ["is that of its key in another letter case", byId, { id: ids.port.toUpperCase() }, 5, { key: true, b: true }],
    ["is nothing, if it is not given", items, { key: "z" }, 1, undefined],
    ["is that of its place, where nothing identifies it", array(object({ a: text() })), {}, 1, { key: true }],
  ])("%s", (_, field, item, index, found) => {
    expect(givenOfItem(given, field, item, index)).toEqual(found);
  });

  it("is that of all items, where none is described", () => {
    expect(givenOfItem({ a: true }, items, { key: "z" }, 0)).toEqual({ a: true });
    expect([itemCount(given), itemCount({ a: true })]).toEqual([3, 0]);
    expect(givenOfAnyItem(given)).toEqual({ key: true, a: true, b: true });
  });
});

it.each<[one: Given, other: Given, both: Given]>([
  [true, true, true],
  [true, { a: true }, { a: true }],
  [{ a: true }, true, { a: true }],
  [{ a: true }, { b: true }, { a: true, b: true }],
  [{ a: { b: true } }, { a: { c: true } }, { a: { b: true, c: true } }],
  [{ "@x": true, a: true }, { "@x": { b: true } }, { "@x": { a: true, b: true } }],
  [{ "@x": true, a: true }, { "@y": true }, { "@x": { a: true }, "@y": {} }],
])("what is given by %o or %o is %o", (one, other, both) => {
  expect(union(one, other)).toEqual(both);
});

describe("the inputs of a read", () => {
  const outputs: Values = {
    plain: "p",
    some: { a: "1", secret: "s" },
    items: ["x", "new"].map((key) => ({ key, a: "1", b: "2" })),
    map: { a: "1" },
  };
  it.each<[given: Given, inputs: Values]>([
    [{ plain: true }, { plain: "p" }],
    [{ some: { a: true } }, { some: { a: "1" } }],
    [{ some: true, gone: true }, { some: { a: "1", secret: "s" } }],
    [{ items: { "@x": { b: true }, key: true } }, { items: ["x", "new"].map((key) => ({ key, b: "2" })) }],
    [{ map: { a: true } }, { map: { a: "1" } }],
  ])("of a program that gives %o are those", (given, inputs) => {
    expect(givenInputs(body, given as never, outputs)).toEqual(inputs);
  });
});

describe("a secret in outputs", () => {
  const outputs: Values = {
    secret: "s",
    some: { a: "1", secret: "s" },
    items: [x({ s: "s" }), y({ s: "s" })],
    map: { a: "s" },
    plain: "p",
  };
  const [some, withSecret] = [{ a: "1" }, { a: "1", secret: "s" }];
  const others = { items: [x(), y()], map: { a: "s" }, plain: "p" };
  const inItem: Given = { items: { "@x": { s: true }, key: true } };
  it.each<[what: string, given: Given, kept: Values]>([
    ["is dropped if the program does not give it", {}, { ...others, some }],
    ["is kept if it does", { secret: true, some: { secret: true } }, { ...others, secret: "s", some: withSecret }],
    ["is kept with all of what it is in", { some: true }, { ...others, some: withSecret }],
    ["is kept in the item that gives it", inItem, { ...others, some, items: [x({ s: "s" }), y()] }],
  ])("%s", (_, given, kept) => {
    expect(withoutSecretsNotGiven(body, given as never, outputs)).toEqual(kept);
  });
});
