/** What becomes of a value that the program gave before and omits now, by the facts of its field alone. */
import { describe, expect, it } from "vitest";
import { differencesBetween, resets, type UpdateMode } from "../../../provider/values/compare.js";
import { type Field, type Fields, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { array, flag, integer, object, record, text } from "../support/any-fields.js";

const found = (members: Fields, before: Values, wanted: Values, have: Values, mode: UpdateMode = "full") =>
  differencesBetween(object(members), { desired: wanted, before, actual: have }, mode).removals;
const texts = (...[members, before, wanted, have, mode]: Parameters<typeof found>) =>
  found(members, before, wanted, have, mode).map((each) => each.text);

const unmanaged = { outcome: "nothing", text: "it: no longer managed" };
const stays = (shown: string) => ({
  outcome: "retained",
  text: `it: ${shown} stays, since the platform keeps what an update omits and can't clear it`,
});
const changes = (said: string, more = {}) => ({ outcome: "changes", text: `it: ${said}`, ...more });

describe("a value that the program omits now", () => {
  const ofMode = { mode: ["A"] };
  const byMode = integer({ whenOmitted: { by: { sibling: "mode", values: { A: 5 } } } });
  const allowed = integer({ default: 5, when: { allowed: ofMode } });
  const chosen = flag({ whenOmitted: { says: "the platform's choice" } });
  const some = array(text(), { minItems: 1 });
  const [removed, toDefault] = [changes("removed"), changes("7 → 5 (default)", { target: 5 })];
  const cleared = (target: Value) => changes("removed", { target });
  const toChoice = changes("false → the platform's choice (default)");
  const lost = changes("removed, with its data", { deletesData: true });
  const hidden = stays("a secret value");

  it.each<[what: string, mode: UpdateMode, field: Field, have: Values, expected: object]>([
    ["that the platform does not have", "full", text(), {}, unmanaged],
    ["that has no value there", "full", text(), { it: null }, unmanaged],
    [
      "whose items are the platform's own",
      "full",
      array(text(), { items: { key: "", isPartial: true } }),
      { it: ["a"] },
      unmanaged,
    ],
    ["that is ignored", "full", text({ when: { ignored: ofMode } }), { it: "a", mode: "A" }, unmanaged],
    ["that could be ignored", "full", text({ when: { ignored: ofMode } }), { it: "a", mode: "B" }, removed],
    ["that has its default", "partial", integer({ default: 5 }), { it: 5 }, unmanaged],
    ["that differs from its default", "partial", integer({ default: 5 }), { it: 7 }, toDefault],
    ["that differs from nothing inside", "full", object({}, { default: {} }), { it: { a: 1 } }, cleared({})],
    ["without its default where that is not allowed", "full", allowed, { it: 7, mode: "B" }, removed],
    ["with its default where that is allowed", "full", allowed, { it: 7, mode: "A" }, toDefault],
    ["with its default where that may be allowed", "full", allowed, { it: 7 }, toDefault],
    ["with a default that another one chooses", "full", byMode, { it: 7, mode: "A" }, toDefault],
    ["with a default for another choice", "full", byMode, { it: 7, mode: "B" }, removed],
    ["with a default for a choice that isn't a text", "full", byMode, { it: 7, mode: ["A"] }, removed],
    ["that is empty", "partial", text(), { it: "" }, unmanaged],
    ["that is off", "partial", flag(), { it: false }, unmanaged],
    ["that has no items", "partial", some, { it: [] }, unmanaged],
    ["that is on", "partial", flag(), { it: true }, stays("true")],
    ["that is zero", "partial", integer(), { it: 0 }, stays("0")],
    ["that is off, unlike its default", "full", chosen, { it: false }, toChoice],
    ["with a default in words that no update can ask for", "partial", chosen, { it: true }, stays("true")],
    ["that an update leaves out", "full", integer(), { it: 7 }, removed],
    ["that is never sent", "partial", integer({ local: true }), { it: 7 }, removed],
    ["that calls of their own send", "partial", integer({ separate: "open" }), { it: 7 }, removed],
    ["that can be null", "partial", integer({ nullable: true }), { it: 7 }, cleared(null)],
    ["that is a list", "partial", array(text()), { it: ["a"] }, cleared([])],
    ["that is a list of any length", "partial", array(text(), { minItems: 0 }), { it: ["a"] }, cleared([])],
    ["that is a list of some length", "partial", some, { it: ["a"] }, stays("an array of 1 item")],
    ["that has any keys", "partial", record(text()), { it: { a: "b" } }, cleared({})],
    ["that is any text", "partial", text(), { it: "a" }, cleared("")],
    ["that is a text of any length", "partial", text({ minLength: 0 }), { it: "a" }, cleared("")],
    ["that is a text of some length", "partial", text({ minLength: 1 }), { it: "a" }, stays('"a"')],
    ["that has a format", "partial", text({ format: "guid" }), { it: "a" }, stays('"a"')],
    ["that has a pattern", "partial", text({ pattern: "a" }), { it: "a" }, stays('"a"')],
    ["that is an object", "partial", object({ a: text() }), { it: { a: "b" } }, stays('{ a: "b" }')],
    ["that holds data", "full", text({ onUpdate: "delete data" }), { it: "a" }, lost],
    ["that is secret", "partial", integer({ secret: true }), { it: 7 }, hidden],
    ["that another one makes secret", "partial", integer({ secret: { if: "mode" } }), { it: 7, mode: "A" }, hidden],
  ])("%s (%s)", (_, mode, it, have, expected) => {
    const place = { arg: "it", path: "it", steps: ["it"] };
    expect(found({ it, mode: text() }, { it: null }, {}, have, mode)).toEqual([{ ...place, ...expected }]);
  });

  it("depends on what the program gives beside it, not on what the platform has", () => {
    const it = integer({ default: 5, when: { allowed: ofMode }, secret: { if: "hidden" } });
    const members = { it, mode: text(), hidden: flag() };
    expect(texts(members, { it: null }, { mode: "B" }, { it: 7, mode: "A" })).toEqual(["it: removed"]);
    expect(texts(members, { it: null }, { mode: "A", hidden: true }, { it: 7, mode: "B" })).toEqual([
      "it: a secret value → 5 (default)",
    ]);
  });

  it("is one that its kind has, and that the program gave", () => {
    expect(found({}, { it: null }, {}, { it: 7 })).toEqual([]);
    expect(found({ it: integer() }, {}, {}, { it: 7 })).toEqual([]);
  });

  it("may be given as null, which clears it if that is a value", () => {
    expect(found({ it: integer({ nullable: true }) }, { it: null }, { it: null }, { it: 7 })).toEqual([]);
    expect(texts({ it: integer() }, { it: null }, { it: null }, { it: 7 })).toEqual(["it: removed"]);
  });
});

describe("a value inside of another one", () => {
  const inner = object({ a: text(), b: object({ c: integer() }) });

  it("has its place, and is always sent as a whole", () => {
    const given = { it: { a: "", b: { c: 0 } } };
    const have = { it: { a: "x", b: { c: 1 } } };
    expect(found({ it: inner }, given, { it: { b: {} } }, have, "partial")).toEqual([
      { arg: "it", path: "it.a", steps: ["it", "a"], outcome: "changes", text: "it.a: removed" },
      { arg: "it", path: "it.b.c", steps: ["it", "b", "c"], outcome: "changes", text: "it.b.c: removed" },
    ]);
  });

  it("is secret if the value around it is", () => {
    const it = object({ a: integer({ default: 1 }) }, { secret: true });
    expect(texts({ it }, { it: { a: 0 } }, { it: {} }, { it: { a: 2 } })).toEqual([
      "it.a: a secret value → 1 (default)",
    ]);
  });

  it.each<[what: string, wanted: Values, have: Values]>([
    ["is not known yet", { it: UNKNOWN }, { it: { a: "x" } }],
    ["isn't an object", { it: 5 }, { it: { a: "x" } }],
  ])("is not looked at where that %s", (_, wanted, have) => {
    expect(found({ it: inner }, { it: { a: "" } }, wanted, have)).toEqual([]);
  });

  it("is missing if the platform has something else in its place", () => {
    expect(texts({ it: inner }, { it: { a: 0 } }, { it: {} }, { it: "x" })).toEqual(["it.a: no longer managed"]);
  });

  it("is not looked at where the program gave the whole", () => {
    expect(found({ it: inner }, { it: null }, { it: {} }, { it: { a: "x" } })).toEqual([]);
  });
});

describe("a value in an item of a list", () => {
  const item = object({ key: text(), a: integer({ default: 1 }) });
  const keyed = array(item, { items: { key: "key" } });
  const ordered = array(item, { items: "ordered" });
  const matched = array(item, { items: { matchBy: "key" } });
  const [x, y] = [
    { key: "x", a: 2 },
    { key: "y", a: 3 },
  ];
  const all = { it: [x, y] };

  it("is found by its key, wherever the item is", () => {
    const steps = ["it", { list: keyed, item: { key: "y" } }, "a"];
    const change = { outcome: "changes", text: "it[0].a: 3 → 1 (default)", target: 1 };
    expect(found({ it: keyed }, all, { it: [{ key: "y" }, x] }, { it: [x, y] })).toEqual([
      { arg: "it", path: "it[0].a", steps, ...change },
    ]);
  });

  it("is found by its index where the order matters, if there are as many items as before", () => {
    const given = { it: [x, y] };
    expect(found({ it: ordered }, given, { it: [{ key: "y" }, { key: "x" }] }, { it: [x, y] })).toMatchObject([
      { text: "it[0].a: 2 → 1 (default)", steps: ["it", 0, "a"] },
      { text: "it[1].a: 3 → 1 (default)", steps: ["it", 1, "a"] },
    ]);
    expect(found({ it: ordered }, given, { it: [{ key: "x" }] }, { it: [x, y] })).toEqual([]);
  });

  it("is only what was given of that item", () => {
    const given = { it: [x, { key: "y" }] };
    expect(texts({ it: keyed }, given, { it: [{ key: "x" }, { key: "y" }, { key: "z" }] }, { it: [x, y] })).toEqual([
      "it[0].a: 2 → 1 (default)",
    ]);
  });

  it.each<[what: string, item: Values | typeof UNKNOWN]>([
    ["no key", { b: 1 }],
    ["a key that is not known yet", { key: UNKNOWN }],
    ["no form yet", UNKNOWN],
  ])("is not looked at in an item with %s", (_, item) => {
    expect(texts({ it: keyed }, all, { it: [item, { key: "x" }] }, { it: [x, y] })).toEqual([
      "it[1].a: 2 → 1 (default)",
    ]);
  });

  it("is missing in a new item, and in one that isn't an object", () => {
    const added = { it: [{ key: "new", a: 1 }] };
    expect(texts({ it: keyed }, added, { it: [{ key: "new" }] }, { it: [x, y] })).toEqual([
      "it[0].a: no longer managed",
    ]);
    expect(texts({ it: keyed }, all, { it: [{ key: "x" }] }, { it: ["x"] })).toEqual(["it[0].a: no longer managed"]);
    expect(texts({ it: keyed }, all, { it: [{ key: "x" }] }, { it: "x" })).toEqual(["it[0].a: no longer managed"]);
  });

  it("is not looked at in items that have no members", () => {
    expect(found({ it: array(text(), { items: { key: "" } }) }, { it: ["y"] }, { it: ["x"] }, { it: ["x"] })).toEqual(
      [],
    );
  });

  it("is noted for each item, if several items are of one sort", () => {
    const given = { it: [x, x] };
    const two = [
      { key: "x", a: 2 },
      { key: "x", a: 1 },
    ];
    expect(found({ it: matched }, given, { it: [{ key: "x" }, { key: "x" }] }, { it: two })).toMatchObject([
      { text: "it[0].a: no longer managed", steps: ["it", 0, "a"] },
      { text: "it[1].a: 2 → 1 (default)", steps: ["it", 1, "a"] },
    ]);
    expect(texts({ it: matched }, given, { it: [{ key: "x" }] }, { it: [{ key: "x", a: 1 }] })).toEqual([
      "it[0].a: no longer managed",
    ]);
    const others = { it: [x, y] };
    expect(texts({ it: matched }, others, { it: [{ key: "x" }, { key: "y" }] }, { it: [{ key: "x" }] })).toEqual([
      "it[0].a: no longer managed",
      "it[1].a: no longer managed",
    ]);
    expect(texts({ it: keyed }, given, { it: [{ key: "x" }, { key: "x" }] }, { it: two })).toHaveLength(2);
  });
});

describe("an item of the platform's own that the program no longer gives", () => {
  const item = object({ id: text(), value: text() });
  const own = array(item, { items: { key: "id", isPartial: true } });
  const given = { it: ["a", "b"].map((id) => ({ id, value: "" })) };
  const have = { it: ["a", "b", "c"].map((id) => ({ id, value: `${id}1` })) };
  const stays = (id: string, shown = `value "${id}1"`, its = `"${id}"`) => ({
    ...{ arg: "it", path: `it (id ${its})`, steps: ["it"], outcome: "retained" },
    text: `it (id ${its}): ${shown} stays, since the platform can't remove its own items`,
  });

  it("stays, and is reported with its values", () => {
    expect(found({ it: own }, given, { it: [{ id: "b", value: "b1" }] }, have)).toEqual([stays("a")]);
    expect(found({ it: own }, given, { it: [] }, have)).toEqual([stays("a"), stays("b")]);
    expect(found({ it: own }, given, {}, have)).toEqual([stays("a"), stays("b")]);
    expect(found({ it: own }, given, { it: null }, have)).toEqual([stays("a"), stays("b")]);
  });

  it("is reported with all given values except secrets", () => {
    const hidden = array(item, { items: { key: "id", isPartial: true }, secret: true });
    const told = stays("a", "value a secret value", "a secret value");
    const [a] = have.it;
    expect(found({ it: hidden }, given, { it: [{ id: "b", value: "b1" }] }, { it: [a as Values] })).toEqual([told]);
    const more = array(object({ id: text(), value: text(), other: text() }), { items: { key: "id", isPartial: true } });
    const all = { it: given.it.map((each) => ({ ...each, other: "" })) };
    expect(found({ it: more }, all, { it: [] }, { it: [a as Values] })).toEqual([
      stays("a", 'value "a1", other nothing'),
    ]);
  });

  it("isn't reported while an item is unknown, if it isn't an object, or if no item was given", () => {
    expect(found({ it: own }, given, { it: [UNKNOWN] }, have)).toEqual([]);
    expect(found({ it: own }, given, { it: [] }, { it: ["a"] })).toEqual([]);
    expect(found({ it: own }, { it: [] }, { it: [] }, have)).toEqual([]);
    expect(found({ it: own }, { it: [] }, {}, have)).toMatchObject([unmanaged]);
    expect(found({ it: own }, { it: null }, {}, have)).toMatchObject([unmanaged]);
    expect(found({ it: own }, given, {}, { it: "x" })).toMatchObject([unmanaged]);
  });

  it("is reported only for lists that contain items of the platform", () => {
    const listed = array(item, { items: { key: "id" } });
    expect(found({ it: listed }, given, { it: [] }, have)).toEqual([]);
    expect(texts({ it: listed }, given, {}, have)).toEqual(["it: removed"]);
  });
});

it("an update that replaces everything resets what the program omits, at every depth", () => {
  const body = object({
    ...{ given: text(), empty: text(), constant: integer({ default: 1 }), off: flag(), here: text({ local: true }) },
    ...{ worded: text({ whenOmitted: { says: "the environment's value" } }), chosen: text({ whenOmitted: {} }) },
    ...{ inside: object({ a: text(), b: flag() }), outside: object({ a: text() }) },
  });
  const reset = resets(body, { given: "x", empty: null, inside: { a: "x" } });
  expect(reset).toEqual([
    ...["empty → nothing", "constant → 1", "off → false"],
    ...["worded → the environment's value", "chosen → nothing", "inside.b → false", "outside → nothing"],
  ]);
});
