import { describe, expect, it } from "vitest";
import { hidingSecrets, redactorOf, redactTexts, stillRedacted } from "../../../provider/values/redact.js";
import type { Field, Value, Values } from "../../support/provider.js";
import { array, integer, json, object, text } from "../support/any-fields.js";

describe("redactorOf", () => {
  const field = object({
    plain: text(),
    password: text({ secret: true }),
    count: integer({ secret: true }),
    list: array(object({ token: text({ secret: true }), plain: text() }), { items: "ordered" }),
    service: { ...text({ secret: true }), type: "service" } as Field,
    free: json({ secret: true }),
  });
  it.each<[what: string, secret: Values, message: string, shown: string]>([
    ["redacts a secret of seven characters", { password: "hunter2" }, "no hunter2 here", "no *** here"],
    ["redacts a secret of six characters", { password: "hunter" }, "no hunter here", "no *** here"],
    ["doesn't redact an argument that isn't secret", { plain: "hunter2" }, "hunter2", "hunter2"],
    ["redacts a secret integer", { count: 1234567 }, "1234567", "***"],
    [
      "redacts a secret in an item of a list",
      { list: [{ plain: "nothing" }, { token: "hunter2" }] },
      "hunter2, nothing",
      "***, nothing",
    ],
    [
      "redacts the version of a service",
      { service: { kind: "Container", imageTag: "hunter2" } },
      "Container hunter2",
      "Container ***",
    ],
    ["redacts a text in secret JSON", { free: { any: ["hunter2"] } }, "hunter2", "***"],
    [
      "redacts a secret of several lines, and its lines",
      { password: "two\nlines of it" },
      "two lines of it; lines of it",
      "***; ***",
    ],
    ["redacts a secret in JSON, with escaped quotes", { password: 'a"b"c"d' }, String.raw`a\"b\"c\"d`, "***"],
    [
      "redacts a secret in a query, in a URL and in XML",
      { password: "a b&c/d é" },
      "a+b%26c%2Fd+%C3%A9 a%20b%26c%2fd%20%c3%a9 a b&amp;c/d é",
      "*** *** ***",
    ],
    [
      "redacts a secret with an escaped apostrophe",
      { password: "O'Reilly" },
      "O&#39;Reilly O&#x27;Reilly O\\'Reilly",
      "*** *** ***",
    ],
    ["redacts a secret in Base64", { password: "hunter2" }, Buffer.from("hunter2").toString("base64"), "***"],
    ["redacts a secret in base64url", { password: "h?nter>" }, Buffer.from("h?nter>").toString("base64url"), "***"],
    [
      "redacts a secret after a user name of three letters in Base64",
      { password: "hunter2!!" },
      Buffer.from("ada:hunter2!!").toString("base64"),
      "YWRhOm***",
    ],
    [
      "redacts a secret after a user name of four letters in Base64",
      { password: "hunter2!!" },
      Buffer.from("root:hunter2!!").toString("base64"),
      "cm9vdDp***",
    ],
    [
      "redacts a secret between a user name and a host in Base64",
      { password: "hunter2!!" },
      Buffer.from("admin:hunter2!!@host").toString("base64"),
      "YWRtaW46***QGhvc3Q=",
    ],
    [
      "redacts a text inside of a secret that's JSON",
      { password: '{"key":{"id":["hunter-22"],"type":"rsa"}}' },
      "hunter-22 of type rsa",
      "*** of type rsa",
    ],
    [
      "redacts a value of a secret that's YAML",
      { password: 'kind: Config\ntoken: "hunter-22"\n' },
      "hunter-22 isn't a Config",
      "*** isn't a Config",
    ],
    [
      "redacts a value of a secret of lines NAME=value",
      { password: "MODE=dev\nTOKEN=hunter-22" },
      "hunter-22 in dev",
      "*** in dev",
    ],
    ["redacts a secret in lowercase", { password: "ABCDEF01-5717" }, "no abcdef01-5717 here", "no *** here"],
    [
      "redacts a secret in another Unicode form and letter case",
      { password: "Cafe\u0301-Noir" },
      "Caf\u00e9-Noir, caf\u00e9-noir, caf%C3%A9-noir",
      "***, ***, ***",
    ],
    ["redacts a secret with a Unicode escape", { password: "Café-Noir" }, String.raw`Caf\u00e9-Noir`, "***"],
    [
      "redacts a secret that is cut off after six characters",
      { password: "a long secret" },
      "it is a long…",
      "it is ***…",
    ],
    [
      "doesn't redact a secret that is cut off after four characters",
      { password: "a long secret" },
      "it is a lo…",
      "it is a lo…",
    ],
    ["redacts a text in a list in secret JSON", { free: [{ name: "hunter2" }] }, "hunter2", "***"],
    ["doesn't redact a secret that's only whitespace", { password: " " }, 'no " " here', 'no " " here'],
    ["redacts a secret in single quotes", { password: "hunter2" }, "no 'hunter2'", "no '***'"],
    ["redacts a secret without its surrounding whitespace", { password: " hunter2 " }, "(hunter2)", "(***)"],
    ["redacts a secret with other whitespace inside", { password: "hunter  two" }, "(hunter two)", "(***)"],
    [
      "doesn't redact a word of a secret that's a sentence with a colon",
      { password: "the mode is: standard" },
      "a standard mode",
      "a standard mode",
    ],
    [
      "redacts a value of an object in a secret that's YAML",
      { password: "key:\n  token: hunter22" },
      "no hunter22 here",
      "no *** here",
    ],
    [
      "redacts values of a secret of lines name = value",
      { password: "token = hunter-22\nmode = hunter2" },
      "hunter-22, hunter2",
      "***, hunter2",
    ],
    [
      "redacts a value in quotes of a secret that's YAML",
      { password: 'token: "hunter-22" \n' },
      "no hunter-22 here",
      "no *** here",
    ],
    [
      "redacts a text inside of a secret that's JSON after whitespace",
      { password: ' {"id":"hunter22","type":"account"}' },
      "hunter22 of an account",
      "*** of an account",
    ],
    [
      "redacts a secret of six characters in Base64",
      { password: "hunter" },
      Buffer.from("hunter").toString("base64"),
      "***",
    ],
    [
      "redacts a secret of six characters after a user name in Base64",
      { password: "hunter" },
      Buffer.from("ada:hunter").toString("base64"),
      "YWRhOm***",
    ],
    [
      "redacts a secret in Base64 that is cut off",
      { password: "hunter2-hunter2-hunter2" },
      `${Buffer.from("hunter2-hunter2").toString("base64")}…`,
      "***…",
    ],
    [
      "redacts a secret in Base64 if there is another secret",
      { password: "hunter2", count: 12345678901234 },
      Buffer.from("hunter2").toString("base64"),
      "***",
    ],
    [
      "doesn't redact the decoded text of an encoded secret if that has three characters",
      { password: "%41%42%43" },
      "ABC",
      "ABC",
    ],
    ["redacts the decoded text of an encoded secret", { password: "%41%42%43%44%45%46" }, "ABCDEF", "***"],
    ["redacts a secret before a sign and an ellipsis", { password: "a long secret" }, "a long secret?…", "***?…"],
    [
      "doesn't redact the beginning of a secret in another sentence",
      { password: "a long secret" },
      "it is a long, long way away.…",
      "it is a long, long way away.…",
    ],
    [
      "redacts a secret with a hexadecimal character reference",
      { password: "hunter\u{10ffff}2" },
      "hunter&#x10FFFF;2",
      "***",
    ],
    [
      "redacts a secret of Thai letters in a URL",
      { password: "\u0e01\u0e02\u0e03\u0e04\u0e05\u0e06" },
      encodeURI("\u0e01\u0e02\u0e03\u0e04\u0e05\u0e06"),
      "***",
    ],
    [
      "redacts a secret in ISO 8859-1 in a URL",
      { password: "été-hunter" },
      "%E9t%E9-hunter, %E9%74%E9-hunter",
      "***, ***",
    ],
  ])("%s: shows $2 as $3", (_what, secret, message, shown) => {
    expect(redactorOf(field, secret)(message)).toBe(shown);
  });

  it("redacts a secret of fewer than six characters only in quotation marks", () => {
    expect(redactorOf(field, { password: "hunte" })("no hunte here, 'hunte'")).toBe("no hunte here, ***");
  });

  it("redacts a secret output as it redacts a secret argument", () => {
    const withOutput = object({ name: text() }, { responseOnly: { token: text({ secret: true }), plain: text() } });
    expect(redactorOf(withOutput, { name: "ci", token: "hunter2", plain: "open-text" })("ci, hunter2, open-text")).toBe(
      "ci, ***, open-text",
    );
  });

  it("redacts names and values in JSON that repeat a secret (hidingSecrets)", () => {
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

  it("redacts shorter secrets with a lower minimum (redactTexts)", () => {
    expect(redactTexts(["ab", ""], 1)("an ab, as 'ab'")).toBe("an ***, as '***'");
    expect(redactTexts(["hunter", "hunter2"])("hunter2 and hunter")).toBe("*** and ***");
  });

  it("redacts a secret that is URL-encoded up to six times", () => {
    const encoded = (times: number) => `%${"25".repeat(times - 1)}68unter2`;
    const redact = redactTexts(["hunter2"]);
    expect([redact(encoded(6)), redact(encoded(7))]).toEqual(["***", encoded(7)]);
  });

  it("redacts secrets shorter than six characters only outside of Base64 (redactTexts)", () => {
    const encoded = Buffer.from("user:hunt:x").toString("base64");
    expect(redactTexts(["hunt"], 1)(`hunt ${encoded}`)).toBe(`*** ${encoded}`);
  });
});

describe("stillRedacted", () => {
  it.each<[what: string, before: Value, now: Value, shown: Value]>([
    ["redacts another text that fits", { a: "see ***!" }, { a: "see hunter3!" }, { a: "see ***!" }],
    ["redacts a number instead of the mask", { a: "***" }, { a: 7 }, { a: "***" }],
    ["shows a text with another beginning", "token=***", "another text", "another text"],
    ["shows a text with another end", "see ***!", "see hunter3?", "see hunter3?"],
    ["shows a text that is too short", "***--***--!", "x--!", "x--!"],
    ["redacts a text with several secrets", "a *** b *** c", "a x b y c", "a *** b *** c"],
    ["shows a text without what is between secrets", "a *** b *** c", "a x y c", "a x y c"],
    ["shows a change of a text without secrets", { a: "open" }, { a: "opened" }, { a: "opened" }],
    ["redacts items that have moved", ["a", "token=***"], ["token=x", "a"], ["token=***", "a"]],
    ["shows an object instead of a text", "***", { a: 1 }, { a: 1 }],
    ["shows an object instead of a list", ["***"], { "0": "x" }, { "0": "x" }],
    ["shows a text instead of an object", { a: "***" }, "abc", "abc"],
    ["redacts names", { "of ***": 1 }, { "of hunter3": 1 }, { "of ***": 1 }],
    ["redacts several names", { "***": 1, "****": 2 }, { hunter2: 1, hunter3: 2 }, { "***": 1, "****": 2 }],
    ["redacts values of redacted names", { "***": ["of ***"] }, { x: ["of y"] }, { "***": ["of ***"] }],
    ["shows a name that doesn't fit", { "key-***": 1 }, { plain: 1 }, { plain: 1 }],
    ["shows a name that begins like one without secrets", { a: 1, "key-***": 2 }, { abc: 1 }, { abc: 1 }],
    ["shows a name if the redacted one is still there", { "***": 1 }, { x: 2, "***": 1 }, { x: 2, "***": 1 }],
  ])("%s", (_, before, now, shown) => {
    expect(stillRedacted(before, now)).toEqual(shown);
  });
});
