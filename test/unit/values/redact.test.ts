import { describe, expect, it } from "vitest";
import { hidingSecrets, redactorOf, redactTexts } from "../../../provider/values/redact.js";
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
  it.each<[secret: Values, message: string, shown: string]>([
    [{ password: "hunter2" }, "no hunter2 here", "no *** here"],
    [{ password: "hunter" }, "no hunter here", "no *** here"],
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
  ])("shows $1 as $2 with the arguments %o", (secret, message, shown) => {
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
});
