import { expect, it } from "vitest";
import { describe as described } from "../../provider/values/inWords.js";
import type { Field } from "../provider.js";

it.each<[text: string, facts: object]>([
  ["a string", { type: "string" }],
  ["a string that matches /^a$/", { type: "string", pattern: "^a$" }],
  ["an integer", { type: "integer" }],
  ["an integer of at least 0", { type: "integer", min: 0 }],
  ["an integer of at most 0", { type: "integer", max: 0 }],
  ["an integer from 0 to 9", { type: "integer", min: 0, max: 9 }],
  ["true or false", { type: "boolean" }],
  ["one of A, B", { type: "enum", values: ["A", "B"] }],
  ["A", { type: "enum", values: ["A"] }],
  ["an object", { type: "object", members: {} }],
  ["an array", { type: "array" }],
  ["any value", { type: "json", shape: "any" }],
  ['true or false, or "auto"', { type: "json", shape: "flagOrWord", words: ["auto"] }],
])("an argument can be described as %s", (text, facts) => {
  expect(described(facts as Field)).toBe(text);
});
