/** The arguments that a program gives for what exists, so that adopting or importing it changes nothing. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { specifiedArguments } from "../../../provider/resource/importedArguments.js";
import { changesOf } from "../../../provider/values/compare.js";
import { fixtures, ids } from "../../kinds/fixtures.js";
import { type Field, type ResourceDefinition, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

describe("specifiedArguments (all kinds)", () => {
  it.each(fixtures.filter(({ kind }) => kind !== "Variable").map((each) => [each.kind, each] as const))(
    "returns arguments without a difference to the outputs of a %s",
    (kind, { outputs, path }) => {
      const definition = definitionOf(kind);
      const { args, violations } = specifiedArguments(definition, { ...outputs, ...path });
      expect(violations).toEqual([]);
      expect(changesOf(definition, args, outputs).filter(({ arg }) => args[arg] !== UNKNOWN)).toEqual([]);
      const { nameArg = "" } = definition;
      if (nameArg in definition.args) expect(Object.keys(args)).toContain(nameArg);
    },
  );

  it("omits the arguments that `shared` names", () => {
    const values = { organizationId: ids.organization, name: "shop", description: "it" };
    const { args } = specifiedArguments(definitionOf("Project"), values, ["organizationId", "description"]);
    expect(args).toEqual({ name: "shop" });
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

describe("specifiedArguments (program of an export or import)", () => {
  const omitted = undefined;
  const members = { a: { ...text, default: "a" }, b: text, id: { ...text, whenOmitted: { isAssigned: true } } };
  const inner = { ...text, type: "object", name: "X", members };
  const asSibling = { whenOmitted: { by: { sibling: "description", values: { b: "a" } } } };
  const ignored = { ignored: { description: ["b"] } };
  const hinted = { secret: true, returned: "never", usualWith: "description" };
  const objects = { type: "array", items: "ordered", item: inner };
  const [withDefault, ofB] = [{ a: "a", b: "b", id: "1" }, { description: "b" }];
  const described = { whenOmitted: { description: "the best" } };
  const maskedByNull = { secret: true, returned: { mask: { text: null } } };
  it.each<[what: string, field: object, value: Value | undefined, specified: Value | undefined, others?: Values]>([
    ["returns a value", {}, "a", "a"],
    ["omits an absent value", {}, undefined, omitted],
    ["omits null", {}, null, omitted],
    ["omits an empty string", {}, "", omitted],
    ["omits an empty list", { type: "array", item: text, items: "ordered" }, [], omitted],
    ["returns a list", { type: "array", item: text, items: "ordered" }, ["a"], ["a"]],
    ["omits an empty map", { type: "record", value: text }, {}, omitted],
    ["returns a map", { type: "record", value: text }, { a: "b" }, { a: "b" }],
    ["returns an object without members that have their default", inner, withDefault, { b: "b" }],
    ["returns objects in a list without members that have their default", objects, [withDefault], [{ b: "b" }]],
    ["omits a default", { default: "a" }, "a", omitted],
    ["returns a value other than the default", { default: "a" }, "b", "b"],
    ["returns an empty string that is not the default", { default: "a" }, "", ""],
    ["returns an empty string if the default is described in words", described, "", ""],
    ["omits a value that the platform may have chosen", { whenOmitted: { mayBe: "^z\\d+$" } }, "z12", omitted],
    ["returns a value that the platform can't have chosen", { whenOmitted: { mayBe: "^z\\d+$" } }, "y12", "y12"],
    ["omits a value that only the platform assigns", { whenOmitted: { isAssigned: true } }, "a", omitted],
    ["omits an argument that only the provider uses", { local: true }, "a", omitted],
    ["returns a required argument with its default", { required: true, default: "a" }, "a", "a"],
    ["returns an identity key with its default", { identifies: true, default: "a" }, "a", "a"],
    ["omits a value equal to the sibling that is its default", asSibling, "a", omitted, { description: "b" }],
    ["returns a value other than the sibling that is its default", asSibling, "a", "a", { description: "c" }],
    ["omits a value that the platform ignores", { when: ignored }, "a", omitted, { description: "b" }],
    ["returns a value that the platform does not ignore", { when: ignored }, "a", "a", { description: "c" }],
    ["omits a value that is not allowed", { when: { allowed: { description: ["c"] } } }, "a", omitted, ofB],
    ["returns a value that may be allowed", { when: { allowed: { icon: ["c"] } } }, "a", "a"],
    ["returns UNKNOWN for a masked secret", { secret: true }, "REDACTED", UNKNOWN],
    ["returns UNKNOWN for a secret with its own mask", maskedByNull, undefined, UNKNOWN],
    ["returns a value that only looks masked", {}, "REDACTED", "REDACTED"],
    ["omits a masked secret that the platform ignores", { secret: true, when: ignored }, "REDACTED", omitted, ofB],
    ["returns a secret that the platform shows", { secret: true }, "a", "a"],
    ["returns UNKNOWN for a hidden value that its sibling implies", hinted, undefined, UNKNOWN, { description: "b" }],
  ])("%s", (_, field, value, specified, others = {}) => {
    const values = { ...known, ...others, ...(value !== undefined && { x: value }) };
    const found = specifiedArguments(withArgument(field), values);
    expect(found.args.x).toEqual(specified);
    expect(found.violations).toEqual([]);
  });
});

describe("specifiedArguments of invalid values", () => {
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
  it.each<[what: string, field: object, accepted: z.ZodType, value: Value, specified: Value | undefined, path: string]>(
    [
      ["omits the value and reports it", choice, one, "C", undefined, "x"],
      ["returns the value if it is required", { ...choice, required: true }, one, "C", "C", "x"],
      ["returns the value if it is part of the path", { ...choice, inPath: true }, one, "C", "C", "x"],
      ["omits the object if its invalid member is required", needsA, inner, both, undefined, "x.a"],
      ["omits only the member if it is optional", aOrB, inner, both, { b: "b" }, "x.a"],
      ["omits the invalid member of an item in a list", list, z.array(inner), [{ b: "a" }, both], left, "x[1].a"],
      ["omits the object if its only alternative is invalid", either, inner, { a: "C" }, undefined, "x.a"],
    ],
  )("%s", (_, field, accepted, value, specified, path) => {
    const { args, violations } = specifiedArguments(withArgument(field, accepted), { ...known, x: value });
    expect(args.x).toEqual(specified);
    expect(violations).toEqual([expect.objectContaining({ path, isOmitted: specified !== "C" })]);
  });

  it("returns the default of an alternative", () => {
    const field = object({ a: { ...text, default: "a" }, b: text }, { alternatives: [["a"], ["b"]] });
    expect(specifiedArguments(withArgument(field), { ...known, x: { a: "a" } }).args.x).toEqual({ a: "a" });
  });

  const neverReturned = { secret: true, returned: "never" };
  it.each<[what: string, field: object, value: Value | undefined, specified: Value | undefined, count: number]>([
    ["returns UNKNOWN for a secret that no response contains", neverReturned, undefined, UNKNOWN, 0],
    ["omits a secret that responses contain", { secret: true }, undefined, undefined, 1],
    ["omits a plain value that no response contains", { returned: "never" }, undefined, undefined, 1],
    ["returns an empty string", {}, "", "", 0],
  ])("%s (required by a rule)", (_, field, value, specified, count) => {
    const definition = withArgument(field, z.string());
    const { args, violations } = specifiedArguments(definition, { ...known, ...(value !== undefined && { x: value }) });
    expect([args.x, violations.length]).toEqual([specified, count]);
  });
});
