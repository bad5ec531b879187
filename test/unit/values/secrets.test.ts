/** Where the secrets of a program are among its arguments. */
import { describe, expect, it } from "vitest";
import { hidingSecrets, redactorOf, redactTexts } from "../../../provider/values/redact.js";
import {
  markSecrets,
  pathsOf,
  repeatedSecrets,
  repeating,
  secretValue,
  separateSecrets,
  stillSecret,
  withIgnoredSecrets,
} from "../../../provider/values/secrets.js";
import { type Field, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { array, integer, json, object, record, text } from "../support/any-fields.js";
import { definitionOf } from "../support/fake-platform.js";

const { body, owned } = definitionOf("Container");
const [a, b] = [{ A: "1" }, { B: "2" }];
const variables = { ...a, ...b };

describe("the secret entries that a program marks", () => {
  it.each<[what: string, values: Values, marked: Values, places: unknown[]]>([
    ["are those of their keys", { variables }, { variables: a }, [["variables", "A"]]],
    [
      "are those with their value, if they have another key",
      { variables },
      { variables: { C: "2" } },
      [["variables", "B"]],
    ],
    [
      "are not those with their value, if they are there",
      { variables: { A: "1", B: "1" } },
      { variables: a },
      [["variables", "A"]],
    ],
    ["may be among the secret ones already", { variables: { B: "1" }, secretVariables: a }, { variables: a }, []],
    ["are none that are not known", { variables: { B: UNKNOWN } }, { variables: { A: UNKNOWN } }, []],
    ["are all, if all is secret", { variables: a }, { variables: true }, [["variables"]]],
    ["are all while none is known", { variables: UNKNOWN }, { variables: a }, [["variables"]]],
    ["are none, if nothing is marked", { variables: UNKNOWN }, {}, []],
    ["are none, if nothing is given", {}, { variables: a }, []],
    ["are none of something else", { variables: "x" }, { variables: a }, []],
  ])("%s", (_, values, marked, places) => {
    expect(pathsOf(owned?.args, values, marked)).toEqual(places);
    expect(pathsOf(undefined, values, marked)).toEqual([]);
  });
});

describe("secret entries", () => {
  const all = { variables, name: "web" };
  const [first, whole] = [[["variables", "A"]], [["variables"]]];
  it.each<[what: string, values: Values, secrets: string[][], expected: Values]>([
    ["are given apart", all, first, { name: "web", variables: b, secretVariables: a }],
    ["are given apart as a whole", all, whole, { name: "web", secretVariables: variables }],
    [
      "are given beside others, which win",
      { variables, secretVariables: { A: "9" } },
      first,
      { variables: b, secretVariables: { A: "9" } },
    ],
    ["are given apart while they are not known", { variables: UNKNOWN }, whole, { secretVariables: UNKNOWN }],
    [
      "are given beside unknown ones",
      { variables, secretVariables: UNKNOWN },
      first,
      { variables: b, secretVariables: UNKNOWN },
    ],
    ["stay where they are, if they are of another type", { variables: "x" }, whole, { variables: "x" }],
    ["are none where nothing is secret", all, [["name"]], all],
  ])("%s", (_, values, secrets, expected) => {
    expect(separateSecrets(owned?.args, { values, secrets }).values).toEqual(expected);
    expect(separateSecrets(undefined, { values, secrets }).values).toBe(values);
  });

  it("are secret as a whole, then", () => {
    const secrets = [["variables", "A"], ["name"]];
    expect(separateSecrets(owned?.args, { values: all, secrets }).secrets).toEqual([["name"], ["secretVariables"]]);
  });
});

describe("secret entries that the program leaves to others", () => {
  const known = { secretVariables: { A: "secret", B: "other" } };
  const kept = { secretVariables: { A: "secret" } };
  const changed = { variables: { A: "new" } };
  const [given, unknown] = [{ secretVariables: { A: "9" } }, { variables: a, secretVariables: UNKNOWN }];
  it.each<[what: string, values: Values, ignored: string, expected: Values, count: number]>([
    ["stay as they were", { variables: { A: "new", B: "3" } }, "variables.A", { variables: { B: "3" }, ...kept }, 0],
    ["stay all", changed, "variables", known, 0],
    ["are those that the program gives as secret, too", given, "variables.A", given, 0],
    ["are not those of another key", changed, "variables.C", changed, 1],
    ["are not those of another argument", changed, "name", changed, 1],
    ["stay where nothing else is given", { variables: {} }, "variables.A", { variables: {}, ...kept }, 0],
    ["are none while those beside are not known", unknown, "variables", unknown, 1],
  ])("%s", (_, values, ignored, expected, count) => {
    const marked = { values, secrets: [["variables", "A"]] };
    const found = withIgnoredSecrets(owned?.args, marked, [ignored], known);
    expect([found.values, found.secrets.length]).toEqual([expected, count]);
    expect(withIgnoredSecrets(undefined, marked, [ignored], known)).toEqual(marked);
  });

  it("are none if the state has none", () => {
    const values = { variables: { A: "1" } };
    expect(
      withIgnoredSecrets(owned?.args, { values, secrets: [] }, ["variables"], { secretVariables: UNKNOWN }).values,
    ).toEqual(values);
  });
});

describe("a secret that is marked", () => {
  const secret = text({ secret: true });
  const field = object({
    plain: text(),
    secret,
    some: object({ plain: text(), secret }),
    list: array(object({ plain: text(), secret }), { items: "ordered" }),
    secrets: array(secret, { items: "ordered" }),
    map: record(secret),
    texts: record(text()),
  });
  const s = secretValue;
  const unknown = { secret: UNKNOWN, plain: null, some: { secret: null } };
  const inList = { list: [{ plain: "a" }, { secret: "b" }] };
  it.each<[what: string, value: Values, names: string[], marked: Values]>([
    ["is itself", { plain: "a", secret: "b" }, [], { plain: "a", secret: s("b") }],
    ["is a member", { some: { plain: "a", secret: "b" } }, [], { some: { plain: "a", secret: s("b") } }],
    ["is in a map", { map: { a: "b" } }, [], { map: { a: s("b") } }],
    ["is nothing that is not known", unknown, ["plain"], unknown],
    ["is nothing that the kind does not have", { other: "a" }, [], { other: "a" }],
    ["is a whole map in which something else is", { map: "b" }, [], { map: "b" }],
  ])("%s, at both doors", (_, value, names, marked) => {
    expect([markSecrets(field, names, value), markSecrets(field, names, value, true)]).toEqual([marked, marked]);
  });

  it.each<[what: string, value: Values, names: string[], coarse: Values, exact: Values]>([
    ["a list in which it is", inList, [], { list: s(inList.list) }, { list: [{ plain: "a" }, { secret: s("b") }] }],
    ["a list of secrets", { secrets: ["a"] }, [], { secrets: s(["a"]) }, { secrets: [s("a")] }],
    [
      "all that a program marks, but what is not known",
      { plain: "a", texts: { a: UNKNOWN, b: null, c: { d: "e" } } },
      ["texts"],
      { plain: "a", texts: { a: UNKNOWN, b: null, c: { d: s("e") } } },
      { plain: "a", texts: s({ a: UNKNOWN, b: null, c: { d: "e" } }) },
    ],
  ])("is %s, or what is exact where the engine keeps all marks", (_, value, names, coarse, exact) => {
    expect([markSecrets(field, names, value), markSecrets(field, names, value, true)]).toEqual([coarse, exact]);
  });
});

describe("what repeats a secret", () => {
  it("is an output with it, as a whole if it is short", () => {
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

  it("is an output with what the program gave in an argument that is always secret", () => {
    const given = { secretVariables: { A: "secret" }, variables: { B: "shown" } };
    expect(repeatedSecrets(body, [], { ...given, url: "https://secret/", internalHost: "shown" })).toEqual(["url"]);
  });
});

it("what repeats a secret in lowercase, in composed characters or in the format of a URL is secret too", () => {
  const values = { host: "web-shop.internal", url: "https://a/Cafe%CC%81", path: "https://a/Caf%C3%A9", other: "a" };
  expect(repeating(["Web-Shop", "Cafe\u0301"], values)).toEqual(["host", "url", "path"]);
});

it("what a platform returns of a secret in lowercase or without spaces around it is still secret", () => {
  const before = { names: ["name", "tag"], values: { name: " Web ", tag: "1" } };
  expect(stillSecret(before, { name: "web", tag: "2" })).toEqual(["name"]);
});

describe("a message without secrets", () => {
  const field = object({
    plain: text(),
    password: text({ secret: true }),
    count: integer({ secret: true }),
    list: array(object({ token: text({ secret: true }), plain: text() }), { items: "ordered" }),
    service: { ...text({ secret: true }), type: "service" } as Field,
    free: json({ secret: true }),
  });
  it.each<[secret: Values, message: string, shown: string]>([
    [{ password: "hunter2" }, "no hunter2 here", "no *** here"],
    [{ password: "hunter" }, "no hunter here", "no *** here"],
    [{ password: "hunte" }, "no hunte here, 'hunte'", "no hunte here, ***"],
    [{ plain: "hunter2" }, "hunter2", "hunter2"],
    [{ count: 1234567 }, "1234567", "***"],
    [{ list: [{ plain: "nothing" }, { token: "hunter2" }] }, "hunter2, nothing", "***, nothing"],
    [{ service: { kind: "Container", imageTag: "hunter2" } }, "Container hunter2", "Container ***"],
    [{ free: { any: ["hunter2"] } }, "hunter2", "***"],
    [{ password: "two\nlines of it" }, "two lines of it; lines of it", "***; ***"],
    [{ password: 'a"b"c"d' }, String.raw`a\"b\"c\"d`, "***"],
    [{ password: "a b&c/d é" }, "a+b%26c%2Fd+%C3%A9 a%20b%26c%2fd%20%c3%a9 a b&amp;c/d é", "*** *** ***"],
    [{ password: "O'Reilly" }, "O&#39;Reilly O&#x27;Reilly O\\'Reilly", "*** *** ***"],
    [{ password: "hunter2" }, Buffer.from("hunter2").toString("base64"), "***"],
    [{ password: "h?nter>" }, Buffer.from("h?nter>").toString("base64url"), "***"],
    [{ password: "hunter2!!" }, Buffer.from("ada:hunter2!!").toString("base64"), "YWRhOm***"],
    [{ password: "hunter2!!" }, Buffer.from("root:hunter2!!").toString("base64"), "cm9vdDp***"],
    [{ password: "hunter2!!" }, Buffer.from("admin:hunter2!!@host").toString("base64"), "YWRtaW46***QGhvc3Q="],
    [{ password: '{"key":{"id":["hunter-22"],"type":"rsa"}}' }, "hunter-22 of type rsa", "*** of type rsa"],
    [{ password: 'kind: Config\ntoken: "hunter-22"\n' }, "hunter-22 isn't a Config", "*** isn't a Config"],
    [{ password: "MODE=dev\nTOKEN=hunter-22" }, "hunter-22 in dev", "*** in dev"],
    [{ password: "ABCDEF01-5717" }, "no abcdef01-5717 here", "no *** here"],
    [{ password: "Cafe\u0301-Noir" }, "Caf\u00e9-Noir, caf\u00e9-noir, caf%C3%A9-noir", "***, ***, ***"],
    [{ password: "Café-Noir" }, String.raw`Caf\u00e9-Noir`, "***"],
    [{ password: "a long secret" }, "it is a long…", "it is ***…"],
    [{ password: "a long secret" }, "it is a lo…", "it is a lo…"],
  ])("about %o: %s is %s", (secret, message, shown) => {
    expect(redactorOf(field, secret)(message)).toBe(shown);
  });

  it("redacts a secret output as it redacts a secret argument", () => {
    const withOutput = object({ name: text() }, { responseOnly: { token: text({ secret: true }), plain: text() } });
    expect(redactorOf(withOutput, { name: "ci", token: "hunter2", plain: "open-text" })("ci, hunter2, open-text")).toBe(
      "ci, ***, open-text",
    );
  });

  it("may be JSON, in which it is wherever it is repeated", () => {
    const secrets = { password: "hunter2", count: 7 };
    const json: Value = { a: ["hunter2", "see hunter2!", 7, "7", 8, true, null], hunter2: { b: "x" } };
    expect(hidingSecrets(field, secrets, json)).toEqual({
      a: ["***", "see ***!", "***", "***", 8, true, null],
      "***": { b: "x" },
    });
    expect(hidingSecrets(field, secrets, { hunter2: 1, "7": 2, "***": 3, "of hunter2": [{ hunter2: 4 }] })).toEqual({
      ...{ "***": 3, "****": 2, "*****": 1 },
      ...{ "of ***": [{ "***": 4 }] },
    });
    expect(hidingSecrets(field, { plain: "a" }, json)).toBe(json);
  });

  it("may have a shorter minimum", () => {
    expect(redactTexts(["ab", ""], 1)("an ab, as 'ab'")).toBe("an ***, as '***'");
    expect(redactTexts(["hunter", "hunter2"])("hunter2 and hunter")).toBe("*** and ***");
  });
});
