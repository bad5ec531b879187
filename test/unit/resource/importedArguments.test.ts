/** The arguments that a program gives for what exists, so that adopting or importing it changes nothing. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { specifiedArguments } from "../../../provider/resource/importedArguments.js";
import { changesOf } from "../../../provider/values/compare.js";
import { fixtures, ids } from "../../kinds/fixtures.js";
import { type Field, type ResourceDefinition, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

describe("for everything that a program can give", () => {
  it.each(fixtures.filter(({ kind }) => kind !== "Variable").map((each) => [each.kind, each] as const))(
    "of a %s they are as the program gave them",
    (kind, { outputs, path }) => {
      const definition = definitionOf(kind);
      const { args, violations } = specifiedArguments(definition, { ...outputs, ...path });
      expect(violations).toEqual([]);
      expect(changesOf(definition, args, outputs).filter(({ arg }) => args[arg] !== UNKNOWN)).toEqual([]);
      const { nameArg = "" } = definition;
      if (nameArg in definition.args) expect(Object.keys(args)).toContain(nameArg);
    },
  );

  it("they leave out what the environment says", () => {
    const values = { organizationId: ids.organization, name: "shop", description: "it" };
    expect(specifiedArguments(definitionOf("Project"), values, ["organizationId", "description"]).args).toEqual({
      name: "shop",
    });
  });
});

const text = { description: "", required: false, type: "string" } as const;

/** A project with one argument more, and what that accepts. */
function withArgument(field: object, accepted: z.ZodType = z.any().optional()): ResourceDefinition {
  const project = definitionOf("Project");
  const args = { ...project.args, x: { ...text, ...field } as Field };
  const schema = z.looseObject({ x: accepted });
  return { ...project, args, body: { ...project.body, members: args }, schemas: () => schema } as ResourceDefinition;
}

const known = { organizationId: ids.organization, name: "shop" };

describe("an argument", () => {
  const omitted = undefined;
  const members = { a: { ...text, default: "a" }, b: text, id: { ...text, whenOmitted: { isAssigned: true } } };
  const inner = { ...text, type: "object", name: "X", members };
  const asSibling = { whenOmitted: { by: { sibling: "description", values: { b: "a" } } } };
  const ignored = { ignored: { description: ["b"] } };
  const hinted = { secret: true, returned: { hintedBy: "description" } };
  it.each<[what: string, field: object, value: Value | undefined, given: Value | undefined, others?: Values]>([
    ["with a value is given", {}, "a", "a"],
    ["without one is omitted", {}, undefined, omitted],
    ["that is null is omitted", {}, null, omitted],
    ["that is empty is omitted", {}, "", omitted],
    ["that is an empty list is omitted", { type: "array", item: text, items: "ordered" }, [], omitted],
    ["that is a list is given", { type: "array", item: text, items: "ordered" }, ["a"], ["a"]],
    ["that is an empty map is omitted", { type: "record", value: text }, {}, omitted],
    ["that is a map is given", { type: "record", value: text }, { a: "b" }, { a: "b" }],
    ["that is an object is given without what omission implies", inner, { a: "a", b: "b", id: "1" }, { b: "b" }],
    [
      "that is a list of objects is given without what omission implies",
      { type: "array", items: "ordered", item: inner },
      [{ a: "a", b: "b", id: "1" }],
      [{ b: "b" }],
    ],
    ["that has its default is omitted", { default: "a" }, "a", omitted],
    ["that has another value than its default is given", { default: "a" }, "b", "b"],
    ["that is empty, which is not its default, is given", { default: "a" }, "", ""],
    ["that is empty, where its default is told in words, is given", { whenOmitted: { says: "the best" } }, "", ""],
    ["that the platform may have chosen is omitted", { whenOmitted: { mayBe: "^z\\d+$" } }, "z12", omitted],
    ["that the platform can't have chosen is given", { whenOmitted: { mayBe: "^z\\d+$" } }, "y12", "y12"],
    ["that only the platform assigns is omitted", { whenOmitted: { isAssigned: true } }, "a", omitted],
    ["that only the provider uses is omitted", { local: true }, "a", omitted],
    ["that is required is given, though it has its default", { required: true, default: "a" }, "a", "a"],
    ["that identifies is given, though it has its default", { identifies: true, default: "a" }, "a", "a"],
    ["with the default of its sibling is omitted", asSibling, "a", omitted, { description: "b" }],
    ["with another sibling's default is given", asSibling, "a", "a", { description: "c" }],
    ["that the platform ignores is omitted", { when: ignored }, "a", omitted, { description: "b" }],
    ["that the platform does not ignore is given", { when: ignored }, "a", "a", { description: "c" }],
    [
      "that is not allowed is omitted",
      { when: { allowed: { description: ["c"] } } },
      "a",
      omitted,
      { description: "b" },
    ],
    ["that may be allowed is given", { when: { allowed: { icon: ["c"] } } }, "a", "a"],
    ["that the platform masks is not known", { secret: true }, "REDACTED", UNKNOWN],
    ["that has a mask of its own is not known", { secret: true, returned: { mask: null } }, undefined, UNKNOWN],
    ["that only looks masked is given", {}, "REDACTED", "REDACTED"],
    [
      "that is masked, and ignored, is omitted",
      { secret: true, when: ignored },
      "REDACTED",
      omitted,
      { description: "b" },
    ],
    ["that is secret and shown is given", { secret: true }, "a", "a"],
    ["that usually is there beside another one is not known", hinted, undefined, UNKNOWN, { description: "b" }],
  ])("%s", (_, field, value, given, others = {}) => {
    const values = { ...known, ...others, ...(value !== undefined && { x: value }) };
    const found = specifiedArguments(withArgument(field), values);
    expect(found.args.x).toEqual(given);
    expect(found.violations).toEqual([]);
  });
});

