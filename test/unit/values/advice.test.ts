import { describe, expect, it } from "vitest";
import { describe as described, exampleOf, showField } from "../../../provider/values/advice.js";
import { validate } from "../../../provider/values/validate.js";
import { fixtures } from "../../kinds/fixtures.js";
import { type Field, show, UNKNOWN, type Values } from "../../support/provider.js";
import { array, flag, json, object, record, text } from "../support/any-fields.js";
import { definitionOf } from "../support/fake-platform.js";

describe("show", () => {
  it.each<[value: unknown, text: string]>([
    [Number.NaN, "NaN"],
    [0.5, "0.5"],
    ["a", '"a"'],
    ["x".repeat(200), `"${"x".repeat(59)}… (200 characters)`],
    ["https://me:hunter2@acme.io", '"https://***@acme.io"'],
  ])("prints %s as %s, or as a secret value if it is secret", (value, text) => {
    expect(show(value, false)).toBe(text);
    expect(show(value, true)).toBe("a secret value");
  });

  it.each<[value: unknown, text: string]>([
    [null, "nothing"],
    [undefined, "nothing"],
    [["hunter2"], "a list of 1 item"],
    [[1, 2], "a list of 2 items"],
    [[], "an empty list"],
    [{ a: "hunter2" }, "an object"],
  ])("prints %j as %s, also if it is secret", (value, text) => {
    expect(show(value, false)).toBe(text);
    expect(show(value, true)).toBe(text);
  });
});

describe("showField", () => {
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
    ["with null", { name: null }, "{}"],
    ["with an unknown value", { name: UNKNOWN }, "{ name: not known yet }"],
    ["with a secret", { password: "hunter2" }, "{ password: a secret value }"],
    ["with a secret in an array", { variables: [{ value: "b" }] }, "{ variables: [{ value: a secret value }] }"],
    ["with a value that isn't secret", { variables: [open] }, '{ variables: [{ value: "b", secret: false }] }'],
    ["with a map of secrets", { labels: { a: "hunter2" } }, "{ labels: { a: a secret value } }"],
    ["with free JSON", { free: { token: "hunter2" } }, "{ free: an object }"],
    ["with unknown members", { other: "hunter2" }, "{}"],
  ])("prints an object %s", (_, value, text) => {
    expect(showField(field, value, false)).toBe(text);
    expect(showField(field, value, true)).toBe("an object");
  });

  it("cuts a long object to 161 characters", () => {
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
  ["a list", { type: "array" }],
  ["any value", { type: "json", shape: "any" }],
  ['true or false, or "auto"', { type: "json", shape: "flagOrWord", words: ["auto"] }],
])('describe returns "%s"', (text, facts) => {
  expect(described(facts as Field)).toBe(text);
});

describe("exampleOf", () => {
  it.each(fixtures)(
    "returns valid required arguments of a $kind, except for arguments that depend on others",
    ({ kind }) => {
      const { body } = definitionOf(kind);
      const issues = validate(definitionOf(kind), exampleOf(body) as Values, "create");
      const dependent = /^(?:is required, (?:since|unless)|must have exactly one of)/;
      expect(issues.filter(({ expected }) => !dependent.test(expected))).toEqual([]);
    },
  );
});
