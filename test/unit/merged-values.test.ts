/** What a full update sends: what the platform has, overwritten by what the program gives, by the facts of the fields alone. */
import { describe, expect, it } from "vitest";
import { merge } from "../../provider/values/merge.js";
import type { Field, Value } from "../provider.js";
import { array, object, record, text } from "./any-fields.js";

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
    ["a record as the program gives it", record(text()), { a: "x" }, { b: "y" }, { b: "y" }],
  ])("%s", (_, field, have, wanted, merged) => {
    expect(merge(field, have, wanted)).toEqual(merged);
  });

  it("no member without a value", () => {
    expect(Object.keys(merge(inner, {}, { a: "y" }) as object)).toEqual(["a"]);
  });
});

describe("a full update sends of a list", () => {
  const item = object({ key: text({ required: true }), a: text(), b: text() });
  const keyed = array(item, { key: "key" });
  const partial = array(item, { key: "key", items: "partial" });
  const ordered = array(item, { items: "ordered" });
  const matched = array(item, { items: { matchBy: "key" } });
  const numbered = array(object({ id: text(), key: text({ required: true }), a: text() }), { key: "key" });
  const plain = array(text(), { key: "" });
  const [x, y] = [
    { key: "x", a: "x" },
    { key: "y", a: "y" },
  ];
  it.each<Row>([
    ["each item merged with the one of its key", keyed, [x, y], [{ key: "y", b: "1" }], [{ key: "y", a: "y", b: "1" }]],
    ["each item merged with the one of its sort", matched, [y, x], [{ key: "x" }], [x]],
    ["items as they are where the order matters", ordered, [x, y], [{ key: "x" }], [{ key: "x" }]],
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
    expect(merge(field, have, wanted)).toEqual(merged);
  });

  it("no ID as a member without a value", () => {
    const [first] = merge(numbered, [x], [{ key: "x" }]) as object[];
    expect(Object.keys(first as object)).not.toContain("id");
  });
});
