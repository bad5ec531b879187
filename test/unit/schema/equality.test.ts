import { describe, expect, it } from "vitest";
import { type Step, sameText, withValueAt } from "../../../provider/schema/equality.js";
import { argsOf, container, ids } from "../../kinds/fixtures.js";
import type { StringField, Value } from "../../support/provider.js";
import { array, object, text } from "../support/any-fields.js";
import { lifecycle } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";
type Facts = Parameters<typeof text>[0];
const isSame = (facts: Facts, one: string, other: string) => sameText(text(facts) as StringField, one, other);
const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"];

describe("sameText", () => {
  it.each<[string, Facts, string, string]>([
    ["UUIDs in another letter case", { format: "guid" }, ids.container, ids.container.toUpperCase()],
    ["names in another letter case", { compared: "ignoring case" }, " Web", "web "],
    ["names in another Unicode form", { compared: "ignoring case" }, composed, decomposed.toUpperCase()],
    ["texts with surrounding whitespace", {}, "release", " release\n"],
    ["texts in another Unicode form", {}, composed, decomposed],
    ["time zones in another letter case", { format: "timezone" }, "Europe/Paris", "europe/paris"],
    ["another name for the same time zone", { format: "timezone" }, "Asia/Kolkata", "Asia/Calcutta"],
    ["the names of UTC", { format: "timezone" }, "Etc/UTC", "UTC"],
    ["URLs with a slash at the end", { format: "url" }, "https://acme.io/tools", "https://acme.io/tools/"],
    ["URLs with a default port", { format: "url" }, "https://ACME.io:443", "https://acme.io"],
    ["URLs of git repositories", { format: "gitUrl" }, "https://GitHub.com/a/b.git", "https://github.com/a/b.git"],
    ["cron expressions with other whitespace", { format: "cron" }, " 0  4 * * MON", "0 4 * * mon"],
  ])("is true for %s", (_, facts, one, other) => {
    expect(isSame(facts, one, other)).toBe(true);
    expect(isSame(facts, other, one)).toBe(true);
  });

  it.each<[string, Facts, string, string]>([
    ["file contents and arguments of commands (verbatim) with whitespace", { compared: "verbatim" }, "a", "a\n"],
    ["verbatim texts in another Unicode form", { compared: "verbatim" }, composed, decomposed],
    ["secrets with surrounding whitespace (every character counts)", { secret: true }, "a", "a "],
    ["values that may be secret", { secret: { if: "secret", isRequired: true } }, "a", "a "],
    ["texts in another letter case", {}, "Release", "release"],
    ["paths of URLs in another letter case", { format: "url" }, "https://acme.io/A", "https://acme.io/a"],
    ["URLs with another query", { format: "url" }, "https://acme.io/?a=1", "https://acme.io/?a=1/"],
    ["different time zones", { format: "timezone" }, "Europe/Paris", "Europe/Berlin"],
  ])("is false for %s", (_, facts, one, other) => {
    expect(isSame(facts, one, other)).toBe(false);
  });
});

it("uppercase UUIDs aren't a change in paths, references and keys of lists", async () => {
  const upper = (id: string) => id.toUpperCase();
  const desired = {
    ...{ ...argsOf(container), environmentId: upper(ids.environment), registryId: upper(ids.registry) },
    annotationsGroups: [{ id: upper(ids.annotationsGroup) }],
  };
  expect(await lifecycle("Container", nowhere).diff(ids.container, container.outputs, desired)).toEqual({
    changes: false,
  });
});

it("check refuses the same annotations group twice, also in another letter case", async () => {
  const annotationsGroups = [{ id: ids.annotationsGroup }, { id: ids.annotationsGroup.toUpperCase() }];
  const reasons = await lifecycle("Container", nowhere).check({ ...argsOf(container), annotationsGroups });
  expect(reasons.join()).toContain("annotationsGroups[1].id must be unique in the list");
});

const list = array(object({ key: text(), value: text() }), { items: { key: "key" } });
const [a, b] = [{ key: "a" }, { key: "b" }];

it.each<[what: string, value: Value, steps: Step[], inner: Value | undefined, expected: Value]>([
  ["the whole value", { a: 1 }, [], 2, 2],
  ["the whole value by null", { a: 1 }, [], undefined, null],
  ["a member", { a: 1, b: 2 }, ["a"], 3, { a: 3, b: 2 }],
  ["a member that was missing", { b: 2 }, ["a"], 3, { a: 3, b: 2 }],
  ["a member by nothing", { a: 1, b: 2 }, ["a"], undefined, { b: 2 }],
  ["a member of a member", { a: { b: 1, c: 2 } }, ["a", "b"], 3, { a: { b: 3, c: 2 } }],
  ["nothing below a missing member", { c: 2 }, ["a", "b"], 3, { c: 2 }],
  ["an item", [1, 2], [1], 3, [1, 3]],
  ["an item by its key", [a, b], [{ list, item: b }, "value"], "c", [a, { ...b, value: "c" }]],
  ["nothing in a text", "text", ["a"], 1, "text"],
  ["nothing in an object by an index", { a: 1 }, [0], 1, { a: 1 }],
])("withValueAt replaces %s", (_, value, steps, inner, expected) => {
  expect(withValueAt(value, steps, inner)).toEqual(expected);
});
