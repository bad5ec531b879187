import { describe, expect, it } from "vitest";
import {
  carriedIn,
  combined,
  givable,
  mergedInto,
  onlyPaths,
  otherMasks,
  patchOf,
  seenIn,
  specifiedTwice,
  without,
  withoutPaths,
  withUnchanged,
} from "../../../../provider/kinds/apiObject/body.js";
import type { Value, Values } from "../../../support/provider.js";

/** A value whose member has a name that every object of JavaScript has. */
const named = { constructor: { a: 1 } } as unknown as Values;

describe("body of an ApiObject", () => {
  it.each<[what: string, now: Value, desired: Value, known: Value | undefined, sent: Value]>([
    ["a change by others", { a: 2 }, { a: 1, b: 2 }, { a: 1, b: 1 }, { a: 2, b: 2 }],
    ["a change by others and the program", { a: 3 }, { a: 2 }, { a: 1 }, { a: 2 }],
    ["a removed member", { a: 1, b: 1, c: 1 }, { b: 1 }, { a: 1, b: 1 }, { b: 1, c: 1 }],
    ["a member that the platform no longer has", { b: 1 }, { a: 1, b: 2 }, { a: 1, b: 1 }, { a: 1, b: 2 }],
    ["everything without a known state", { a: 2, b: 1 }, { a: 1 }, undefined, { a: 1, b: 1 }],
    ["a new null", { a: 1 }, { a: null }, undefined, { a: null }],
    ["false and 0", { a: true, b: 1 }, { a: false, b: 0 }, { a: true, b: 1 }, { a: false, b: 0 }],
    ["a list as a whole", { a: [1, 2] }, { a: [1] }, { a: [1, 2] }, { a: [1] }],
    ["a member named constructor", {}, named, {}, named],
    ["an object instead of a text", { a: "x" }, { a: { b: 1 } }, { a: "x" }, { a: { b: 1 } }],
  ])("merges %s", (_, now, desired, known, sent) => {
    expect(mergedInto(now, desired, known)).toEqual(sent);
  });

  it("sends back all other members, null too, except `id`, `created_at`, `updated_at` and what `update.omit` lists (carriedIn)", () => {
    const response = { id: "1", created_at: "t", updated_at: "t", a: null, b: { c: null, d: 1, e: 2 }, f: 0 };
    expect(carriedIn(response, ["b.e"])).toEqual({ a: null, b: { c: null, d: 1 }, f: 0 });
    expect(givable(response)).toEqual({ b: { d: 1, e: 2 }, f: 0 });
  });

  it("omits the members that another object has, whatever their values (without)", () => {
    expect(without({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 9 } })).toEqual({ a: { c: 2 }, d: 3 });
  });

  it.each<[what: string, Value, Value, (string | number)[] | undefined]>([
    ["is undefined for different members", { a: 1 }, { b: 1 }, undefined],
    ["is undefined for a member named constructor", {}, named, undefined],
    ["is undefined for different members of an object", { a: { b: 1 } }, { a: { c: 1 } }, undefined],
    ["is the path of a member of an object", { a: { b: 1 } }, { a: { b: 2 } }, ["a", "b"]],
    ["is undefined for different members of an item", { a: [{ b: 1 }] }, { a: [{ c: 1 }] }, undefined],
    ["is the path of an item", { a: [1] }, { a: [2] }, ["a", 0]],
    ["is the path of a member that's a value and an object", { a: 1 }, { a: { b: 1 } }, ["a"]],
  ])("specifiedTwice %s", (_what, one, other, path) => {
    expect(specifiedTwice(one, other)).toEqual(path);
  });

  it("combined merges the members of two objects, and lists item by item", () => {
    expect(combined({ a: 1 }, named)).toEqual({ a: 1, ...named });
    expect(combined({ a: [{ name: "x" }, { name: "y" }] }, { a: [{ value: "1" }] })).toEqual({
      a: [{ name: "x", value: "1" }, { name: "y" }],
    });
  });

  it("otherMasks returns the paths of masks that the program doesn't replace", () => {
    const values = { a: "REDACTED", b: { c: "REDACTED", d: "x" }, e: "REDACTED" };
    expect(otherMasks(values, { a: "1" })).toEqual(["b.c", "e"]);
  });
});

