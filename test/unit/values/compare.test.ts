/** How arguments differ from what is known, in words and by their sides. */
import { describe, expect, it } from "vitest";
import { differencesIn, isSameAsOmitted } from "../../../provider/values/compare.js";
import { type Field, UNKNOWN, type Value } from "../../support/provider.js";
import { array, flag, json, object, record, text } from "../support/any-fields.js";

const item = object({ id: text({ whenOmitted: { isAssigned: true } }), key: text(), value: text() });
const keyed = array(item, { items: { key: "key" } });
const map = record(text());
const ordered = array(text(), { items: "ordered" });
const secret = text({ secret: true });
const partial = array(item, { items: { key: "key", isPartial: true } });
const [withData, open] = [{ ...keyed, onUpdate: "delete data" } as const, json({ shape: "members" })];

const differences = (field: Field, wanted: Value | undefined, have: Value | undefined) =>
  differencesIn(object({ x: field }), { x: wanted }, { x: have });

describe("an argument", () => {
  const [a, b] = [{ key: "a" }, { key: "b" }];
  const best = flag({ whenOmitted: { says: "the best" } });
  const both = object({ a: text(), b: text() });
  const hiding = object({ a: text() }, { secret: true });
  const ignoring = object({ a: text({ when: { ignored: { b: ["c"] } } }), b: text() });
  const hidden = "a secret value → a secret value";

  it.each<[what: string, field: Field, wanted: Value | undefined, have: Value | undefined, texts: string[]]>([
    ["that is omitted is left alone", text(), undefined, "a", []],
    ["that is not known yet is left alone", text(), UNKNOWN, "a", []],
    ["that is cleared differs", text(), null, "a", ['x: "a" → nothing']],
    ["that is cleared is the same as none", text(), null, undefined, []],
    ["that is cleared is the same as false", flag(), null, false, []],
    ["that is cleared differs from true", flag(), null, true, ["x: true → nothing"]],
    ["that is new differs", text(), "a", undefined, ['x: nothing → "a"']],
    ["that is false is the same as none", flag(), false, undefined, []],
    ["that is false differs from none, where that says something else", best, false, null, ["x: nothing → false"]],
    ["that has its default is the same as none", text({ default: "a" }), "a", undefined, []],
    ["with other whitespace around is the same", text(), " a ", "a", []],
    ["that is secret is not shown", secret, "a", "b", [`x: ${hidden}`]],
    ["that the platform ignores is left alone", text({ when: { ignored: { x: ["a"] } } }), "a", "b", []],
    ["that is an object differs from none", object({ a: text() }), { a: "1" }, undefined, ['x: nothing → { a: "1" }']],
    ["that is an object differs by its members", both, { a: "1" }, { a: "2", b: "3" }, ['x.a: "2" → "1"']],
    ["that is a secret object hides its members", hiding, { a: "1" }, { a: "2" }, [`x.a: ${hidden}`]],
    ["that is an object is left alone where the platform ignores it", ignoring, { a: "1" }, { a: "2", b: "c" }, []],
    [
      "that is a map differs by its entries",
      map,
      { a: "1", b: "2" },
      { b: "3" },
      ['x.a: nothing → "1"', 'x.b: "3" → "2"'],
    ],
    ["that is a map lacks an entry", map, {}, { c: "4" }, ["x.c: removed"]],
    ["that is a map is new as a whole", map, { a: "1" }, undefined, ['x.a: nothing → "1"']],
    ["that is a list with keys has new items", keyed, [a, b], [a], ['x[1]: added (key "b")']],
    ["that is a list with keys lacks an item", keyed, [b], [a, b], ['x: removed (key "a")']],
    ["that is a list with keys differs in an item", keyed, [{ ...a, value: "1" }], [a], ['x[0].value: nothing → "1"']],
    ["that is a list with keys is the same in any order", keyed, [b, a], [a, b], []],
    ["that is a list with an item that is not known removes nothing", keyed, [{ key: UNKNOWN }], [a], []],
    ["that is a list of which others have some removes nothing", partial, [], [a], []],
    ["that is a list of what has data says so", withData, [], [a], ['x: removed (key "a"), with its data']],
    [
      "that is a secret list shows no key",
      { ...keyed, secret: true },
      [a],
      undefined,
      ["x[0]: added (key a secret value)"],
    ],
    ["that is a list in order differs by its length", ordered, ["a"], ["a", "b"], ["x: 2 items → 1 items"]],
    ["that is a list in order differs by its places", ordered, ["a", "b"], ["b", "b"], ['x[0]: "b" → "a"']],
    ["that is a list of secrets is not shown", array(secret, { items: "ordered" }), ["a"], ["b"], [`x[0]: ${hidden}`]],
    ["that is a list differs from something else", ordered, ["a"], "b", ["x: 0 items → 1 items"]],
    ["that is JSON differs as a whole", json(), { a: [1] }, { a: [2] }, ["x: an object → an object"]],
    ["that is JSON may be unknown in part", json(), { a: [1, UNKNOWN] }, { a: [1, 2] }, []],
    ["that is JSON has as many items", json(), [1], [1, 2], ["x: an array of 2 items → an array of 1 item"]],
    ["that is JSON has no other members", json(), { a: 1 }, { a: 1, b: 2 }, ["x: an object → an object"]],
    ["that is a setting is the same as its text", json({ shape: "setting" }), true, "true", []],
    ["that is any JSON is not the same as its text", json(), true, "true", ['x: "true" → true']],
    [
      "that has members of any name differs by what it gives",
      open,
      { a: 1, b: null },
      { a: 2, b: 3 },
      ["x.a: 2 → 1", "x.b: 3 → nothing"],
    ],
    ["that has members of any name lacks a member with a value", open, {}, { c: 4, d: null }, ["x.c: removed"]],
  ])("%s", (_, field, wanted, have, texts) => {
    const found = differences(field, wanted, have);
    expect(found.map((each) => each.text)).toEqual(texts);
    expect(found.map(({ arg }) => arg)).toEqual(texts.map(() => "x"));
    expect(found.some(({ deletesData }) => deletesData)).toBe(texts.some((each) => each.includes("with its data")));
  });

  it("has two sides", () => {
    const sides = (field: Field, wanted: Value, have: Value) =>
      differences(field, wanted, have).map((each) => each.sides);
    expect(sides(text(), "a", "b")).toEqual([{ actual: '"b"', desired: '"a"' }]);
    expect(sides(map, {}, { a: "1" })).toEqual([{ actual: '"1"', desired: "nothing" }]);
    expect(sides(record(secret), {}, { a: "1" })).toEqual([{ actual: "a secret value", desired: "nothing" }]);
    expect(sides(keyed, [a], [b])).toEqual([
      { actual: "nothing", desired: 'key "a"' },
      { actual: 'key "b"', desired: "nothing" },
    ]);
    expect(sides(withData, [], [b])).toEqual([{ actual: 'key "b"', desired: "nothing" }]);
    expect(sides(open, {}, { a: 1 })).toEqual([{ actual: "1", desired: "nothing" }]);
  });
});

it.each<[field: Field, value: unknown, is: boolean]>([
  [text({ default: "a" }), "a", true],
  [text({ default: "a" }), "b", false],
  [text(), "", false],
  [flag(), false, true],
  [flag(), true, false],
  [object({ a: flag(), b: text() }), { a: false, b: null }, true],
  [object({ a: flag(), b: text() }), { a: false, b: "c" }, false],
  [object({ a: flag() }), { other: false }, false],
  [object({ a: flag() }), {}, false],
  [object({ a: flag() }, { alternatives: [["a"]] }), { a: false }, false],
])("an omission says the same as %#", (field, value, is) => {
  expect(isSameAsOmitted(field, value)).toBe(is);
});
