/** Which arguments are invalid, each by itself and with its siblings, and how messages name them. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { oneOf, type Rule } from "../../../provider/schema/schemas.js";
import { argumentSchemas, viewOf } from "../../../provider/schema/view.js";
import { omitNulls, validate, wrongIds } from "../../../provider/values/validate.js";
import { type ObjectField, UNKNOWN, type Values } from "../../support/provider.js";
import { array, object, text } from "../support/any-fields.js";
import { definitionOf } from "../support/fake-platform.js";

const inBoxOnly = { when: { allowed: { mode: ["BOX"] } } };
const int = z.int();
const box = z
  .strictObject({ lid: z.string().min(2), size: int })
  .partial()
  .meta(inBoxOnly);
const item = z.strictObject({ size: int, name: z.string(), tokens: z.array(z.string()).meta({ secret: true }) });
const code = z
  .string()
  .min(3)
  .regex(/^[A-Z]+$/);
const form = z
  .strictObject({
    mode: z.string().regex(/^[A-Z]+$/),
    ...{ size: int, smallest: int, spareSize: int },
    box,
    lid: z.strictObject({ box }).partial().meta(inBoxOnly),
    token: z.string().meta({ secret: true, ...inBoxOnly }),
    password: z.string().meta({ secret: { if: "isOpen" }, ...inBoxOnly }),
    isOpen: z.boolean(),
    spare: z.strictObject({ size: int }).meta({ when: { ignored: { mode: ["OFF"] } } }),
    list: z.array(item.partial()).meta({ items: { key: "name", unique: ["name"] } }),
    words: z
      .array(z.string())
      .min(1)
      .meta({ items: { key: "word", unique: ["word"] } }),
    pairs: z.array(z.string()).min(2),
    map: z.record(z.string().min(1), z.strictObject({ size: int })),
    chest: z.strictObject({ mode: z.string(), box }).partial().meta(inBoxOnly),
    ...{ code, key: z.string().min(3).meta({ secret: true }), pin: int.meta({ secret: true }) },
    raw: z.strictObject({ content: z.union([z.string(), z.boolean(), z.record(z.string(), z.unknown())]) }),
    ...{ side: oneOf({}, { left: z.string() }, { right: z.string() }), empty: z.strictObject({}) },
  })
  .partial();
const body = viewOf(form) as ObjectField;
const isTooSmall: Rule = {
  reads: ["size", "smallest"],
  description: "",
  check({ size, smallest }) {
    if (typeof size !== "number" || typeof smallest !== "number" || size >= smallest) return undefined;
    return { path: ["size"], expected: "must be at least smallest", got: String(size) };
  },
};
const schemas = argumentSchemas(form.shape, [isTooSmall], []);
const issuesOf = (args: Values, by = schemas) =>
  validate({ body, schemas: by }, args, "create").map(
    ({ path, expected, got, advice }) =>
      `${path} ${expected}${got === undefined ? "" : `; got ${got}`}${advice === undefined ? "" : `: ${advice}`}`,
  );

describe("validate", () => {
  it.each<[what: string, args: Values]>([
    ["of the right types", { size: 2, smallest: 1, list: [{ size: 1 }], map: { a: { size: 1 } } }],
    ["with what a sibling allows", { mode: "BOX", box: { lid: "ab", size: 1 } }],
    ["that are unknown", { size: UNKNOWN, smallest: 1, box: UNKNOWN, list: [{ size: UNKNOWN }] }],
    ["that are equal in a list that may repeat them", { pairs: ["a", "a"] }],
    ["that are null", { size: null, list: [{ size: null }] }],
    ["with the provider's own name `__managed`", { __managed: 1 }],
  ])("accepts arguments %s", (_, args) => {
    expect(issuesOf(args)).toEqual([]);
  });

  const inBox = (box: object) => ({ mode: "BOX", box: box as Values });
  const tooSmall = { size: 1, smallest: 2 };
  it.each<[what: string, args: Values, issues: string[]]>([
    ["siblings", {}, []],
    ["siblings despite an invalid fraction", { spareSize: 0.5 }, ["spareSize must be an integer; got 0.5"]],
    ["siblings despite an invalid item", { list: [{}, { size: 0.5 }] }, ["list[1].size must be an integer; got 0.5"]],
    ["siblings despite an invalid object", inBox({ size: 0.5 }), ["box.size must be an integer; got 0.5"]],
  ])("compares arguments with %s", (_, args, issues) => {
    expect(issuesOf({ ...tooSmall, ...args })).toEqual([...issues, "size must be at least smallest; got 1"]);
  });

  const required = "map.a.size is required: write a value such as `size: 1`";
  const noText = "list[0].tokens[1] must be a string; got a number: put it in quotes";
  const noObject = (got: string) => `list[0] must be an object; got ${got}: write a value such as \`{}\``;
  const none = "the platform has no such setting: leave it out";
  const [setting, first] = ["a string, true or false, or an object", "`list[0]`"];
  const meant = "isn't an argument; did you mean";
  const page = "the reference page of the resource lists all arguments";
  const others = `${none}, or set \`lid\` or \`size\` if you mean that; ${page}`;
  const ignored = { mode: "OFF", spare: { size: "a" } };
  const keys = (text: string) => ({ map: JSON.parse(text) }) as Values;
  const twice = [{ name: "a" }, { name: "b" }, { name: "a" }, { name: UNKNOWN }, { name: UNKNOWN }, {}, {}];
  it.each<[what: string, args: Values, issue: string]>([
    ["of another type", { size: "1", smallest: 2 }, 'size must be an integer; got "1": write `size: 1`'],
    ["that is a fraction", { size: 0.5 }, "size must be an integer; got 0.5"],
    ["that doesn't match a pattern", { mode: "x" }, 'mode must be a string that matches /^[A-Z]+$/; got "x"'],
    ["that is too short", inBox({ lid: "a" }), 'box.lid must have at least 2 characters; got "a"'],
    ["that is required and missing", { map: { a: {} } }, required],
    ["that is required and null", { map: { a: { size: null } } }, required],
    ["that is misspelled", { sizes: 1 }, "sizes isn't an argument; did you mean size?"],
    ["with an unknown name", { other: 1 }, `other isn't an argument: ${none}; ${page}`],
    ["with the provider's name in an object", inBox({ __managed: 1 }), `box.__managed isn't an argument: ${others}`],
    ["with a name that every object has", inBox({ constructor: {} }), `box.constructor isn't an argument: ${others}`],
    ["that mode doesn't ignore", { mode: "ON", spare: { size: "a" } }, 'spare.size must be an integer; got "a"'],
    ["next to an ignored one", { ...ignored, spareSize: "b" }, 'spareSize must be an integer; got "b"'],
    ["that isn't unique", { list: twice }, 'list[2].name must be unique in the list; got "a", as in item 0'],
    ["that is a text twice", { words: ["b", "b"] }, 'words[1] must be unique in the list; got "b", as in item 0'],
    ["with an empty list", { words: [] }, "words must have at least 1 item; got an empty list"],
    ["with too few items", { pairs: ["a"] }, "pairs must have at least 2 items; got a list of 1 item"],
    ["with an empty key", { map: { "": { size: 1 } } }, "map must not have an empty key"],
    ["with the key __proto__", keys('{"__proto__": {"size": "a"}}'), 'map.__proto__.size must be an integer; got "a"'],
    ["next to the key __proto__", keys('{"__proto__": {"size": 1}, "b": {}}'), required.replace("a.size", "b.size")],
    ["with the name __proto__", inBox(JSON.parse('{"__proto__": 1}')), `box.__proto__ isn't an argument: ${others}`],
    ["with two mistakes once", { code: "a" }, 'code must have at least 3 characters; got "a"'],
    ["that is required, without an example", { raw: {} }, `raw.content is required: ${setting}`],
    ["that is required by its other name", { raw: { Content: "a" } }, `raw.Content ${meant} content?`],
    ["of a choice by its other name", { side: { Left: "a" } }, `side.Left ${meant} left?`],
    [
      "of list items that has a similar name",
      { tokens: [] },
      `tokens isn't an argument: move \`tokens\` into ${first}`,
    ],
    ["with a resource option's name", inBox({ dependsOn: [] }), `box.dependsOn isn't an argument: ${others}`],
    ["in an object without arguments", { empty: { a: 1 } }, "empty.a isn't an argument; there are none here"],
    ["that is secret and too short", { key: "ab" }, "key must have at least 3 characters; got a secret value"],
    ["that is secret and a fraction", { pin: 4711.5 }, "pin must be an integer; got a secret value"],
    ["that is secret with a list", { key: ["hunter2"] }, "key must be a string; got a list of 1 item"],
    ["that is secret with an object", { key: { a: "hunter2" } }, "key must be a string; got an object"],
    ["that is secret in a list", { list: [{ tokens: ["a", 7] }] }, noText],
    ["that may contain secrets, without its text", { list: ["hunter2"] }, noObject("a string")],
    ["that may contain secrets, with true", { list: [true] }, noObject("true")],
  ])("names an argument %s", (_, args, issue) => {
    expect(issuesOf(args)).toEqual([issue]);
  });

  it("names the other arguments next to one with another name", () => {
    const exactly = "side must have exactly one of left | right";
    const both = issuesOf({ side: { Left: "a", left: "b", right: "c" } });
    expect(both).toEqual([`side.Left ${meant} left?`, `${exactly}; got left and right`]);
    const choice = `${exactly}; got none of them: set \`side.left\` or \`side.right\``;
    expect(issuesOf({ side: {}, sizes: 1 }).sort()).toEqual([choice, `sizes ${meant} size?`]);
  });

  const fits = "size must fit";
  const example = "write a value such as `size: 1`";
  it.each<[what: string, violation: object, args: Values, issue: string]>([
    ["the value", {}, { size: 1 }, `${fits}; got 1`],
    ["an example if it is omitted", {}, {}, `${fits}: ${example}`],
    ["the rule's words instead of the value", { got: "1 and 2" }, { size: 1 }, `${fits}; got 1 and 2`],
    ["the rule's words and an example", { got: "nothing" }, {}, `${fits}; got nothing: ${example}`],
    ["no value if the rule names it", { got: false }, { size: 1 }, fits],
    ["no secret", { path: ["key"], got: "hunter2" }, { key: "hunter2" }, "key must fit; got a secret value"],
    ["what to set", { path: ["box"], choices: ["lid"] }, { box: {} }, "box must fit; got an object: set `box.lid`"],
  ])("shows %s in an issue of a rule", (_, violation, args, issue) => {
    const check = () => ({ path: ["size"], expected: "must fit", ...violation });
    const fit: Rule = { reads: [], description: "", check };
    expect(issuesOf({ mode: "BOX", ...args }, argumentSchemas(form.shape, [fit], []))).toEqual([issue]);
  });

  const unlessBox = (name: string, got: string) => `${name} must be omitted unless mode is BOX; got ${got}`;
  const secrets = { token: "hunter2", password: "hunter2", isOpen: true };
  it.each<[what: string, args: Values, issues: string[]]>([
    ["an object", { box: { lid: "ab" } }, [unlessBox("box", "an object")]],
    ["an object with invalid members once", { box: { lid: "a", size: "b" } }, [unlessBox("box", "an object")]],
    ["a text instead of an object once", { box: "a" }, [unlessBox("box", '"a"')]],
    ["an object with another such object once", { lid: { box: {} } }, [unlessBox("lid", "an object")]],
    ["an object with another that is refused", { chest: { mode: "OFF", box: {} } }, [unlessBox("chest", "an object")]],
    ["a secret without its value", secrets, ["token", "password"].map((name) => unlessBox(name, "a secret value"))],
    ["a value that is secret in some cases", { password: "a", isOpen: false }, [unlessBox("password", '"a"')]],
  ])("refuses %s if its sibling doesn't allow it", (_, args, issues) => {
    expect(issuesOf({ mode: "OFF", ...args })).toEqual(issues);
  });
});

describe("wrongIds", () => {
  const assigned = text({ whenOmitted: { isAssigned: true } });
  const of = array(object({ id: assigned, name: text() }));
  const field = object({ list: of, box: object({ list: of, id: assigned }), id: assigned });
  const known: Values = { list: [{ id: "a1" }, { id: "a2" }, {}], box: { list: [] } };
  const [omitted, ids] = ["must be omitted", "the platform assigned: a1, a2"];
  const none = 'the platform assigns it; got "a1"';
  it.each<[what: string, desired: Values, issues: string[]]>([
    ["accepts an assigned ID", { list: [{ id: "a1" }, { name: "new" }, { id: UNKNOWN }] }, []],
    ["refuses another ID", { list: [{ id: "a3" }] }, [`list[0].id ${omitted}, or be an ID that ${ids}; got "a3"`]],
    ["refuses any ID if none is assigned", { box: { list: [{ id: "a1" }] } }, [`box.list[0].id ${omitted}: ${none}`]],
    ["ignores IDs outside of lists", { id: "a3", box: { id: "a3" } }, []],
    ["ignores values that aren't lists", { list: { id: "a3" }, box: "x" }, []],
  ])("%s", (_, desired, issues) => {
    expect(wrongIds(field, desired, known).map(({ path, expected, got }) => `${path} ${expected}; got ${got}`)).toEqual(
      issues,
    );
  });
});

it("omitNulls preserves null where it clears the value, as for probes and autoscaling", () => {
  const { body } = definitionOf("Container");
  const cleared = { healthchecks: { readinessProbe: null }, autoscaling: null };
  expect(omitNulls(body, cleared)).toEqual(cleared);
  const members = { cleared: text({ nullable: true }), omitted: text() };
  expect(omitNulls(object(members), { cleared: null, omitted: null })).toEqual({ cleared: null });
});

it("omitNulls omits null at every depth if the platform can't clear the value", () => {
  const { body } = definitionOf("Job");
  const schedule = { onStart: {} };
  expect(omitNulls(body, { schedule: { ...schedule, onStop: null }, iconUri: null })).toEqual({ schedule });
  const terraform = definitionOf("TerraformService").body;
  const plans = omitNulls(terraform, { actionExtraArguments: { plan: null, apply: ["-x"] } });
  expect(plans).toEqual({ actionExtraArguments: { apply: ["-x"] } });
});
