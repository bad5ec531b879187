import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storedAfterRead, storedAsSent } from "../../../provider/engine/state.js";
import { compare } from "../../../provider/values/compare.js";
import { asSent, withRest } from "../../../provider/values/stored.js";
import { kindNames } from "../../kinds/index.js";
import type { Value, Values } from "../../support/provider.js";
import { holds } from "../../support/seeds.js";
import { array, integer, json, object, record, text } from "../support/any-fields.js";
import { arbitraryArguments } from "../support/arbitrary-arguments.js";
import { definitionOf, silent } from "../support/fake-platform.js";
import { type Change, inside } from "../support/value-changes.js";

/** Any value as a platform may store it: some texts, numbers and lists in another form. */
const distorted = (seed: number): Change =>
  inside((value) => {
    const isHit = (JSON.stringify(value).length + seed) % 3 === 0;
    if (!isHit) return value;
    if (typeof value === "string") return `${value}*`;
    if (typeof value === "number") return value + seed + 1;
    return Array.isArray(value) ? [...value].reverse() : value;
  });

/** A value that is neither what was sent nor what is stored. */
const third = inside((value) => {
  if (typeof value === "string") return `${value}!`;
  return typeof value === "number" ? value + 9 : value;
});

const item = object({ key: text(), a: text() });
const ignored = text({ when: { ignored: { mode: ["auto"] } } });
const body = object({
  ...{ size: integer(), some: object({ a: text(), b: text() }), map: record(text()) },
  ...{ tags: array(item, { items: { key: "key" } }), own: array(item, { items: { key: "key", isPartial: true } }) },
  ...{ open: json({ shape: "members" }), data: json(), scaling: object({ a: ignored, mode: text() }) },
});
const x = (a: string) => ({ key: "x", a });
const y = (a: string) => ({ key: "y", a });
const ab = (a: Value, b: Value) => ({ a, b });

describe("withRest", () => {
  const [a1, a2, off] = [{ a: "1" }, { a: "2" }, { mode: "off" }];
  const auto = { a: "2", mode: "auto" };
  it.each<[what: string, name: string, sent: Value, now: Value, normalized: Value | undefined, state?: Value]>([
    ["a number", "size", 5, 6, [6]],
    ["nothing without a difference", "some", a1, a1, undefined],
    ["a member", "some", ab("1", "2"), ab("1", "3"), { b: ["3"] }],
    ["nothing that the kind lacks", "some", { c: "1" }, { c: "2" }, undefined, { c: "2" }],
    ["an entry", "map", ab("1", "2"), ab("1", "3"), { b: ["3"] }],
    ["a map with another entry", "map", a1, ab("1", "2"), [ab("1", "2")]],
    ["a map with another key", "map", a1, { b: "1" }, [{ b: "1" }]],
    ["a map instead of null", "map", null, a1, [a1]],
    ["an item", "tags", [x("1"), y("2")], [y("3"), x("1")], { y: { a: ["3"] } }, [y("2"), x("1")]],
    ["a list that repeats a key", "tags", [x("1"), x("2")], [x("1"), x("3")], [[x("1"), x("3")]]],
    ["an item of a list with `isPartial`", "own", [x("1")], [x("2"), y("3")], { x: { a: ["2"] } }, [x("1"), y("3")]],
    ["members of an open object", "open", ab(1, 2), { a: 3 }, { a: [3], b: [null] }],
    ["JSON as a whole", "data", { a: 1 }, { a: 2 }, [{ a: 2 }]],
    ["nothing that the platform ignores", "scaling", a1, auto, undefined, auto],
    ["why the platform ignores a value", "scaling", { ...auto, ...a1 }, { ...a2, ...off }, { mode: ["off"] }, auto],
  ])("remembers what the platform stores in another form: %s", (_, name, sent, now, normalized, state = sent) => {
    const expected = { state: { [name]: state }, normalized: normalized === undefined ? {} : { [name]: normalized } };
    expect(withRest(body, { state: { [name]: now }, normalized: {} }, { [name]: sent })).toStrictEqual(expected);
  });

  it("adds to what an earlier write has left, and replaces a former value", () => {
    const now = { size: 7, some: ab("9", "3") };
    const known = { size: [6], some: { a: ["8"] } };
    expect(withRest(body, { state: now, normalized: known }, { size: 5, some: ab("9", "2") })).toStrictEqual({
      ...{ state: { size: 5, some: ab("9", "2") }, normalized: { size: [7], some: ab(["8"], ["3"]) } },
    });
  });
});

describe("asSent", () => {
  const [size, b, tags] = [[6], { b: ["3"] }, { y: { a: ["3"] } }];
  const [items, open] = [[x("1"), y("2")], { b: [null] }];
  it.each<[what: string, name: string, sent: Value, normalized: Value, now: Value, state: Value, isLeft: boolean]>([
    ["returns the sent value", "size", 5, size, 6, 5, true],
    ["returns the sent value if the platform has it again", "size", 5, size, 5, 5, true],
    ["returns a third value of the platform", "size", 5, size, 7, 7, false],
    ["returns a sent member", "some", ab("1", "2"), b, ab("9", "3"), ab("9", "2"), true],
    ["returns a third value of a member", "some", ab("1", "2"), b, ab("1", "4"), ab("1", "4"), false],
    ["returns the sent item", "tags", items, tags, [y("3"), x("4")], [y("2"), x("4")], true],
    ["returns no item that the platform lacks", "tags", items, tags, [x("1")], [x("1")], false],
    ["returns null instead of an object", "open", ab(1, 2), open, null, null, true],
    ["returns a text instead of an object", "open", ab(1, 2), open, "a", "a", true],
  ])("%s", (_, name, sent, normalized, now, state, isLeft) => {
    const known = { [name]: normalized };
    const found = asSent(body, { state: { [name]: sent }, normalized: known }, { [name]: now });
    expect(found).toStrictEqual({ state: { [name]: state }, normalized: isLeft ? known : {} });
  });

  it("returns the platform's value if the program changes what it sends", () => {
    const before = { state: { size: 5 }, normalized: { size } };
    expect(asSent(body, before, { size: 6 }, { size: 8 })).toStrictEqual({ state: { size: 6 }, normalized: {} });
  });
});

describe("value that the platform stores in another format", () => {
  it.each(kindNames.filter((kind) => kind !== "DeploymentTrigger"))(
    "isn't a change of a %s, but a third value is",
    async (kind) => {
      const definition = definitionOf(kind);
      const call = { definition, log: silent, label: kind };
      const property = fc.property(arbitraryArguments(definition), fc.nat(2), (args, seed) => {
        const local = Object.keys(args).filter((name) => definition.args[name]?.local);
        const changed = (change: Change): Values => {
          const same = Object.fromEntries(local.map((name) => [name, args[name]]));
          return { ...(change(args) as Values), ...same };
        };
        const now = changed(distorted(seed));
        const { state, normalized } = storedAsSent(call, { state: {}, normalized: {} }, { args, changed: [] }, now);
        const changesIn = (values: Values) => compare(definition, { id: "x", state: values, args }).changes;
        const read = (values: Values) => {
          const stored = { values: state, revision: "1", normalized };
          return storedAfterRead(definition, { state: stored, oldInputs: {} }, values, Math.random).stored.values;
        };
        expect([changesIn(state), changesIn(read(now))]).toEqual([[], []]);
        const other = changed(third);
        expect(changesIn(read(other)).length > 0).toBe(changesIn(other).length > 0);
      });
      await holds(property, 60);
    },
  );
});
