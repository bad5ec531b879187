import { describe, expect, it } from "vitest";
import { describe as described, showField } from "../../../provider/values/describe.js";
import { type Field, show, UNKNOWN } from "../../support/provider.js";
import { array, flag, json, object, record, text } from "../support/any-fields.js";

describe("a value in an error message", () => {
  it.each<[value: unknown, text: string]>([
    [Number.NaN, "NaN"],
    [0.5, "0.5"],
    ["a", '"a"'],
    [null, "nothing"],
    [undefined, "nothing"],
    [[1], "an array of 1 item"],
    [[], "an array of 0 items"],
    [{ a: 1 }, "an object"],
    ["x".repeat(200), `"${"x".repeat(59)}… (200 characters)`],
    ["https://me:hunter2@acme.io", '"https://***@acme.io"'],
  ])("%s is %s", (value, text) => {
    expect(show(value, false)).toBe(text);
    expect(show(value, true)).toBe("a secret value");
  });
});

describe("an object that changes", () => {
  const field = object({
    name: text(),
    password: text({ secret: true }),
    variables: array(object({ value: text({ secret: { if: "secret", isRequired: true } }), secret: flag() })),
    labels: record(text({ secret: true })),
    free: json({ shape: "object" }),
  });
  const open = { value: "b", secret: false };
  it.each<[title: string, value: object, text: string]>([
    ["without members", {}, "{}"],
    ["with members", { name: "a" }, '{ name: "a" }'],
    ["with what has no value", { name: null }, "{}"],
    ["with what is not known", { name: UNKNOWN }, "{ name: not known yet }"],
    ["with a secret", { password: "hunter2" }, "{ password: a secret value }"],
    ["with a secret in an array", { variables: [{ value: "b" }] }, "{ variables: [{ value: a secret value }] }"],
    ["with what isn't a secret", { variables: [open] }, '{ variables: [{ value: "b", secret: false }] }'],
    ["with secrets by any name", { labels: { a: "hunter2" } }, "{ labels: { a: a secret value } }"],
    ["with free JSON, which may contain secrets", { free: { token: "hunter2" } }, "{ free: an object }"],
    ["with members that it does not know", { other: "hunter2" }, "{}"],
  ])("%s is shown as a line", (_, value, text) => {
    expect(showField(field, value, false)).toBe(text);
    expect(showField(field, value, true)).toBe("a secret value");
  });

  it("is cut where it is long", () => {
    const long = { variables: Array.from({ length: 50 }, () => ({ value: "x", secret: false })) };
    expect(showField(field, long, false)).toHaveLength(161);
  });
});

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