describe("response output of an ApiObject", () => {
  const response: Values = { id: "1", a: { b: 1, c: { d: 2 } }, e: null, f: [1] };

  it("omits the paths of ignored members", () => {
    expect(withoutPaths(response, [])).toEqual(response);
    expect(withoutPaths(response, ["a.c.d", "f", "e.x", "a.b.x"])).toEqual({ id: "1", a: { b: 1, c: {} }, e: null });
  });

  it.each<[what: string, paths: string[], known: Value | undefined, part: Value | undefined]>([
    ["has only the selected paths", ["a.c.d", "f"], undefined, { a: { c: { d: 2 } }, f: [1] }],
    [
      "has the known values and selected paths",
      ["a.c.d", "x.y"],
      { a: { b: 0 }, g: 1 },
      { a: { b: 0, c: { d: 2 } }, g: 1 },
    ],
    ["is undefined if no path has a value", ["e", "a.x", "f.0"], undefined, undefined],
  ])("%s", (_, paths, known, part) => {
    expect(onlyPaths(response, known, paths)).toEqual(part);
  });
});

it.each<[what: string, desired: Value, known: Value | undefined, patch: Value | undefined]>([
  ["only what has changed", { a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 2, d: 4 } }, { b: { d: 3 } }],
  ["null for a removed member", { a: 1 }, { a: 1, b: 2 }, { b: null }],
  ["nothing for a member that was null", { a: 1 }, { a: 1, b: null }, undefined],
  ["nothing without a change", { a: [1] }, { a: [1] }, undefined],
  ["everything without a known state", { a: 1 }, undefined, { a: 1 }],
  ["whole lists", { a: [1, 2] }, { a: [1] }, { a: [1, 2] }],
  ["a member named constructor, in full", named, {}, named],
  ["null for a removed member named constructor", {}, named, { constructor: null } as unknown as Values],
  ["an object instead of a text", { a: { b: 1 } }, { a: "x" }, { a: { b: 1 } }],
])("PATCH (JSON Merge Patch) contains %s (patchOf)", (_, desired, known, patch) => {
  expect(patchOf(desired, known)).toEqual(patch);
});

describe("value in a response of an ApiObject", () => {
  const seen = (response: Values, known: Value | undefined, omitted: "absent" | "kept" = "absent") =>
    seenIn(response, known, { omitted, ignored: ["a.b", "l[0].s"] });
  it.each<[what: string, response: Values, known: Values, value: Values]>([
    ["is that of the response", { a: { c: 2 } }, { a: { c: 1 } }, { a: { c: 2 } }],
    ["is the known one for an ignored member", { a: { b: 2, c: 2 } }, { a: { b: 1, c: 1 } }, { a: { b: 1, c: 2 } }],
    [
      "is the known one for an ignored member in an item",
      { l: [{ s: "x", t: 2 }] },
      { l: [{ s: "y", t: 1 }] },
      { l: [{ s: "y", t: 2 }] },
    ],
    ["is absent if a read omits the member", { a: {} }, { a: { c: 1 } }, { a: {} }],
    ["is the whole list of the response if its length differs", { l: [1, 2] }, { l: [1] }, { l: [1, 2] }],
    ["is absent if a read omits a member named constructor", {}, named, {}],
    ["is absent for an ignored member that the state doesn't have", { a: 1, b: 2 }, { a: 0 }, { a: 1 }],
  ])("%s", (_, response, known, value) => {
    expect(seen(response, known)).toEqual(value);
  });

  it("is preserved if the response to a write omits the member", () => {
    expect(seen({ a: {} }, { a: { c: 1 } }, "kept")).toEqual({ a: { c: 1 } });
  });

  it("has only members that a program can set (no id, null or created_at) if the state has no value", () => {
    expect(seen({ id: "1", a: 1, n: null, created_at: "x" }, undefined)).toEqual({ a: 1 });
  });
});

it.each<
  [
    what: string,
    now: Value | undefined,
    desired: Value | undefined,
    known: Value | undefined,
    result: Value | undefined,
  ]
>([
  [
    "returns what the program has changed, and else what the platform has",
    { b: { c: 2, d: 4 } },
    { b: { c: 5, d: 6 } },
    { b: { c: 5, d: 7 } },
    { b: { c: 5, d: 4 } },
  ],
  ["returns what the platform has if nothing is desired", { a: 1 }, undefined, { a: 2 }, { a: 1 }],
  ["returns what the platform has if that isn't an object", 1, { a: 1 }, { a: 2 }, 1],
  ["returns what the platform has if what is desired isn't an object", { a: 1 }, 2, 3, { a: 1 }],
  ["returns what the platform has if nothing is known", { a: 1 }, { a: 2 }, undefined, { a: 1 }],
])("withUnchanged %s", (_what, now, desired, known, result) => {
  expect(withUnchanged(now, desired, known)).toEqual(result);
});
