/** What becomes of a value that the program gave before and omits now, by the facts of its field alone. */
import { describe, expect, it } from "vitest";
import { differencesBetween, resets, type UpdateMode } from "../../../provider/values/compare.js";
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
  const allowed = integer({ default: 5, when: { allowed: ofMode } });
  const chosen = flag({ whenOmitted: { description: "the platform's choice" } });
  const some = array(text(), { minItems: 1 });
  const [removed, toDefault] = [changes("removed"), changes("7 → 5 (default)", { target: 5 })];
  const cleared = (target: Value) => changes("removed", { target });
  const toChoice = changes("false → the platform's choice (default)");
  const lost = changes("removed, with its data", { deletesData: true });
  const hidden = stays("a secret value");

  it.each<[what: string, mode: UpdateMode, field: Field, actual: Values, expected: object]>([
    ["is nothing to the platform if that lacks it", "full", text(), {}, unmanaged],
    ["is unmanaged if the platform has null", "full", text(), { it: null }, unmanaged],
    [
      "is unmanaged if the platform owns its items",
      "full",
      array(text(), { items: { key: "", isPartial: true } }),
      { it: ["a"] },
      unmanaged,
    ],
    [
      "is unmanaged if the platform ignores it",
      "full",
      text({ when: { ignored: ofMode } }),
      { it: "a", mode: "A" },
      unmanaged,
    ],
    [
      "is removed if the platform may not ignore it",
      "full",
      text({ when: { ignored: ofMode } }),
      { it: "a", mode: "B" },
      removed,
    ],
    ["is unmanaged if it has its default", "partial", integer({ default: 5 }), { it: 5 }, unmanaged],
    ["is reset if it differs from its default", "partial", integer({ default: 5 }), { it: 7 }, toDefault],
    [
      "is cleared if its default is an empty object",
      "full",
      object({}, { default: {} }),
      { it: { a: 1 } },
      cleared({}),
    ],
    ["is removed without its default if that is not allowed", "full", allowed, { it: 7, mode: "B" }, removed],
    ["is reset if its default is allowed", "full", allowed, { it: 7, mode: "A" }, toDefault],
    ["is reset if its default may be allowed", "full", allowed, { it: 7 }, toDefault],
    ["is reset to the default of its sibling's value", "full", byMode, { it: 7, mode: "A" }, toDefault],
    ["is removed if the default is for another value of its sibling", "full", byMode, { it: 7, mode: "B" }, removed],
    ["is removed if its sibling isn't a text", "full", byMode, { it: 7, mode: ["A"] }, removed],
    ["is unmanaged if it is empty", "partial", text(), { it: "" }, unmanaged],
    ["is unmanaged if it is false", "partial", flag(), { it: false }, unmanaged],
    ["is unmanaged if it has no items", "partial", some, { it: [] }, unmanaged],
    ["stays if it is true", "partial", flag(), { it: true }, stays("true")],
    ["stays if it is zero", "partial", integer(), { it: 0 }, stays("0")],
    ["is reset if it is false, unlike its default", "full", chosen, { it: false }, toChoice],
    ["stays if its default can't be requested", "partial", chosen, { it: true }, stays("true")],
    ["is removed if a full update can omit it", "full", integer(), { it: 7 }, removed],
    ["is removed if it is never sent", "partial", integer({ local: true }), { it: 7 }, removed],
    ["is removed if separate calls send it", "partial", integer({ separate: "open" }), { it: 7 }, removed],
    ["is cleared if it can be null", "partial", integer({ nullable: true }), { it: 7 }, cleared(null)],
    ["is cleared if it is a list", "partial", array(text()), { it: ["a"] }, cleared([])],
    ["is cleared if it is a list of any length", "partial", array(text(), { minItems: 0 }), { it: ["a"] }, cleared([])],
    ["stays if its list can't be empty", "partial", some, { it: ["a"] }, stays("a list of 1 item")],
    ["is cleared if it is a map", "partial", record(text()), { it: { a: "b" } }, cleared({})],
    ["is cleared if it is any text", "partial", text(), { it: "a" }, cleared("")],
    ["is cleared if it is a text of any length", "partial", text({ minLength: 0 }), { it: "a" }, cleared("")],
    ["stays if its text can't be empty", "partial", text({ minLength: 1 }), { it: "a" }, stays('"a"')],
    ["stays if it has a format", "partial", text({ format: "guid" }), { it: "a" }, stays('"a"')],
    ["stays if it has a pattern", "partial", text({ pattern: "a" }), { it: "a" }, stays('"a"')],
    ["stays if it is an object", "partial", object({ a: text() }), { it: { a: "b" } }, stays('{ a: "b" }')],
    ["warns if it holds data", "full", text({ onUpdate: "delete data" }), { it: "a" }, lost],
    ["is redacted if it is secret", "partial", integer({ secret: true }), { it: 7 }, hidden],
    [
      "is redacted if its sibling makes it secret",
      "partial",
      integer({ secret: { if: "mode" } }),
      { it: 7, mode: "A" },
      hidden,
    ],
  ])("%s (%s)", (_, mode, it, actual, expected) => {
    const place = { arg: "it", path: "it", steps: ["it"] };
    expect(found({ it, mode: text() }, { it: null }, {}, actual, mode)).toEqual([{ ...place, ...expected }]);
  });

  it("depends on the program's other arguments, not on the platform's values", () => {
    const it = integer({ default: 5, when: { allowed: ofMode }, secret: { if: "hidden" } });
    const members = { it, mode: text(), hidden: flag() };
    expect(texts(members, { it: null }, { mode: "B" }, { it: 7, mode: "A" })).toEqual(["it: removed"]);
    expect(texts(members, { it: null }, { mode: "A", hidden: true }, { it: 7, mode: "B" })).toEqual([
      "it: a secret value → 5 (default)",
    ]);
  });

  it("is one that its kind has and the program set", () => {
    expect(found({}, { it: null }, {}, { it: 7 })).toEqual([]);
    expect(found({ it: integer() }, {}, {}, { it: 7 })).toEqual([]);
  });

  it("is cleared by null if null is a value, and otherwise removed", () => {
    expect(found({ it: integer({ nullable: true }) }, { it: null }, { it: null }, { it: 7 })).toEqual([]);
    expect(texts({ it: integer() }, { it: null }, { it: null }, { it: 7 })).toEqual(["it: removed"]);
  });
});

