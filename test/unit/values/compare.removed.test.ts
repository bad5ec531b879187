/** What becomes of a value that the program gave before and omits now, by the facts of its field alone. */
import { describe, expect, it } from "vitest";
import { compare, differencesBetween, resets, type UpdateMode } from "../../../provider/values/compare.js";
import { type Field, type Fields, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { array, flag, integer, object, record, text } from "../support/any-fields.js";

const found = (members: Fields, before: Values, desired: Values, actual: Values, mode: UpdateMode = "full") =>
  differencesBetween(object(members), { desired, before, actual }, mode).removals;
const texts = (...[members, before, desired, actual, mode]: Parameters<typeof found>) =>
  found(members, before, desired, actual, mode).map((each) => each.text);

const unmanaged = { outcome: "nothing", text: "it: no longer managed" };
const stays = (shown: string) => ({
  outcome: "retained",
  text: `it: ${shown} stays, since the platform keeps what an update omits and can't clear it`,
});
const changes = (said: string, more = {}) => ({ outcome: "changes", text: `it: ${said}`, ...more });

describe("removed argument", () => {
  const ofMode = { mode: ["A"] };
  const byMode = integer({ whenOmitted: { by: { sibling: "mode", values: { A: 5 } } } });
  const ignored = text({ when: { ignored: ofMode } });
  const partial = array(text(), { items: { key: "", isPartial: true } });
  const hiding = integer({ secret: { if: "mode" } });
  const emptied = object({}, { default: {} });
  const allowed = integer({ default: 5, when: { allowed: ofMode } });
  const chosen = flag({ whenOmitted: { description: "the platform's choice" } });
  const some = array(text(), { minItems: 1 });
  const [removed, toDefault] = [changes("removed"), changes("7 → 5 (default)", { target: 5 })];
  const cleared = (target: Value) => changes("removed", { target });
  const toChoice = changes("false → the platform's choice (default)");
  const lost = changes("removed, with its data", { deletesData: true });
  const hidden = stays("a secret value");

  it.each<[what: string, mode: UpdateMode, field: Field, actual: Values, expected: object]>([
    ["is unmanaged if the platform has no value", "full", text(), {}, unmanaged],
    ["is unmanaged if the platform has null", "full", text(), { it: null }, unmanaged],
    ["is unmanaged if the platform owns its items", "full", partial, { it: ["a"] }, unmanaged],
    ["is unmanaged if the platform ignores it", "full", ignored, { it: "a", mode: "A" }, unmanaged],
    ["is removed if the platform doesn't ignore it", "full", ignored, { it: "a", mode: "B" }, removed],
    ["is unmanaged if the platform has its default", "partial", integer({ default: 5 }), { it: 5 }, unmanaged],
    ["is reset if it differs from its default", "partial", integer({ default: 5 }), { it: 7 }, toDefault],
    ["is cleared if its default is an empty object", "full", emptied, { it: { a: 1 } }, cleared({})],
    ["is removed if its default isn't allowed", "full", allowed, { it: 7, mode: "B" }, removed],
    ["is reset if its default is allowed", "full", allowed, { it: 7, mode: "A" }, toDefault],
    ["is reset if its default may be allowed", "full", allowed, { it: 7 }, toDefault],
    ["is reset to the default of its sibling's value", "full", byMode, { it: 7, mode: "A" }, toDefault],
    ["is removed if the default is for another value of its sibling", "full", byMode, { it: 7, mode: "B" }, removed],
    ["is removed if the sibling of its default isn't a text", "full", byMode, { it: 7, mode: ["A"] }, removed],
    ["is unmanaged if it is empty", "partial", text(), { it: "" }, unmanaged],
    ["is unmanaged if it is false", "partial", flag(), { it: false }, unmanaged],
    ["is unmanaged if it has no items", "partial", some, { it: [] }, unmanaged],
    ["is retained if it is true", "partial", flag(), { it: true }, stays("true")],
    ["is retained if it is zero", "partial", integer(), { it: 0 }, stays("0")],
    ["is reset if it is false and the platform chooses its default", "full", chosen, { it: false }, toChoice],
    ["is retained if its default can't be requested", "partial", chosen, { it: true }, stays("true")],
    ["is removed if a full update can omit it", "full", integer(), { it: 7 }, removed],
    ["is removed if it is never sent", "partial", integer({ local: true }), { it: 7 }, removed],
    ["is removed if separate calls send it", "partial", integer({ separate: "open" }), { it: 7 }, removed],
    ["is cleared if it can be null", "partial", integer({ nullable: true }), { it: 7 }, cleared(null)],
    ["is cleared if it is a list", "partial", array(text()), { it: ["a"] }, cleared([])],
    ["is cleared if it is a list of any length", "partial", array(text(), { minItems: 0 }), { it: ["a"] }, cleared([])],
    ["is retained if its list can't be empty", "partial", some, { it: ["a"] }, stays("a list of 1 item")],
    ["is cleared if it is a map", "partial", record(text()), { it: { a: "b" } }, cleared({})],
    ["is cleared if it is any text", "partial", text(), { it: "a" }, cleared("")],
    ["is cleared if it is a text of any length", "partial", text({ minLength: 0 }), { it: "a" }, cleared("")],
    ["is retained if its text can't be empty", "partial", text({ minLength: 1 }), { it: "a" }, stays('"a"')],
    ["is retained if it has a format", "partial", text({ format: "guid" }), { it: "a" }, stays('"a"')],
    ["is retained if it has a pattern", "partial", text({ pattern: "a" }), { it: "a" }, stays('"a"')],
    ["is retained if it is an object", "partial", object({ a: text() }), { it: { a: "b" } }, stays('{ a: "b" }')],
    ['loses its data if `onUpdate` is "delete data"', "full", text({ onUpdate: "delete data" }), { it: "a" }, lost],
    ["is redacted if it is secret", "partial", integer({ secret: true }), { it: 7 }, hidden],
    ["is redacted if its sibling makes it secret", "partial", hiding, { it: 7, mode: "A" }, hidden],
  ])("%s (%s update)", (_, mode, it, actual, expected) => {
    const place = { arg: "it", path: "it", steps: ["it"] };
    expect(found({ it, mode: text() }, { it: null }, {}, actual, mode)).toEqual([{ ...place, ...expected }]);
  });

  it("is reset and redacted by the program's other arguments, not by the platform's values", () => {
    const it = integer({ default: 5, when: { allowed: ofMode }, secret: { if: "hidden" } });
    const members = { it, mode: text(), hidden: flag() };
    expect(texts(members, { it: null }, { mode: "B" }, { it: 7, mode: "A" })).toEqual(["it: removed"]);
    expect(texts(members, { it: null }, { mode: "A", hidden: true }, { it: 7, mode: "B" })).toEqual([
      "it: a secret value → 5 (default)",
    ]);
  });

  it("isn't reported if its kind lacks it or the program never set it", () => {
    expect(found({}, { it: null }, {}, { it: 7 })).toEqual([]);
    expect(found({ it: integer() }, {}, {}, { it: 7 })).toEqual([]);
  });

  it("is removed by null unless it is nullable", () => {
    expect(found({ it: integer({ nullable: true }) }, { it: null }, { it: null }, { it: 7 })).toEqual([]);
    expect(texts({ it: integer() }, { it: null }, { it: null }, { it: 7 })).toEqual(["it: removed"]);
  });
});

describe("compare › removed argument", () => {
  const names = ["adoptId", "cloneFrom", "acceptDefaults", "connection", "existing", "image", "size"];
  const body = object({ ...Object.fromEntries(names.map((name) => [name, text()])), image: text({ required: true }) });
  const every = Object.fromEntries(names.map((name) => [name, "a"]));
  const { connection: _, ...state } = every;
  const removed = (existingArg?: string) =>
    compare(
      { body, updateMode: "full", existingArg },
      { id: "x", state, args: {}, oldInputs: { ...every, other: "a" } },
    ).removals.map((each) => each.text);

  it("isn't reported for options that don't change the resource, and for what a clone may omit", () => {
    expect(removed("existing")).toEqual(["size: removed"]);
    expect(removed()).toEqual(["existing: removed", "size: removed"]);
  });
});

describe("removed member", () => {
  const inner = object({ a: text(), b: object({ c: integer() }) });
  const secret = object({ a: integer({ default: 1 }) }, { secret: true });
  const item = object({ key: text(), a: integer({ default: 1 }) });
  const keyed = array(item, { items: { key: "key" } });
  const ordered = array(item, { items: "ordered" });
  const matched = array(item, { items: { matchBy: "key" } });
  const plain = array(text(), { items: { key: "" } });
  const keys = (...all: string[]) => all.map((key) => ({ key }));
  const itemOf = (key: string, a: number) => ({ key, a });
  const [x, y, set] = [itemOf("x", 2), itemOf("y", 3), itemOf("x", 1)];
  const all = [x, y];
  const twice = [x, x];
  const unmanagedAt = (index: number) => `it[${index}].a: no longer managed`;
  const resetAt = (index: number) => `it[${index}].a: 2 → 1 (default)`;

  it.each<[what: string, it: Field, before: Value, desired: Value, actual: Value, expected: string[]]>([
    ["is redacted if its object is secret", secret, { a: 0 }, {}, { a: 2 }, ["it.a: a secret value → 1 (default)"]],
    ["is ignored if its object is unknown", inner, { a: "" }, UNKNOWN, { a: "x" }, []],
    ["is ignored if its object isn't an object", inner, { a: "" }, 5, { a: "x" }, []],
    ["is unmanaged if the platform has no object", inner, { a: 0 }, {}, "x", ["it.a: no longer managed"]],
    ["is ignored if the program set no member of the object", inner, null, {}, { a: "x" }, []],
    ["is ignored in an ordered list of another length", ordered, all, keys("x"), all, []],
    ["is reset in the item in which it was set", keyed, [x, { key: "y" }], keys("x", "y", "z"), all, [resetAt(0)]],
    ["is reset after an item without a key", keyed, all, [{ b: 1 }, { key: "x" }], all, [resetAt(1)]],
    ["is reset after an item with an unknown key", keyed, all, keys(UNKNOWN, "x"), all, [resetAt(1)]],
    ["is reset after an unknown item", keyed, all, [UNKNOWN, { key: "x" }], all, [resetAt(1)]],
    ["is unmanaged in a new item", keyed, [{ key: "new", a: 1 }], keys("new"), all, [unmanagedAt(0)]],
    ["is unmanaged in an item that isn't an object", keyed, all, keys("x"), ["x"], [unmanagedAt(0)]],
    ["is unmanaged if the platform has no list", keyed, all, keys("x"), "x", [unmanagedAt(0)]],
    ["is ignored in a list of texts", plain, ["y"], ["x"], ["x"], []],
    ["is reset in each of two items with one key", keyed, twice, keys("x", "x"), [x, set], [resetAt(0), resetAt(1)]],
    ["is unmanaged in an item that has the default", matched, twice, keys("x"), [set], [unmanagedAt(0)]],
    ["is unmanaged in items that lack it", matched, all, keys("x", "y"), keys("x"), [unmanagedAt(0), unmanagedAt(1)]],
  ])("%s", (_, it, before, desired, actual, expected) => {
    expect(texts({ it }, { it: before }, { it: desired }, { it: actual })).toEqual(expected);
  });

  it("is removed under its path, also by a partial update", () => {
    const specified = { it: { a: "", b: { c: 0 } } };
    const actual = { it: { a: "x", b: { c: 1 } } };
    expect(found({ it: inner }, specified, { it: { b: {} } }, actual, "partial")).toEqual([
      { arg: "it", path: "it.a", steps: ["it", "a"], outcome: "changes", text: "it.a: removed" },
      { arg: "it", path: "it.b.c", steps: ["it", "b", "c"], outcome: "changes", text: "it.b.c: removed" },
    ]);
  });

  it("has the item's key or index as a step", () => {
    const steps = ["it", { list: keyed, item: { key: "y" } }, "a"];
    const change = { outcome: "changes", text: "it[0].a: 3 → 1 (default)", target: 1 };
    expect(found({ it: keyed }, { it: all }, { it: [{ key: "y" }, x] }, { it: all })).toEqual([
      { arg: "it", path: "it[0].a", steps, ...change },
    ]);
    expect(found({ it: ordered }, { it: all }, { it: keys("y", "x") }, { it: all })).toMatchObject([
      { text: resetAt(0), steps: ["it", 0, "a"] },
      { text: "it[1].a: 3 → 1 (default)", steps: ["it", 1, "a"] },
    ]);
    expect(found({ it: matched }, { it: twice }, { it: keys("x", "x") }, { it: [x, set] })).toMatchObject([
      { text: unmanagedAt(0), steps: ["it", 0, "a"] },
      { text: resetAt(1), steps: ["it", 1, "a"] },
    ]);
  });
});

describe("removed item that the platform owns", () => {
  const item = object({ id: text(), value: text() });
  const own = array(item, { items: { key: "id", isPartial: true } });
  const hidden = array(item, { items: { key: "id", isPartial: true }, secret: true });
  const more = array(object({ id: text(), value: text(), other: text() }), { items: { key: "id", isPartial: true } });
  const owned = (id: string) => ({ id, value: `${id}1` });
  const [a, b, c] = [owned("a"), owned("b"), owned("c")];
  const before = ["a", "b"].map((id) => ({ id, value: "" }));
  const stays = (id: string, shown = `value "${id}1"`, its = `"${id}"`) => ({
    ...{ arg: "it", path: `it (id ${its})`, steps: ["it"], outcome: "retained" },
    text: `it (id ${its}): ${shown} stays, since the platform can't remove its own items`,
  });
  const [both, secretly] = [[stays("a"), stays("b")], stays("a", "value a secret value", "a secret value")];
  const withOther = before.map((each) => ({ ...each, other: "" }));

  it.each<[what: string, it: Field, before: Value, desired: Value | undefined, actual: Value, expected: object[]]>([
    ["is retained, and reported with its values", own, before, [b], [a, b, c], [stays("a")]],
    ["is retained if all items are removed", own, before, [], [a, b, c], both],
    ["is retained if the list is omitted", own, before, undefined, [a, b, c], both],
    ["is retained if the list is null", own, before, null, [a, b, c], both],
    ["is reported without secrets", hidden, before, [b], [a], [secretly]],
    ["is reported with values that it lacks", more, withOther, [], [a], [stays("a", 'value "a1", other nothing')]],
    ["isn't reported while an item is unknown", own, before, [UNKNOWN], [a, b, c], []],
    ["isn't reported if it isn't an object", own, before, [], ["a"], []],
    ["isn't reported if no item was set", own, [], [], [a, b, c], []],
    ["is unmanaged if no item was set and the list is omitted", own, [], undefined, [a, b, c], [unmanaged]],
    ["is unmanaged if the list was null", own, null, undefined, [a, b, c], [unmanaged]],
    ["is unmanaged if the platform has no list", own, before, undefined, "x", [unmanaged]],
  ])("%s", (_, it, specified, desired, actual, expected) => {
    expect(found({ it }, { it: specified }, { it: desired }, { it: actual })).toMatchObject(expected);
  });

  it("is reported as retained only in a list with `isPartial`", () => {
    const listed = array(item, { items: { key: "id" } });
    expect(found({ it: listed }, { it: before }, { it: [] }, { it: [a, b, c] })).toEqual([]);
    expect(texts({ it: listed }, { it: before }, {}, { it: [a, b, c] })).toEqual(["it: removed"]);
  });
});

it("a full update resets omitted values at every depth", () => {
  const body = object({
    ...{
      specified: text(),
      empty: text(),
      constant: integer({ default: 1 }),
      off: flag(),
      here: text({ local: true }),
    },
    ...{ worded: text({ whenOmitted: { description: "the environment's value" } }), chosen: text({ whenOmitted: {} }) },
    ...{ inside: object({ a: text(), b: flag() }), outside: object({ a: text() }) },
  });
  const reset = resets(body, { specified: "x", empty: null, inside: { a: "x" } });
  expect(reset).toEqual([
    ...["empty → nothing", "constant → 1", "off → false"],
    ...["worded → the environment's value", "chosen → nothing", "inside.b → false", "outside → nothing"],
  ]);
});
