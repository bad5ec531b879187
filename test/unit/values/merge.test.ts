/** What a full update sends: what the platform has, overwritten by what the program gives, by the facts of the fields alone. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Field, Fields } from "../../../provider/schema/field.js";
import type { Value, Values } from "../../../provider/schema/json.js";
import type { Purpose } from "../../../provider/schema/view.js";
import { merge, mergeWithinRules } from "../../../provider/values/merge.js";
import { array, object, record, text } from "../support/any-fields.js";

type Row = [
  what: string,
  field: Field,
  actual: Value | undefined,
  desired: Value | undefined,
  merged: Value | undefined,
];

describe("full update", () => {
  const inner = object({ a: text(), b: text() });
  const other = object({ a: text(), b: text(), c: text() }, { alternatives: [["a", "b"], ["c"]] });
  it.each<Row>([
    ["the program's value", text(), "x", "y", "y"],
    ["null if the program sets it", text(), "x", null, null],
    ["the platform's value if the program omits it", text(), "x", undefined, "x"],
    ["nothing if neither the program nor the platform has a value", text(), undefined, undefined, undefined],
    ["members of the program's and the platform's object", inner, { a: "x", b: "x" }, { b: "y" }, { a: "x", b: "y" }],
    ["an object that the platform lacks", inner, null, { b: "y" }, { b: "y" }],
    ["the program's object instead of another type", inner, "x", { b: "y" }, { b: "y" }],
    ["another type instead of an object", inner, { a: "x" }, "y", "y"],
    ["no member that only responses have", inner, { a: "x", z: "x" }, {}, { a: "x" }],
    ["no member of an omitted object that only responses have", inner, { a: "x", z: "x" }, undefined, { a: "x" }],
    ["a value that isn't an object unchanged", inner, "x", undefined, "x"],
    ["no member of another alternative", other, { a: "x", b: "x" }, { c: "y" }, { c: "y" }],
    ["all members of the same alternative", other, { a: "x", b: "x" }, { b: "y" }, { a: "x", b: "y" }],
    ["null of an alternative and the other one", other, { a: "x" }, { c: null }, { a: "x", c: null }],
    ["the platform's map if the program omits it", record(text()), { a: "x" }, undefined, { a: "x" }],
    ["the platform's list instead of a text", text(), ["x"], undefined, ["x"]],
    ["the program's map instead of the platform's", record(text()), { a: "x" }, { b: "y" }, { b: "y" }],
  ])("sends %s", (_, field, actual, desired, merged) => {
    expect(merge(field, actual, desired)).toStrictEqual(merged);
  });
});

describe("full update of a list", () => {
  const item = object({ key: text({ required: true }), a: text(), b: text() });
  const keyed = array(item, { items: { key: "key" } });
  const partial = array(item, { items: { key: "key", isPartial: true } });
  const ordered = array(item, { items: "ordered" });
  const matched = array(item, { items: { matchBy: "key" } });
  const numbered = array(object({ id: text(), key: text({ required: true }), a: text() }), { items: { key: "key" } });
  const plain = array(text(), { items: { key: "" } });
  const plainPartial = array(text(), { items: { key: "", isPartial: true } });
  const [x, y] = [
    { key: "x", a: "x" },
    { key: "y", a: "y" },
  ];
  it.each<Row>([
    ["each item merged by its key", keyed, [x, y], [{ key: "y", b: "1" }], [{ key: "y", a: "y", b: "1" }]],
    ["each item merged by its identity key", matched, [y, x], [{ key: "x" }], [x]],
    ["ordered items unmerged", ordered, [x, y], [{ key: "x" }], [{ key: "x" }]],
    ["ordered items with unknown members", ordered, [x, y], [{ key: "x", z: "1" }], [{ key: "x", z: "1" }]],
    ["the program's items if the platform has no list", partial, "x", [y], [y]],
    ["the platform's items of any type if the program has none", plainPartial, [{ a: "1" }], undefined, [{ a: "1" }]],
    ["items unmerged if the platform has no list", keyed, "x", [{ key: "x" }], [{ key: "x" }]],
    ["another type instead of a list", keyed, [x], "x", "x"],
    ["plain items of the program", plain, ["x"], ["y", "x"], ["y", "x"]],
    ["null items", keyed, [], [null], [null]],
    ["no item that the program omits", keyed, [x, y], [{ key: "x" }], [x]],
    ["the platform's items after the program's", partial, [x, y], [{ key: "y" }], [y, x]],
    ["no item of the platform that lacks a required member", partial, [{ a: "1" }, y], [], [y]],
    ["no item of the platform with an empty key", partial, [{ key: null }, y], undefined, [y]],
    ["items of the platform that aren't objects", partial, ["z", null], undefined, ["z", null]],
    ["all items if the program omits the list", keyed, [{ a: "1" }], undefined, [{ a: "1" }]],
    ["no members that only responses have", keyed, [{ ...x, z: "1" }], undefined, [x]],
    ["a value that isn't a list unchanged", keyed, "x", undefined, "x"],
    [
      "the platform's ID of an item that stays, such as a port",
      numbered,
      [{ id: "1", ...x }],
      [{ key: "x" }],
      [{ id: "1", ...x }],
    ],
    ["no ID that the platform hasn't assigned", numbered, [], [{ id: "2", key: "x" }], [{ key: "x" }]],
    ["the platform's ID, not another one", numbered, [{ id: "1", ...x }], [{ id: "2", key: "x" }], [{ id: "1", ...x }]],
    ["no ID if the platform has none", numbered, [x], [{ key: "x" }], [x]],
    ["items that aren't objects unchanged", numbered, ["x"], ["x"], ["x"]],
    ["an object instead of a text", numbered, ["x"], [{ key: "x" }], [{ key: "x" }]],
  ])("sends %s", (_, field, actual, desired, merged) => {
    expect(merge(field, actual, desired)).toStrictEqual(merged);
  });
});

describe("full update that would break a rule", () => {
  /** The rules over a whole resource: the paths of what is wrong. They hold for what a create could send. */
  type Rule = (values: Values) => readonly (readonly (string | number)[])[];
  const fitted = (members: Fields, rule: Rule, actual: Values, desired: Values) => {
    const schemas = (purpose: Purpose) =>
      z.any().superRefine((values: Values, context) => {
        for (const path of purpose === "create" ? rule(values) : [])
          context.addIssue({ code: "custom", path: [...path], message: "must be something else" });
      });
    const { values, dropped, conflicts } = mergeWithinRules(
      { body: object(members), schemas: schemas as never },
      actual,
      desired,
    );
    return { values, dropped: dropped.map(({ path }) => path), conflicts: conflicts.map(({ path }) => path) };
  };
  const members = { a: text(), b: text(), c: text(), d: text() };

  it("drops as few of the platform's values as possible", () => {
    const outer = object({ inner: text(), other: text() });
    const rule: Rule = ({ a, outer }) => (a === "y" && (outer as Values)?.inner !== undefined ? [["a"]] : []);
    expect(fitted({ a: text(), outer }, rule, { a: "x", outer: { inner: "1", other: "2" } }, { a: "y" })).toEqual({
      values: { a: "y", outer: { other: "2" } },
      dropped: ["outer.inner"],
      conflicts: [],
    });
  });

  it("drops no value if that would break another rule", () => {
    const rule: Rule = ({ a, b }) => (a !== "y" ? [] : b === undefined ? [["c"]] : [["a"], ["d"]]);
    expect(fitted(members, rule, { a: "x", b: "1" }, { a: "y" })).toEqual({
      values: { a: "y", b: "1" },
      dropped: [],
      conflicts: ["a", "d"],
    });
  });

  it("drops values until all rules hold", () => {
    const rule: Rule = ({ a, b, c }) =>
      a !== "y" ? [] : [...(b === undefined ? [] : [["b"]]), ...(c === undefined ? [] : [["c"]])];
    const { values, dropped, conflicts } = fitted(members, rule, { a: "x", b: "1", c: "1", d: "1" }, { a: "y" });
    expect([values, [...dropped].sort(), conflicts]).toEqual([{ a: "y", d: "1" }, ["b", "c"], []]);
  });

  it("keeps an item of the platform that itself breaks a rule", () => {
    const list = array(object({ key: text(), a: text() }), { items: { key: "key", isPartial: true } });
    const rule: Rule = ({ list }) =>
      (list as Values[]).flatMap(({ a }, index) => (a === "wrong" ? [["list", index, "a"]] : []));
    const specified = Array.from({ length: 10 }, (_, index) => ({ key: `${index}` }));
    const wrong = { key: "own", a: "wrong" };
    expect(fitted({ list }, rule, { list: [wrong] }, { list: specified })).toEqual({
      values: { list: [...specified, wrong] },
      dropped: [],
      conflicts: [],
    });
  });

  describe("masked secrets that an update would lose (a conflict fails with AP2001)", () => {
    const token = text({ secret: true });
    const list = array(object({ key: text(), token }), { items: { key: "key" } });
    const masked = { token: "REDACTED" };
    const all: Fields = {
      ...{ token, list, plain: text(), inside: object({ token, plain: text() }) },
      kept: text({ secret: true, returned: { mask: { isPreserved: true } } }),
      needed: text({ secret: true, required: true }),
    };
    const specified = { needed: "known" };
    const [inside, plain, item, known] = [masked, { plain: "x" }, { key: "x", ...masked }, { key: "x", token: "y" }];
    const [inInside, inList] = [["inside.token"], ["list[0].token"]];
    it.each<[what: string, actual: Values, desired: Values, conflicts: string[]]>([
      ["have no conflict without a mask", {}, specified, []],
      ["conflict if the program omits one", masked, specified, ["token"]],
      ["conflict if a required secret is missing", {}, {}, ["needed"]],
      ["conflict if a required secret is null", { needed: null }, {}, ["needed"]],
      ["have no conflict if the program sets null", { needed: null }, { needed: null }, []],
      ["have no conflict if the value isn't the mask", { token: "known" }, specified, []],
      ["have no conflict for a value that isn't secret", { plain: "REDACTED" }, specified, []],
      ["have no conflict if the program sets the secret, even to the mask", masked, { ...specified, ...masked }, []],
      ["have no conflict if the mask preserves the secret", { kept: "REDACTED" }, specified, []],
      ["conflict in an object that the program omits", { inside: masked }, specified, ["inside.token"]],
      ["conflict in an object that the program sets", { inside }, { ...specified, inside: plain }, inInside],
      ["have no conflict if the program sets the secret in the object", { inside }, { ...specified, inside }, []],
      ["conflict in an item that the program sets", { list: [item] }, { ...specified, list: [{ key: "x" }] }, inList],
      ["conflict in an item that the program omits", { list: [item] }, specified, inList],
      ["have no conflict if the program sets it in the item", { list: [item] }, { ...specified, list: [known] }, []],
    ])("%s", (_, actual, desired, conflicts) => {
      expect(fitted(all, () => [], actual, desired).conflicts).toEqual(conflicts);
    });
  });
});