describe("removed member of an object", () => {
  const inner = object({ a: text(), b: object({ c: integer() }) });

  it("has a path, and is sent with the whole object", () => {
    const specified = { it: { a: "", b: { c: 0 } } };
    const actual = { it: { a: "x", b: { c: 1 } } };
    expect(found({ it: inner }, specified, { it: { b: {} } }, actual, "partial")).toEqual([
      { arg: "it", path: "it.a", steps: ["it", "a"], outcome: "changes", text: "it.a: removed" },
      { arg: "it", path: "it.b.c", steps: ["it", "b", "c"], outcome: "changes", text: "it.b.c: removed" },
    ]);
  });

  it("is redacted if its object is secret", () => {
    const it = object({ a: integer({ default: 1 }) }, { secret: true });
    expect(texts({ it }, { it: { a: 0 } }, { it: {} }, { it: { a: 2 } })).toEqual([
      "it.a: a secret value → 1 (default)",
    ]);
  });

  it.each<[what: string, desired: Values, actual: Values]>([
    ["is unknown", { it: UNKNOWN }, { it: { a: "x" } }],
    ["isn't an object", { it: 5 }, { it: { a: "x" } }],
  ])("is ignored if its object %s", (_, desired, actual) => {
    expect(found({ it: inner }, { it: { a: "" } }, desired, actual)).toEqual([]);
  });

  it("is removed if the platform has another value than an object", () => {
    expect(texts({ it: inner }, { it: { a: 0 } }, { it: {} }, { it: "x" })).toEqual(["it.a: no longer managed"]);
  });

  it("is ignored if the whole object was set", () => {
    expect(found({ it: inner }, { it: null }, { it: {} }, { it: { a: "x" } })).toEqual([]);
  });
});

