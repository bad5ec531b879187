/** How arguments differ from what is known, in words and by their sides. */
import { describe, expect, it } from "vitest";
import { differencesIn, hasServerId, isSameAsOmitted, matchItems } from "../../../provider/values/compare.js";
import { type Field, UNKNOWN, type Value } from "../../support/provider.js";
import { array, flag, json, object, record, text } from "../support/any-fields.js";

const item = object({ id: text({ whenOmitted: { isAssigned: true } }), key: text(), value: text() });
const keyed = array(item, { items: { key: "key" } });
const map = record(text());
const ordered = array(text(), { items: "ordered" });
const secret = text({ secret: true });
const partial = array(item, { items: { key: "key", isPartial: true } });
const [withData, open] = [{ ...keyed, onUpdate: "delete data" } as const, json({ shape: "members" })];

const differences = (field: Field, desired: Value | undefined, actual: Value | undefined) =>
  differencesIn(object({ x: field }), { x: desired }, { x: actual });

describe("differences of an argument", () => {
  const [a, b] = [{ key: "a" }, { key: "b" }];
  const best = flag({ whenOmitted: { description: "the best" } });
  const both = object({ a: text(), b: text() });
  const hiding = object({ a: text() }, { secret: true });
  const ignoring = object({ a: text({ when: { ignored: { b: ["c"] } } }), b: text() });
  const hidden = "a secret value → a secret value";
  const setting = json({ shape: "setting" });
  const service = { ...text(), type: "service" } as Field;
  const bCleared = "x.b: 3 → nothing";

  it.each<[what: string, field: Field, desired: Value | undefined, actual: Value | undefined, texts: string[]]>([
    ["are none if it is omitted", text(), undefined, "a", []],
    ["are none if it is unknown", text(), UNKNOWN, "a", []],
    ["report null instead of a value", text(), null, "a", ['x: "a" → nothing']],
    ["are none for null instead of nothing", text(), null, undefined, []],
    ["are none for null instead of false", flag(), null, false, []],
    ["report null instead of false in JSON", json(), null, false, ["x: false → nothing"]],
    ["report null instead of true", flag(), null, true, ["x: true → nothing"]],
    ["report a new value", text(), "a", undefined, ['x: nothing → "a"']],
    ["are none for false instead of nothing", flag(), false, undefined, []],
    ["report false instead of nothing if the default isn't false", best, false, null, ["x: nothing → false"]],
    ["are none for the default instead of nothing", text({ default: "a" }), "a", undefined, []],
    ["are none for surrounding whitespace", text(), " a ", "a", []],
    ["are redacted for a secret", secret, "a", "b", [`x: ${hidden}`]],
    ["are none if the platform ignores it", text({ when: { ignored: { x: ["a"] } } }), "a", "b", []],
    ["report a new object", object({ a: text() }), { a: "1" }, undefined, ['x: nothing → { a: "1" }']],
    ["report changed members of an object", both, { a: "1" }, { a: "2", b: "3" }, ['x.a: "2" → "1"']],
    ["are redacted for a secret object", hiding, { a: "1" }, { a: "2" }, [`x.a: ${hidden}`]],
    ["are none for an ignored object", ignoring, { a: "1" }, { a: "2", b: "c" }, []],
    ["report changed entries of a map", map, { a: "1", b: "2" }, { b: "3" }, ['x.a: nothing → "1"', 'x.b: "3" → "2"']],
    ["report removed entries of a map", map, {}, { c: "4" }, ["x.c: removed"]],
    ["report each entry of a new map", map, { a: "1" }, undefined, ['x.a: nothing → "1"']],
    ["report added items of a list with keys", keyed, [a, b], [a], ['x[1]: added (key "b")']],
    ["report removed items of a list with keys", keyed, [b], [a, b], ['x: removed (key "a")']],
    ["report changed items of a list with keys", keyed, [{ ...a, value: "1" }], [a], ['x[0].value: nothing → "1"']],
    ["are none for another order of a list with keys", keyed, [b, a], [a, b], []],
    ["are none for an item that the platform repeats", keyed, [a], [a, { ...a }], []],
    ["are none for removed items while a key is unknown", keyed, [{ key: UNKNOWN }], [a], []],
    ["are none for omitted items of a list with `isPartial`", partial, [], [a], []],
    ["report that removed items lose their data", withData, [], [a], ['x: removed (key "a"), with its data']],
    ["redact keys of a secret list", { ...keyed, secret: true }, [a], undefined, ["x[0]: added (key a secret value)"]],
    ["report another length of an ordered list", ordered, ["a"], ["a", "b"], ["x: 2 items → 1 items"]],
    ["report changed items of an ordered list", ordered, ["a", "b"], ["b", "b"], ['x[0]: "b" → "a"']],
    ["are redacted for a list of secrets", array(secret, { items: "ordered" }), ["a"], ["b"], [`x[0]: ${hidden}`]],
    ["report a list instead of another type", ordered, ["a"], "b", ["x: 0 items → 1 items"]],
    ["report JSON as a whole", json(), { a: [1] }, { a: [2] }, ["x: an object → an object"]],
    ["are none for JSON with unknown values", json(), { a: [1, UNKNOWN] }, { a: [1, 2] }, []],
    ["report JSON with fewer items", json(), [1], [1, 2], ["x: a list of 2 items → a list of 1 item"]],
    ["report JSON with fewer members", json(), { a: 1 }, { a: 1, b: 2 }, ["x: an object → an object"]],
    ["are none for a setting instead of its text", setting, true, "true", []],
    ["report another object of a setting", setting, { a: 1 }, { a: 2 }, ["x: an object → an object"]],
    ["are none for another name of a service", service, { id: "1", name: "a" }, { id: "1", name: "b" }, []],
    ["report JSON instead of its text", json(), true, "true", ['x: "true" → true']],
    ["report changed members of an open object", open, { a: 1, b: null }, { a: 2, b: 3 }, ["x.a: 2 → 1", bCleared]],
    ["report removed members of an open object", open, {}, { c: 4, d: null }, ["x.c: removed"]],
  ])("%s", (_, field, desired, actual, texts) => {
    const found = differences(field, desired, actual);
    expect(found.map((each) => each.text)).toEqual(texts);
    expect(found.map(({ arg }) => arg)).toEqual(texts.map(() => "x"));
    expect(found.some(({ deletesData }) => deletesData)).toBe(texts.some((each) => each.includes("with its data")));
  });

  it("have an actual and a desired side (sides)", () => {
    const sides = (field: Field, desired: Value, actual: Value) =>
      differences(field, desired, actual).map((each) => each.sides);
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

it("differences of an entry have its key as a step", () => {
  expect(differences(map, { a: "1" }, {}).map(({ steps }) => steps)).toEqual([["x", "a"]]);
});

it("matchItems matches items without an ID by key", () => {
  const [a, b] = [{ key: "a" }, { key: "b" }];
  expect(matchItems(keyed, [b, a], [a, b])).toEqual([b, a]);
});

it("hasServerId is true for items with a key and an ID", () => {
  const withKey = array(object({ key: text() }), { items: { key: "key" } });
  expect([keyed, withKey, array(item, { items: "ordered" })].map(hasServerId)).toEqual([true, false, false]);
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
])("isSameAsOmitted is $2 for $1 in a $type with the default $default", (field, value, is) => {
  expect(isSameAsOmitted(field, value)).toBe(is);
});
