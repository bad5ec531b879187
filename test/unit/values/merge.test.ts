/** What a full update sends: what the platform has, overwritten by what the program gives, by the facts of the fields alone. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Field, Fields } from "../../../provider/schema/field.js";
import type { Value, Values } from "../../../provider/schema/json.js";
import type { Purpose } from "../../../provider/schema/view.js";
import { merge, mergeWithinRules } from "../../../provider/values/merge.js";
import { array, object, record, text } from "../support/any-fields.js";

type Row = [what: string, field: Field, have: Value | undefined, wanted: Value | undefined, merged: Value | undefined];

describe("a full update sends", () => {
  const inner = object({ a: text(), b: text() });
  const other = object({ a: text(), b: text(), c: text() }, { alternatives: [["a", "b"], ["c"]] });
  it.each<Row>([
    ["what the program gives", text(), "x", "y", "y"],
    ["null, if the program gives that", text(), "x", null, null],
    ["what only the platform has", text(), "x", undefined, "x"],
    ["nothing that nobody has", text(), undefined, undefined, undefined],
    ["members of both", inner, { a: "x", b: "x" }, { b: "y" }, { a: "x", b: "y" }],
    ["an object that the platform does not have", inner, null, { b: "y" }, { b: "y" }],
    ["the program's object in place of something else", inner, "x", { b: "y" }, { b: "y" }],
    ["what isn't an object in place of one", inner, { a: "x" }, "y", "y"],
    ["no member that only responses have", inner, { a: "x", z: "x" }, {}, { a: "x" }],
    ["no such member of an object that the program omits", inner, { a: "x", z: "x" }, undefined, { a: "x" }],
    ["what isn't an object as it is", inner, "x", undefined, "x"],
    ["no member of another alternative", other, { a: "x", b: "x" }, { c: "y" }, { c: "y" }],
    ["all members of the same alternative", other, { a: "x", b: "x" }, { b: "y" }, { a: "x", b: "y" }],
    ["no less because of an alternative that is null", other, { a: "x" }, { c: null }, { a: "x", c: null }],
    ["a record that only the platform has", record(text()), { a: "x" }, undefined, { a: "x" }],
    ["a list in place of something else as it is", text(), ["x"], undefined, ["x"]],
    ["a record as the program gives it", record(text()), { a: "x" }, { b: "y" }, { b: "y" }],
  ])("%s", (_, field, have, wanted, merged) => {
    expect(merge(field, have, wanted)).toStrictEqual(merged);
  });
});

describe("a full update sends of a list", () => {
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
    ["each item merged with the one of its key", keyed, [x, y], [{ key: "y", b: "1" }], [{ key: "y", a: "y", b: "1" }]],
    ["each item merged with the one of its sort", matched, [y, x], [{ key: "x" }], [x]],
    ["items as they are where the order matters", ordered, [x, y], [{ key: "x" }], [{ key: "x" }]],
    ["items with members that only programs have", ordered, [x, y], [{ key: "x", z: "1" }], [{ key: "x", z: "1" }]],
    ["the program's own items where the platform has no list", partial, "x", [y], [y]],
    ["own items of the platform, whatever they are", plainPartial, [{ a: "1" }], undefined, [{ a: "1" }]],
    ["items as they are where the platform has no list", keyed, "x", [{ key: "x" }], [{ key: "x" }]],
    ["something else in place of a list", keyed, [x], "x", "x"],
    ["plain items", plain, ["x"], ["y", "x"], ["y", "x"]],
    ["null for an item that is nothing", keyed, [], [null], [null]],
    ["no item that the program omits", keyed, [x, y], [{ key: "x" }], [x]],
    ["the platform's own items after those of the program", partial, [x, y], [{ key: "y" }], [y, x]],
    ["no own item of the platform that lacks what is required", partial, [{ a: "1" }, y], [], [y]],
    ["no own item of the platform without a value", partial, [{ key: null }, y], undefined, [y]],
    ["own items of the platform that aren't objects", partial, ["z", null], undefined, ["z", null]],
    ["all items that the program does not know, even incomplete ones", keyed, [{ a: "1" }], undefined, [{ a: "1" }]],
    ["no members of items that only responses have", keyed, [{ ...x, z: "1" }], undefined, [x]],
    ["what isn't a list as it is", keyed, "x", undefined, "x"],
    ["the ID that the platform assigned, first", numbered, [{ id: "1", ...x }], [{ key: "x" }], [{ id: "1", ...x }]],
    ["no ID that the program makes up", numbered, [], [{ id: "2", key: "x" }], [{ key: "x" }]],
    ["no other ID than the platform's", numbered, [{ id: "1", ...x }], [{ id: "2", key: "x" }], [{ id: "1", ...x }]],
    ["no ID where the platform has none", numbered, [x], [{ key: "x" }], [x]],
    ["what isn't an object, though items have IDs", numbered, ["x"], ["x"], ["x"]],
    ["an object in place of what is none", numbered, ["x"], [{ key: "x" }], [{ key: "x" }]],
  ])("%s", (_, field, have, wanted, merged) => {
    expect(merge(field, have, wanted)).toStrictEqual(merged);
  });
});

describe("a full update within the rules", () => {
  /** The rules over a whole resource: the paths of what is wrong. They hold for what a create could send. */
  type Rule = (values: Values) => readonly (readonly (string | number)[])[];
  const fitted = (members: Fields, rule: Rule, have: Values, wanted: Values) => {
    const schemas = (purpose: Purpose) =>
      z.any().superRefine((values: Values, context) => {
        for (const path of purpose === "create" ? rule(values) : [])
          context.addIssue({ code: "custom", path: [...path], message: "must be something else" });
      });
    const { values, dropped, conflicts } = mergeWithinRules(
      { body: object(members), schemas: schemas as never },
      have,
      wanted,
    );
    return { values, dropped: dropped.map(({ path }) => path), conflicts: conflicts.map(({ path }) => path) };
  };
  const members = { a: text(), b: text(), c: text(), d: text() };

  it("drops as few of the platform's own values as possible", () => {
    const outer = object({ inner: text(), other: text() });
    const rule: Rule = ({ a, outer }) => (a === "y" && (outer as Values)?.inner !== undefined ? [["a"]] : []);
    expect(fitted({ a: text(), outer }, rule, { a: "x", outer: { inner: "1", other: "2" } }, { a: "y" })).toEqual({
      values: { a: "y", outer: { other: "2" } },
      dropped: ["outer.inner"],
      conflicts: [],
    });
  });

  it("drops nothing that would break another rule", () => {
    const rule: Rule = ({ a, b }) => (a !== "y" ? [] : b === undefined ? [["c"]] : [["a"], ["d"]]);
    expect(fitted(members, rule, { a: "x", b: "1" }, { a: "y" })).toEqual({
      values: { a: "y", b: "1" },
      dropped: [],
      conflicts: ["a", "d"],
    });
  });

  it("drops one thing after the other, until all rules hold", () => {
    const rule: Rule = ({ a, b, c }) =>
      a !== "y" ? [] : [...(b === undefined ? [] : [["b"]]), ...(c === undefined ? [] : [["c"]])];
    const { values, dropped, conflicts } = fitted(members, rule, { a: "x", b: "1", c: "1", d: "1" }, { a: "y" });
    expect([values, [...dropped].sort(), conflicts]).toEqual([{ a: "y", d: "1" }, ["b", "c"], []]);
  });

  it("keeps what the platform breaks by itself, wherever an item moves", () => {
    const list = array(object({ key: text(), a: text() }), { items: { key: "key", isPartial: true } });
    const rule: Rule = ({ list }) =>
      (list as Values[]).flatMap(({ a }, index) => (a === "wrong" ? [["list", index, "a"]] : []));
    const given = Array.from({ length: 10 }, (_, index) => ({ key: `${index}` }));
    const wrong = { key: "own", a: "wrong" };
    expect(fitted({ list }, rule, { list: [wrong] }, { list: given })).toEqual({
      values: { list: [...given, wrong] },
      dropped: [],
      conflicts: [],
    });
  });

  describe("sends no secret that the platform masks, but refuses what", () => {
    const token = text({ secret: true });
    const list = array(object({ key: text(), token }), { items: { key: "key" } });
    const masked = { token: "REDACTED" };
    const all: Fields = {
      ...{ token, list, plain: text(), inside: object({ token, plain: text() }) },
      kept: text({ secret: true, returned: { isPreservedByMask: true } }),
      needed: text({ secret: true, required: true }),
    };
    const given = { needed: "known" };
    it.each<[what: string, have: Values, wanted: Values, conflicts: string[]]>([
      ["has none", {}, given, []],
      ["the program does not give", masked, given, ["token"]],
      ["the program does not give, though it must be there", {}, {}, ["needed"]],
      ["the platform shows as nothing, though it must be there", { needed: null }, {}, ["needed"]],
      ["is nothing, as the program says", { needed: null }, { needed: null }, []],
      ["is not the mask", { token: "known" }, given, []],
      ["isn't secret", { plain: "REDACTED" }, given, []],
      ["the program gives, even if it is the mask", masked, { ...given, ...masked }, []],
      ["is kept by its mask", { kept: "REDACTED" }, given, []],
      ["is inside", { inside: masked }, given, ["inside.token"]],
      [
        "is inside of what the program gives",
        { inside: masked },
        { ...given, inside: { plain: "x" } },
        ["inside.token"],
      ],
      ["is given inside", { inside: masked }, { ...given, inside: masked }, []],
      ["is in an item", { list: [{ key: "x", ...masked }] }, { ...given, list: [{ key: "x" }] }, ["list[0].token"]],
      ["is in an item that only the platform has", { list: [{ key: "x", ...masked }] }, given, ["list[0].token"]],
      ["is given in an item", { list: [{ key: "x", ...masked }] }, { ...given, list: [{ key: "x", token: "y" }] }, []],
    ])("%s", (_, have, wanted, conflicts) => {
      expect(fitted(all, () => [], have, wanted).conflicts).toEqual(conflicts);
    });
  });
});
