import { describe, expect, it } from "vitest";
import { inputsSeenIn, mergedInputs, withoutForeignSecrets } from "../../../provider/values/stored.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { array, json, object, record, text } from "../support/any-fields.js";

const [needed, secret] = [text({ required: true }), text({ secret: true })];
const itemFacts = { items: { key: "key" } } as const;
const item = object({ key: needed, a: text(), b: text(), s: secret });
const body = object({
  plain: text(),
  some: object({ a: text(), b: text(), secret }),
  items: array(item, itemFacts),
  ordered: array(object({ a: text(), b: text() }), { items: "ordered" }),
  partial: array(object({ key: needed, a: text() }), { items: { key: "key", isPartial: true } }),
  texts: array(text(), itemFacts),
  data: json(),
  map: record(secret),
  secret,
});
/** Items of a list, by their keys. */
const x = (members: Values = {}) => ({ key: "x", ...members });
const y = (members: Values = {}) => ({ key: "y", ...members });

describe("inputsSeenIn", () => {
  const both = [x({ a: "1", b: "2" }), y({ a: "3", b: "4" })];
  const outputs: Values = {
    plain: "p",
    some: { a: "1", secret: "s" },
    items: both,
    ordered: both,
    partial: [x({ a: "1" }), y({ a: "2" })],
    texts: ["1", "2"],
    data: ["1", { a: "2" }],
    map: { a: "1", b: "2" },
  };

  it.each<[what: string, inputs: Values, seen: Values]>([
    ["a member", { plain: "old" }, { plain: "p" }],
    ["a member that is null", { plain: null }, { plain: "p" }],
    ["a member of an object", { some: { a: "old" } }, { some: { a: "1" } }],
    ["no member that the outputs lack", { some: { b: "old" }, secret: "old" }, { some: {} }],
    ["an object that was unknown", { some: UNKNOWN }, { some: { a: "1", secret: "s" } }],
    ["a map, with all of its entries", { map: { a: "old" } }, { map: { a: "1", b: "2" } }],
    ["a list that was unknown", { items: UNKNOWN }, { items: both }],
    ["a platform's list that was unknown", { partial: UNKNOWN }, { partial: [x({ a: "1" }), y({ a: "2" })] }],
    ["a list in JSON", { data: ["old"] }, { data: ["1", { a: "2" }] }],
    ["a list of texts", { texts: ["old"] }, { texts: ["1", "2"] }],
    ["items with their members", { items: [y({ b: "" }), x({ a: "" })] }, { items: [x({ a: "1" }), y({ b: "4" })] }],
    ["an added item like others", { items: [x({ a: "" })] }, { items: [x({ a: "1" }), y({ a: "3" })] }],
    ["ordered items by index", { ordered: [{ a: "" }, { b: "" }] }, { ordered: [{ a: "1" }, { b: "4" }] }],
    ["only specified items of the platform's list", { partial: [y({ a: "" })] }, { partial: [y({ a: "2" })] }],
    ["nothing if the program set nothing", {}, {}],
  ])("returns %s", (_, inputs, seen) => {
    expect(inputsSeenIn(body, [inputs], outputs)).toEqual(seen);
  });
});

describe("withoutForeignSecrets (secrets set in the platform's console aren't stored in the state)", () => {
  const outputs: Values = {
    secret: "s",
    some: { a: "1", secret: "s" },
    items: [x({ s: "s" }), y({ s: "s" })],
    map: { a: "s" },
    plain: "p",
  };
  const [some, withSecret] = [{ a: "1" }, { a: "1", secret: "s" }];
  const others = { items: [x(), y()], map: { a: "s" }, plain: "p" };

  it.each<[what: string, inputs: Values, kept: Values]>([
    ["drops secrets that the inputs lack, as set in the platform's console", {}, { ...others, some }],
    ["keeps specified secrets", { secret: "", some: { secret: "" } }, { ...others, secret: "s", some: withSecret }],
    ["keeps secrets of an object that was unknown", { some: UNKNOWN }, { ...others, some: withSecret }],
    ["keeps the secret of an item", { items: [x({ s: "" })] }, { ...others, some, items: [x({ s: "s" }), y()] }],
  ])("%s", (_, inputs, kept) => {
    expect(withoutForeignSecrets(body, inputs, outputs)).toEqual(kept);
  });

  it("keeps a text that the platform returns instead of a list", () => {
    expect(withoutForeignSecrets(body, {}, { items: "none" })).toEqual({ items: "none" });
  });
});

describe("mergedInputs", () => {
  const [a, b] = [x({ a: "1" }), x({ b: "2" })];
  it.each<[what: string, before: Values, now: Values, merged: Values]>([
    ["has the newer of two values", { plain: "1", secret: "s" }, { plain: "2" }, { plain: "2", secret: "s" }],
    ["has members of either object", { some: { a: "1" } }, { some: { b: "2" } }, { some: { a: "1", b: "2" } }],
    ["has items of either", { items: [a, y()] }, { items: [b] }, { items: [x({ a: "1", b: "2" }), y()] }],
    ["has the newer of two ordered lists", { ordered: [a, {}] }, { ordered: [b] }, { ordered: [b] }],
    ["has the newer of two lists of texts", { texts: ["1", "2"] }, { texts: ["3"] }, { texts: ["3"] }],
    ["has the newer map", { map: { a: "1" } }, { map: { b: "2" } }, { map: { b: "2" } }],
  ])("%s", (_, before, now, merged) => {
    expect(mergedInputs(body, before, now)).toEqual(merged);
  });
});