describe("what a program cannot give", () => {
  const choice = { ...text, type: "enum", values: ["A", "B"] } as const;
  const one = z.enum(["A", "B"]).optional();
  const object = (members: object, more: object = {}) => ({ type: "object", name: "X", members, ...more });
  const inner = z.looseObject({ a: one }).optional();
  const aOrB = object({ a: choice, b: text });
  const needsA = object({ a: { ...choice, required: true }, b: text });
  const list = { type: "array", items: "ordered", item: { ...text, ...aOrB } };
  const either = object({ a: choice, b: text }, { alternatives: [["a"], ["b"]] });
  const both = { a: "C", b: "b" };
  const left = [{ b: "a" }, { b: "b" }];
  it.each<[what: string, field: object, accepted: z.ZodType, value: Value, given: Value | undefined, path: string]>([
    ["is omitted, if that is possible", choice, one, "C", undefined, "x"],
    ["stays, if it is required", { ...choice, required: true }, one, "C", "C", "x"],
    ["stays, if it is where the resource is", { ...choice, inPath: true }, one, "C", "C", "x"],
    ["takes with it what it is in, if it is required there", needsA, inner, both, undefined, "x.a"],
    ["leaves what it is in, if it is not", aOrB, inner, both, { b: "b" }, "x.a"],
    ["leaves the item that it is in", list, z.array(inner), [{ b: "a" }, both], left, "x[1].a"],
    ["takes with it of what it is an alternative", either, inner, { a: "C" }, undefined, "x.a"],
  ])("%s", (_, field, accepted, value, given, path) => {
    const { args, violations } = specifiedArguments(withArgument(field, accepted), { ...known, x: value });
    expect(args.x).toEqual(given);
    expect(violations).toEqual([expect.objectContaining({ path, isOmitted: given !== "C" })]);
  });

  it("is one of several alternatives, which are given with their defaults", () => {
    const field = object({ a: { ...text, default: "a" }, b: text }, { alternatives: [["a"], ["b"]] });
    expect(specifiedArguments(withArgument(field), { ...known, x: { a: "a" } }).args.x).toEqual({ a: "a" });
  });

  const untold = { secret: true, returned: "never" };
  it.each<[what: string, field: object, value: Value | undefined, given: Value | undefined, count: number]>([
    ["a secret that no response contains is one that is not known", untold, undefined, UNKNOWN, 0],
    ["a secret that responses contain stays away", { secret: true }, undefined, undefined, 1],
    ["what no response contains, and is not secret, stays away", { returned: "never" }, undefined, undefined, 1],
    ["an empty text is given", {}, "", "", 0],
  ])("where a rule demands it, %s", (_, field, value, given, count) => {
    const definition = withArgument(field, z.string());
    const { args, violations } = specifiedArguments(definition, { ...known, ...(value !== undefined && { x: value }) });
    expect([args.x, violations.length]).toEqual([given, count]);
  });
});