describe("removed member of a list's item", () => {
  const item = object({ key: text(), a: integer({ default: 1 }) });
  const keyed = array(item, { items: { key: "key" } });
  const ordered = array(item, { items: "ordered" });
  const matched = array(item, { items: { matchBy: "key" } });
  const [x, y] = [
    { key: "x", a: 2 },
    { key: "y", a: 3 },
  ];
  const all = { it: [x, y] };

  it("is found by the item's key at any index", () => {
    const steps = ["it", { list: keyed, item: { key: "y" } }, "a"];
    const change = { outcome: "changes", text: "it[0].a: 3 → 1 (default)", target: 1 };
    expect(found({ it: keyed }, all, { it: [{ key: "y" }, x] }, { it: [x, y] })).toEqual([
      { arg: "it", path: "it[0].a", steps, ...change },
    ]);
  });

  it("is found by index in an ordered list of the same length", () => {
    const specified = { it: [x, y] };
    expect(found({ it: ordered }, specified, { it: [{ key: "y" }, { key: "x" }] }, { it: [x, y] })).toMatchObject([
      { text: "it[0].a: 2 → 1 (default)", steps: ["it", 0, "a"] },
      { text: "it[1].a: 3 → 1 (default)", steps: ["it", 1, "a"] },
    ]);
    expect(found({ it: ordered }, specified, { it: [{ key: "x" }] }, { it: [x, y] })).toEqual([]);
  });

  it("is one that was set in that item", () => {
    const specified = { it: [x, { key: "y" }] };
    expect(texts({ it: keyed }, specified, { it: [{ key: "x" }, { key: "y" }, { key: "z" }] }, { it: [x, y] })).toEqual(
      ["it[0].a: 2 → 1 (default)"],
    );
  });

  it.each<[what: string, item: Values | typeof UNKNOWN]>([
    ["no key", { b: 1 }],
    ["an unknown key", { key: UNKNOWN }],
    ["an unknown value", UNKNOWN],
  ])("is ignored in an item with %s", (_, item) => {
    expect(texts({ it: keyed }, all, { it: [item, { key: "x" }] }, { it: [x, y] })).toEqual([
      "it[1].a: 2 → 1 (default)",
    ]);
  });

  it("is removed in a new item, and in one that isn't an object", () => {
    const added = { it: [{ key: "new", a: 1 }] };
    expect(texts({ it: keyed }, added, { it: [{ key: "new" }] }, { it: [x, y] })).toEqual([
      "it[0].a: no longer managed",
    ]);
    expect(texts({ it: keyed }, all, { it: [{ key: "x" }] }, { it: ["x"] })).toEqual(["it[0].a: no longer managed"]);
    expect(texts({ it: keyed }, all, { it: [{ key: "x" }] }, { it: "x" })).toEqual(["it[0].a: no longer managed"]);
  });

  it("is ignored in items without members", () => {
    expect(found({ it: array(text(), { items: { key: "" } }) }, { it: ["y"] }, { it: ["x"] }, { it: ["x"] })).toEqual(
      [],
    );
  });

  it("is reported for each of several items with one key", () => {
    const specified = { it: [x, x] };
    const two = [
      { key: "x", a: 2 },
      { key: "x", a: 1 },
    ];
    expect(found({ it: matched }, specified, { it: [{ key: "x" }, { key: "x" }] }, { it: two })).toMatchObject([
      { text: "it[0].a: no longer managed", steps: ["it", 0, "a"] },
      { text: "it[1].a: 2 → 1 (default)", steps: ["it", 1, "a"] },
    ]);
    expect(texts({ it: matched }, specified, { it: [{ key: "x" }] }, { it: [{ key: "x", a: 1 }] })).toEqual([
      "it[0].a: no longer managed",
    ]);
    const others = { it: [x, y] };
    expect(texts({ it: matched }, others, { it: [{ key: "x" }, { key: "y" }] }, { it: [{ key: "x" }] })).toEqual([
      "it[0].a: no longer managed",
      "it[1].a: no longer managed",
    ]);
    expect(texts({ it: keyed }, specified, { it: [{ key: "x" }, { key: "x" }] }, { it: two })).toHaveLength(2);
  });
});

describe("removed item that the platform owns", () => {
  const item = object({ id: text(), value: text() });
  const own = array(item, { items: { key: "id", isPartial: true } });
  const specified = { it: ["a", "b"].map((id) => ({ id, value: "" })) };
  const actual = { it: ["a", "b", "c"].map((id) => ({ id, value: `${id}1` })) };
  const stays = (id: string, shown = `value "${id}1"`, its = `"${id}"`) => ({
    ...{ arg: "it", path: `it (id ${its})`, steps: ["it"], outcome: "retained" },
    text: `it (id ${its}): ${shown} stays, since the platform can't remove its own items`,
  });

  it("stays, and is reported with its values", () => {
    expect(found({ it: own }, specified, { it: [{ id: "b", value: "b1" }] }, actual)).toEqual([stays("a")]);
    expect(found({ it: own }, specified, { it: [] }, actual)).toEqual([stays("a"), stays("b")]);
    expect(found({ it: own }, specified, {}, actual)).toEqual([stays("a"), stays("b")]);
    expect(found({ it: own }, specified, { it: null }, actual)).toEqual([stays("a"), stays("b")]);
  });

  it("is reported without secrets", () => {
    const hidden = array(item, { items: { key: "id", isPartial: true }, secret: true });
    const reported = stays("a", "value a secret value", "a secret value");
    const [a] = actual.it;
    expect(found({ it: hidden }, specified, { it: [{ id: "b", value: "b1" }] }, { it: [a as Values] })).toEqual([
      reported,
    ]);
    const more = array(object({ id: text(), value: text(), other: text() }), { items: { key: "id", isPartial: true } });
    const all = { it: specified.it.map((each) => ({ ...each, other: "" })) };
    expect(found({ it: more }, all, { it: [] }, { it: [a as Values] })).toEqual([
      stays("a", 'value "a1", other nothing'),
    ]);
  });

  it("isn't reported while an item is unknown or isn't an object, or if no item was set", () => {
    expect(found({ it: own }, specified, { it: [UNKNOWN] }, actual)).toEqual([]);
    expect(found({ it: own }, specified, { it: [] }, { it: ["a"] })).toEqual([]);
    expect(found({ it: own }, { it: [] }, { it: [] }, actual)).toEqual([]);
    expect(found({ it: own }, { it: [] }, {}, actual)).toMatchObject([unmanaged]);
    expect(found({ it: own }, { it: null }, {}, actual)).toMatchObject([unmanaged]);
    expect(found({ it: own }, specified, {}, { it: "x" })).toMatchObject([unmanaged]);
  });

  it("is reported only for lists with items of the platform", () => {
    const listed = array(item, { items: { key: "id" } });
    expect(found({ it: listed }, specified, { it: [] }, actual)).toEqual([]);
    expect(texts({ it: listed }, specified, {}, actual)).toEqual(["it: removed"]);
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
