import { expect, it } from "vitest";
import { type Step, withValueAt } from "../../provider/schema/normalForm.js";
import type { Value } from "../provider.js";
import { array, object, text } from "./any-fields.js";

const list = array(object({ key: text(), value: text() }), { items: { key: "key" } });

it.each<[what: string, value: Value, steps: Step[], inner: Value | undefined, expected: Value]>([
  ["the whole value", { a: 1 }, [], 2, 2],
  ["nothing of the whole value", { a: 1 }, [], undefined, null],
  ["a member", { a: 1, b: 2 }, ["a"], 3, { a: 3, b: 2 }],
  ["a member that was not there", { b: 2 }, ["a"], 3, { a: 3, b: 2 }],
  ["all but a member", { a: 1, b: 2 }, ["a"], undefined, { b: 2 }],
  ["a member of a member", { a: { b: 1, c: 2 } }, ["a", "b"], 3, { a: { b: 3, c: 2 } }],
  ["nothing new below what is not there", { c: 2 }, ["a", "b"], 3, { c: 2 }],
  ["an item", [1, 2], [1], 3, [1, 3]],
  [
    "an item by its key",
    [{ key: "a" }, { key: "b" }],
    [{ list, item: { key: "b" } }, "value"],
    "c",
    [{ key: "a" }, { key: "b", value: "c" }],
  ],
  ["a text as it is, which has no members", "text", ["a"], 1, "text"],
  ["an object as it is, which has no items", { a: 1 }, [0], 1, { a: 1 }],
])("a value with something else at a place has %s", (_, value, steps, inner, expected) => {
  expect(withValueAt(value, steps, inner)).toEqual(expected);
});
