/** Where the secrets of a program are among its arguments. */
import { describe, expect, it } from "vitest";
import {
  type ChildArguments,
  entryOf,
  hasEncrypted,
  markSecrets,
  pathsOf,
  repeatedSecrets,
  repeating,
  revealSecrets,
  secretTexts,
  secretValue,
  separateSecrets,
  stillSecret,
  withIgnoredSecrets,
} from "../../../provider/values/secrets.js";
import { type ObjectField, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { array, json, object, record, text } from "../support/any-fields.js";
import { definitionOf } from "../support/fake-platform.js";

const { body, owned } = definitionOf("Container");
const childArguments = owned?.args as ChildArguments;
const [a, b] = [{ A: "1" }, { B: "2" }];
const variables = { ...a, ...b };

describe("pathsOf", () => {
  it.each<[what: string, values: Values, marked: Values, places: unknown[]]>([
    ["returns the paths of marked entries", { variables }, { variables: a }, [["variables", "A"]]],
    ["returns another key with the marked value", { variables }, { variables: { C: "2" } }, [["variables", "B"]]],
    ["prefers the marked key", { variables: { A: "1", B: "1" } }, { variables: a }, [["variables", "A"]]],
    ["ignores entries that are secret already", { variables: { B: "1" }, secretVariables: a }, { variables: a }, []],
    ["ignores unknown values", { variables: { B: UNKNOWN } }, { variables: { A: UNKNOWN } }, []],
    ["returns the whole argument if all of it is marked", { variables: a }, { variables: true }, [["variables"]]],
    ["returns the whole argument if it is unknown", { variables: UNKNOWN }, { variables: a }, [["variables"]]],
    ["returns nothing without marks", { variables: UNKNOWN }, {}, []],
    ["returns nothing without values", {}, { variables: a }, []],
    ["ignores an argument that isn't a map", { variables: "x" }, { variables: a }, []],
  ])("%s", (_, values, marked, places) => {
    expect(pathsOf(childArguments, values, marked)).toEqual(places);
  });
});

describe("separateSecrets", () => {
  const all = { variables, name: "web" };
  const [first, whole] = [[["variables", "A"]], [["variables"]]];
  const [nine, unknown] = [{ secretVariables: { A: "9" } }, { secretVariables: UNKNOWN }];
  it.each<[what: string, values: Values, secrets: string[][], expected: Values]>([
    ["moves marked entries to the secret argument", all, first, { name: "web", variables: b, secretVariables: a }],
    ["moves the whole argument if all of it is marked", all, whole, { name: "web", secretVariables: variables }],
    ["keeps entries of the secret argument", { variables, ...nine }, first, { variables: b, ...nine }],
    ["moves an unknown argument", { variables: UNKNOWN }, whole, unknown],
    ["keeps an unknown secret argument", { variables, ...unknown }, first, { variables: b, ...unknown }],
    ["ignores an argument that isn't a map", { variables: "x" }, whole, { variables: "x" }],
    ["moves nothing if no entry is marked", all, [["name"]], all],
  ])("%s", (_, values, secrets, expected) => {
    expect(separateSecrets(childArguments, { values, secrets }).values).toEqual(expected);
  });

  it("marks `secretVariables` as a whole in place of a key of `variables`", () => {
    const secrets = [["variables", "A"], ["name"]];
    expect(separateSecrets(childArguments, { values: all, secrets }).secrets).toEqual([["name"], ["secretVariables"]]);
  });
});

describe("withIgnoredSecrets (ignoreChanges)", () => {
  const known = { secretVariables: { A: "secret", B: "other" } };
  const kept = { secretVariables: { A: "secret" } };
  const [changed, two] = [{ variables: { A: "new" } }, { variables: { A: "new", B: "3" } }];
  const [specified, unknown] = [{ secretVariables: { A: "9" } }, { variables: a, secretVariables: UNKNOWN }];
  const twice = { variables, secretVariables: { A: "9" } };
  it.each<[what: string, values: Values, ignored: string, expected: Values, count: number]>([
    ["keeps the former value of an ignored entry", two, "variables.A", { variables: { B: "3" }, ...kept }, 0],
    ["keeps all former values if the argument is ignored", changed, "variables", known, 0],
    ["keeps entries that the program sets as secret", specified, "variables.A", specified, 0],
    ["changes nothing if another key is ignored", changed, "variables.C", changed, 1],
    ["changes nothing if another argument is ignored", changed, "name", changed, 1],
    ["keeps both values of a key if another argument is ignored", twice, "name", twice, 1],
    ["keeps former secrets if nothing else is set", { variables: {} }, "variables.A", { variables: {}, ...kept }, 0],
    ["changes nothing while other entries are unknown", unknown, "variables", unknown, 1],
  ])("%s", (_, values, ignored, expected, count) => {
    const marked = { values, secrets: [["variables", "A"]] };
    const found = withIgnoredSecrets(childArguments, marked, [ignored], known);
    expect([found.values, found.secrets.length]).toEqual([expected, count]);
    expect(withIgnoredSecrets(undefined, marked, [ignored], known)).toEqual(marked);
  });

  it("keeps the former values of several entries, and the marks of other arguments", () => {
    const marked = { values: two, secrets: [["name"], ["variables", "A"]] };
    const expected = { values: known, secrets: [["name"]] };
    expect(withIgnoredSecrets(childArguments, marked, ["variables.A", "variables.B"], known)).toEqual(expected);
    expect(withIgnoredSecrets(childArguments, marked, ["variables"], known)).toEqual(expected);
  });

  it("changes nothing if the state has no secrets", () => {
    const values = { variables: { A: "1" } };
    expect(
      withIgnoredSecrets(childArguments, { values, secrets: [] }, ["variables"], { secretVariables: UNKNOWN }).values,
    ).toEqual(values);
  });
});

describe("markSecrets", () => {
  const secret = text({ secret: true });
  const field = object({
    plain: text(),
    secret,
    some: object({ plain: text(), secret }),
    list: array(object({ plain: text(), secret }), { items: "ordered" }),
    secrets: array(secret, { items: "ordered" }),
    hidden: object({ plain: text() }, { secret: true }),
    map: record(secret),
    texts: record(text()),
  });
  const s = secretValue;
  const hidden = { plain: "a" };
  const texts = { a: UNKNOWN, b: null, c: { d: "e" } };
  const coarse = { plain: "a", texts: { ...texts, c: { d: s("e") } } };
  const unknown = { secret: UNKNOWN, plain: null, some: { secret: null } };
  const inList = { list: [{ plain: "a" }, { secret: "b" }] };
  it.each<[what: string, value: Values, names: string[], marked: Values]>([
    ["marks a secret argument", { plain: "a", secret: "b" }, [], { plain: "a", secret: s("b") }],
    ["marks a secret member", { some: { plain: "a", secret: "b" } }, [], { some: { plain: "a", secret: s("b") } }],
    ["marks a secret in a map", { map: { a: "b" } }, [], { map: { a: s("b") } }],
    ["marks no unknown value and no null", unknown, ["plain"], unknown],
    ["marks no argument that the kind lacks", { other: "a" }, [], { other: "a" }],
    ["marks nothing in a text instead of a map", { map: "b" }, [], { map: "b" }],
  ])("%s in both providers", (_, value, names, marked) => {
    expect([markSecrets(field, names, value), markSecrets(field, names, value, true)]).toEqual([marked, marked]);
  });

  it.each<[what: string, value: Values, names: string[], coarse: Values, exact: Values]>([
    [
      "every value of a list with one secret",
      inList,
      [],
      { list: s(inList.list) },
      { list: [{ plain: "a" }, { secret: s("b") }] },
    ],
    ["a secret object", { hidden }, [], { hidden: { plain: s("a") } }, { hidden: s(hidden) }],
    ["a list of secrets", { secrets: ["a"] }, [], { secrets: s(["a"]) }, { secrets: [s("a")] }],
    ["what the program marks and is known", { plain: "a", texts }, ["texts"], coarse, { plain: "a", texts: s(texts) }],
  ])("marks %s, or exactly the secrets if the engine keeps all marks", (_, value, names, coarse, exact) => {
    expect([markSecrets(field, names, value), markSecrets(field, names, value, true)]).toEqual([coarse, exact]);
  });
});

describe("hasEncrypted", () => {
  const secret = secretValue("a");
  it.each<[what: string, value: Value, is: boolean]>([
    ["true for a secret", secret, true],
    ["true for an object with a secret inside", { a: "b", c: { d: secret } }, true],
    ["true for a list with a secret inside", ["a", [secret]], true],
    ["false for an object without a secret", { a: "b", c: {} }, false],
    ["false for a list without a secret", ["a", 1], false],
    ["false for a text", "a", false],
  ])("returns %s", (_what, value, is) => {
    expect(hasEncrypted(value)).toBe(is);
  });
});

describe("revealSecrets", () => {
  const token = text({ secret: true, required: true, returned: { mask: {} } });
  const [never, sometimes] = [text({ returned: "never" }), text({ returned: "sometimes" })];
  const item = object({ key: text(), token });
  const body = object({
    ...{ token, never, sometimes, plain: text(), data: json(), map: record(sometimes) },
    ...{ child: text({ separate: "open", returned: "never" }), ref: text({ idOf: { kind: "X" }, returned: "never" }) },
    ...{ unseen: object({ never, sometimes }), partly: object({ sometimes, plain: text() }) },
    ...{ list: array(item, { items: { key: "key" } }), ordered: array(item, { items: "ordered" }) },
  });
  const [unseen, partly] = [
    { never: "a", sometimes: "b" },
    { sometimes: "a", plain: "b" },
  ];
  const [x, y, t, xt] = [{ key: "x" }, { key: "y" }, { token: "t" }, { key: "x", token: "t" }];
  it.each<[what: string, state: Values, args: Values, added: Values, paths: string[]]>([
    ["adds a masked secret", { plain: "a" }, { plain: "b", ...t }, t, ["token"]],
    ["adds no secret that the program omits", { plain: "a" }, { plain: "b" }, {}, []],
    ["replaces a value that responses never contain", { never: "old" }, { never: "a" }, { never: "a" }, ["never"]],
    ["adds a value that some responses omit", {}, { sometimes: "a" }, { sometimes: "a" }, ["sometimes"]],
    ["keeps such a value of a response", { sometimes: "b" }, { sometimes: "a" }, {}, []],
    ["adds no value that responses contain", {}, { plain: "a" }, {}, []],
    ["adds no child and no reference", {}, { child: "a", ref: "b" }, {}, []],
    ["adds an object of values that responses omit", {}, { unseen }, { unseen }, ["unseen"]],
    ["adds no object with a value that responses contain", {}, { partly }, {}, []],
    ["adds no empty object", {}, { partly: {} }, {}, []],
    ["adds no map", {}, { map: { a: "b" } }, {}, []],
    ["adds a secret to an item", { ordered: [x] }, { ordered: [t] }, { ordered: [xt] }, ["ordered[0].token"]],
    ["finds the item by key", { list: [y, x] }, { list: [xt] }, { list: [y, xt] }, ["list[0].token"]],
    ["adds nothing to a list that is unknown", { list: [x] }, { list: UNKNOWN }, {}, []],
    ["adds nothing to a text instead of a list", { list: "a" }, { list: [xt] }, {}, []],
    ["adds nothing to a list in JSON", { data: ["a"] }, { data: ["b"] }, {}, []],
  ])("%s", (_, state, args, added, paths) => {
    expect(revealSecrets(body, state, { ...args })).toStrictEqual({ state: { ...state, ...added }, paths });
  });
});

describe("secretTexts", () => {
  it("returns the texts at the paths of secrets", () => {
    const values = { variables, list: ["a", 7], name: "web" };
    expect(
      secretTexts(values, [
        ["variables", "A"],
        ["list", 1],
        ["other", "x"],
      ]),
    ).toEqual(["1", "7"]);
  });
});

describe("repeatedSecrets", () => {
  it("finds outputs that repeat a secret of at least four characters", () => {
    expect(repeating(["longer", "abc"], { a: "a longer text", b: "abc", c: "abcd", d: { e: ["abc"] }, f: 1 })).toEqual([
      "a",
      "b",
      "d",
    ]);
    expect(repeating(["longer"], { a: { longer: 1 }, b: [{ c: { "a longer name": 1 } }], longer: 1 })).toEqual([
      "a",
      "b",
    ]);
    expect(repeating([], { a: "" })).toEqual([]);
    expect(repeating(["a"], { a: "", b: "b" })).toEqual([]);
    expect(repeatedSecrets(body, ["name"], { name: "secret", url: "https://secret/", tag: "secret" })).toEqual(["url"]);
    expect(repeatedSecrets(body, ["name"], { name: "abc", url: "abc" })).toEqual([]);
    expect(repeatedSecrets(body, ["name"], { name: "abcd", url: "abcd" })).toEqual(["url"]);
    expect(repeatedSecrets(body, ["name"], { name: UNKNOWN, links: [UNKNOWN] })).toEqual([]);
  });

  it("ignores outputs that the kind states as public", () => {
    const [values, url] = [{ name: "secret", host: "secret", url: "secret" }, text()];
    const repeated = (responseOnly?: ObjectField["responseOnly"]) =>
      repeatedSecrets(object({ name: text() }, responseOnly && { responseOnly }), ["name"], values);
    expect(repeated({ host: text({ secret: false }), url })).toEqual(["url"]);
    expect(repeated()).toEqual(["host", "url"]);
  });

  it("finds outputs that contain a value of `secretVariables`", () => {
    const specified = { secretVariables: { A: "secret" }, variables: { B: "shown" } };
    expect(repeatedSecrets(body, [], { ...specified, url: "https://secret/", internalHost: "shown" })).toEqual(["url"]);
  });
});

it("repeatedSecrets finds secrets in lowercase, composed characters and URL encoding", () => {
  const values = { host: "web-shop.internal", url: "https://a/Cafe%CC%81", path: "https://a/Caf%C3%A9", other: "a" };
  expect(repeating(["Web-Shop", "Cafe\u0301"], values)).toEqual(["host", "url", "path"]);
});

it("stillSecret keeps secrets that the platform returns in another letter case or with other whitespace", () => {
  const before = { names: ["name", "tag"], values: { name: " Web ", tag: "1" } };
  expect(stillSecret(before, { name: "web", tag: "2" })).toEqual(["name"]);
});

it("stillSecret keeps a secret of which the platform retains some entries", () => {
  const before = { names: ["map", "list"], values: { map: { a: "s", b: "t" }, list: ["u"] } };
  expect(stillSecret(before, { map: { a: "s", c: "new" } })).toEqual(["map"]);
});

it.each([
  ["variables", { arg: "variables" }],
  ["variables.LEVEL", { arg: "variables", key: "LEVEL" }],
  ["variables.A", { arg: "variables", key: "A" }],
  ["variables.*", { arg: "variables" }],
  ['variables["a.b"]', { arg: "variables", key: "a.b" }],
  ['variables["a\\"b\\\\"]', { arg: "variables", key: 'a"b\\' }],
  ['variables["*"]', { arg: "variables" }],
  ["ports[0]", { arg: "ports[0]" }],
  ["a.b.c", { arg: "a.b.c" }],
  ["variables.", { arg: "variables." }],
])("entryOf of a path in ignoreChanges (%s) is the argument, and its key only in `variables`: %o", (path, entry) => {
  expect(entryOf(path)).toEqual(entry);
});
