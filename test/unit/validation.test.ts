/** Which arguments are invalid, each by itself and with its siblings, and how messages name them. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { nearestName, validate, wrongIds } from "../../provider/values/validate.js";
import { UNKNOWN, type Values } from "../provider.js";
import { array, flag, integer, object, record, text } from "./any-fields.js";

const item = object({ size: integer(), name: text(), tokens: array(text(), { secret: true }) });
const body = object({
  mode: text(),
  size: integer(),
  smallest: integer(),
  box: object({ lid: text(), size: integer() }, { when: { allowed: { mode: ["BOX"] } } }),
  lid: object(
    { box: object({ size: integer() }, { when: { allowed: { mode: ["BOX"] } } }) },
    { when: { allowed: { mode: ["BOX"] } } },
  ),
  token: text({ secret: true, when: { allowed: { mode: ["BOX"] } } }),
  password: text({ secret: { unless: "isOpen" }, when: { allowed: { mode: ["BOX"] } } }),
  isOpen: flag(),
  spare: object({ size: integer() }, { when: { ignored: { mode: ["OFF"] } } }),
  spareSize: integer(),
  list: array(item, { items: { key: "name", unique: ["name"] } }),
  words: array(text(), { items: { key: "word", unique: ["word"] }, minItems: 1 }),
  pairs: array(text(), { minItems: 2 }),
  map: record(object({ size: integer() })),
});
const int = z.int();
const box = z.strictObject({ lid: z.string().min(2), size: int }).partial();
const schema = z
  .strictObject({
    ...{
      mode: z.string(),
      size: int,
      smallest: int,
      box,
      spare: z.strictObject({ size: int }).partial(),
      spareSize: int,
    },
    ...{ lid: z.strictObject({ box }).partial(), token: z.string(), password: z.string(), isOpen: z.boolean() },
    list: z.array(z.strictObject({ size: int, name: z.string(), tokens: z.array(z.string()) }).partial()),
    ...{
      words: z.array(z.string()).min(1),
      pairs: z.array(z.string()).min(2),
      map: z.record(z.string().min(1), z.strictObject({ size: int })),
    },
  })
  .partial()
  .check(
    z.superRefine<unknown>(
      (value, context) => {
        const { size, smallest } = value as Values;
        if (typeof size !== "number" || typeof smallest !== "number" || size >= smallest) return;
        const params = { expected: "must be at least smallest", got: String(size) };
        context.addIssue({ code: "custom", path: ["size"], params });
      },
      { when: () => true },
    ),
  );
const issuesOf = (args: Values) =>
  validate({ body, schemas: () => schema }, args, "create").map(
    ({ path, expected, got }) => `${path} ${expected}${got === undefined ? "" : `; got ${got}`}`,
  );

describe("arguments", () => {
  it.each<[what: string, args: Values, issues: string[]]>([
    [
      "are valid",
      { mode: "BOX", size: 2, smallest: 1, box: { lid: "ab", size: 1 }, list: [{ size: 1 }], map: { a: { size: 1 } } },
      [],
    ],
    ["are valid if they are unknown", { size: UNKNOWN, smallest: 1, box: UNKNOWN, list: [{ size: UNKNOWN }] }, []],
    ["are valid if they are null", { size: null, list: [{ size: null }] }, []],
    ["are compared with each other", { size: 1, smallest: 2 }, ["size must be at least smallest; got 1"]],
    [
      "are compared with each other beside a fraction",
      { size: 1, smallest: 2, spareSize: 0.5 },
      ["spareSize must be an integer; got 0.5", "size must be at least smallest; got 1"],
    ],
    [
      "are compared with each other beside a fraction in a list",
      { size: 1, smallest: 2, list: [{ size: 1 }, { size: 0.5 }] },
      ["list[1].size must be an integer; got 0.5", "size must be at least smallest; got 1"],
    ],
    [
      "are compared with each other beside a fraction in an object",
      { size: 1, smallest: 2, mode: "BOX", box: { size: 0.5, lid: "ab" } },
      ["box.size must be an integer; got 0.5", "size must be at least smallest; got 1"],
    ],
    ["aren't compared with one of another type", { size: "1", smallest: 2 }, ['size must be an integer; got "1"']],
    ["are named if nobody knows them", { sizes: 1 }, ["sizes isn't an argument; did you mean size?"]],
    [
      "are listed if no name is near",
      { other: 1 },
      [`other isn't an argument; the arguments here are ${Object.keys(body.members).join(", ")}`],
    ],
    ["may have names that only the provider uses", { __managed: 1 }, []],
    [
      "have no such names inside",
      { mode: "BOX", box: { __managed: 1 } },
      ["box.__managed isn't an argument; the arguments here are lid, size"],
    ],
    [
      "need an allowed sibling",
      { mode: "OFF", box: { lid: "ab" } },
      ["box must be omitted unless mode is BOX; got an object"],
    ],
    [
      "that aren't allowed are named once, whatever is wrong inside",
      { mode: "OFF", box: { lid: "a", size: "b" } },
      ["box must be omitted unless mode is BOX; got an object"],
    ],
    [
      "that aren't allowed are named once, though others inside aren't either",
      { mode: "OFF", lid: { box: { size: 1 } } },
      ["lid must be omitted unless mode is BOX; got an object"],
    ],
    [
      "that aren't allowed may be secret",
      { mode: "OFF", token: "hunter2", password: "hunter2" },
      [
        "token must be omitted unless mode is BOX; got a secret value",
        "password must be omitted unless mode is BOX; got a secret value",
      ],
    ],
    [
      "that aren't allowed may be secret only sometimes",
      { mode: "OFF", password: "hunter2", isOpen: false },
      ['password must be omitted unless mode is BOX; got "hunter2"'],
    ],
    [
      "that are ignored aren't checked",
      { mode: "OFF", spare: { size: "a" }, spareSize: "b" },
      ['spareSize must be an integer; got "b"'],
    ],
    [
      "that aren't ignored are checked",
      { mode: "ON", spare: { size: "a" } },
      ['spare.size must be an integer; got "a"'],
    ],
    [
      "must be unique",
      { list: [{ name: "a" }, { name: "b" }, { name: "a" }, { name: UNKNOWN }, { name: UNKNOWN }, {}, {}] },
      ['list[2].name must be unique in the list; got "a", as in item 0'],
    ],
    [
      "must be unique, also where items aren't objects",
      { words: ["a", "b", "a"] },
      ['words[2] must be unique in the list; got "a", as in item 0'],
    ],
    [
      "must be enough",
      { words: [], pairs: ["a"] },
      [
        "words must have at least 1 item; got an array of 0 items",
        "pairs must have at least 2 items; got an array of 1 item",
      ],
    ],
    ["have keys", { map: { "": { size: 1 } } }, ["map must not have an empty key"]],
    [
      "may have any key",
      { map: JSON.parse('{"__proto__": {"size": "a"}}') as Values },
      ['map.__proto__.size must be an integer; got "a"'],
    ],
    [
      "that are secret inside aren't shown",
      { list: [{ tokens: ["a", 7] }] },
      ["list[0].tokens[1] must be a string; got a secret value"],
    ],
    [
      "that hold secrets aren't shown if they are of another type",
      { list: ["hunter2"] },
      ["list[0] must be an object; got a secret value"],
    ],
  ])("%s", (_, args, issues) => {
    expect(issuesOf(args)).toEqual(issues);
  });
});

it.each([
  ["image_name", "imageName"],
  ["IMAGENAME", "imageName"],
  ["imageNam", "imageName"],
  ["imageNames", "imageName"],
  ["imagename2", "imageName"],
  ["amageName", "imageName"],
  ["imageXame", "imageName"],
  ["imgName", undefined],
  ["imageNa", undefined],
  ["tag2", "tag"],
  ["xtagx", undefined],
  ["", undefined],
])("the name %s most likely means %s", (name, meant) => {
  expect(nearestName(name, ["description", "tag", "imageName"])).toBe(meant);
});

describe("the ID of an item", () => {
  const of = array(object({ id: text({ whenOmitted: { isAssigned: true } }), name: text() }));
  const field = object({ list: of, box: object({ list: of }) });
  const known: Values = { list: [{ id: "A1" }, { id: "a2" }, {}], box: { list: [] } };
  it.each<[what: string, wanted: Values, issues: string[]]>([
    ["is one that the platform has assigned", { list: [{ id: "a1" }, { name: "new" }, { id: UNKNOWN }] }, []],
    [
      "isn't another one",
      { list: [{ id: "a3" }] },
      ['list[0].id must be omitted, or be an ID that the platform assigned: A1, a2; got "a3"'],
    ],
    [
      "isn't given where there are none",
      { box: { list: [{ id: "a1" }] } },
      ['box.list[0].id must be omitted: the platform assigns it; got "a1"'],
    ],
    ["isn't looked for in what isn't a list", { list: { id: "a3" }, box: "x" }, []],
  ])("%s", (_, wanted, issues) => {
    expect(wrongIds(field, wanted, known).map(({ path, expected, got }) => `${path} ${expected}; got ${got}`)).toEqual(
      issues,
    );
  });
});
