import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clean, exactJson, parseExactJson, sameJson } from "../../../provider/schema/json.js";
import { holds } from "../../support/seeds.js";

const parsed = (text: string): unknown => JSON.parse(text);

describe("sameJson", () => {
  it.each<[string, string, string]>([
    ["objects with another order of members", '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ["a member that is null and one that is omitted", '{"a":1,"b":null}', '{"a":1}'],
    ["null and omitted members in an array", '[{"a":null}]', "[{}]"],
    ["a null member called like a method of all objects", '{"constructor":null}', "{}"],
  ])("is true for %s", (_, one, other) => {
    expect(sameJson(parsed(one), parsed(other))).toBe(true);
    expect(sameJson(parsed(other), parsed(one))).toBe(true);
  });

  it.each<[string, string, string]>([
    ["an additional member", '{"a":1,"b":2}', '{"a":1}'],
    ["another value", '{"a":{"b":1}}', '{"a":{"b":2}}'],
    ["another order of items", "[1,2]", "[2,1]"],
    ["an additional item", "[1,null]", "[1]"],
    ["an array and an object", "[]", "{}"],
    ["an empty object and nothing", '{"a":{}}', "{}"],
    ["a member called __proto__", '{"__proto__":{}}', "{}"],
    ["a member called constructor", '{"constructor":"a"}', "{}"],
  ])("is false for %s", (_, one, other) => {
    expect(sameJson(parsed(one), parsed(other))).toBe(false);
    expect(sameJson(parsed(other), parsed(one))).toBe(false);
  });

  it("compares exact numbers by value", () => {
    const [exact, other] = [parseExactJson("[1.0,9007199254740993]"), parseExactJson("[1,9007199254740992]")];
    expect(sameJson(exact, [1, "9007199254740993"])).toBe(true);
    expect(sameJson(exact, other)).toBe(false);
  });
});

/** JSON numbers in any notation that the grammar allows. */
const numberText = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/);
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    numberText,
    fc
      .oneof(fc.string(), numberText, fc.constantFrom('"1.0"', "\\", '\\"9007199254740993'))
      .map((text) => JSON.stringify(text)),
    fc.constantFrom("null", "true", "{}", "[]"),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc.dictionary(fc.oneof(fc.string(), numberText, fc.constant("__proto__")), tie("value"), { maxKeys: 4 }).map(
      (members) =>
        `{${Object.entries(members)
          .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
          .join(",")}}`,
    ),
  ),
})).value;

/** The JSON value with texts instead of numbers. */
const withTexts = (text: string): unknown =>
  JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token[0] === '"' ? token : `"${token}"`)));

describe("parseExactJson", () => {
  it("keeps the text of each number for exactJson", () =>
    holds(
      fc.property(jsonText, (text) => {
        expect(withTexts(exactJson(parseExactJson(text)))).toEqual(withTexts(text));
      }),
      500,
    ));

  it.each([
    ["an integer above 2^53", "9007199254740993", "9007199254740993"],
    ["more digits than a double has", "0.12345678901234567890", "0.12345678901234567890"],
    ["a number that is infinite as a double", "1e400", "1e400"],
    ["a number that is zero as a double", "1e-400", "1e-400"],
    ["a number with trailing zeros", "1.50", 1.5],
    ["a number with an exponent", "1E3", 1000],
    ["negative zero", "-0", -0],
  ])("returns the digits as a string, or a number that equals them, for %s", (_, text, plain) => {
    expect(clean(parseExactJson(`{"a":[${text}]}`))).toEqual({ a: [plain] });
  });

  it("reads numbers after a byte order mark and around escaped quotes", () => {
    const text = '{"a\\\\":"\\"1.0,","b":9007199254740993}';
    expect(exactJson(parseExactJson(`\uFEFF${text}`))).toBe(text);
  });

  it("returns undefined for text that isn't JSON", () => {
    expect(parseExactJson('{"a":9007199254740993')).toBeUndefined();
  });
});

it("clean makes JSON of any value, such as undefined, a BigInt or a function, and keeps JSON unchanged", async () => {
  const isPlain = (value: unknown): boolean => {
    if (value === null || typeof value === "boolean" || typeof value === "string") return true;
    if (typeof value === "number") return Number.isFinite(value);
    if (Array.isArray(value)) return value.every(isPlain);
    return typeof value === "object" && Object.values(value).every(isPlain);
  };
  const values = [fc.constant(undefined), fc.constant(Symbol("s")), fc.constant(() => 1), fc.float(), fc.string()];
  const all = { withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true };
  const isCarried = fc.property(fc.anything({ ...all, values }), (value) => {
    const cleaned = clean(value);
    expect(cleaned === undefined || isPlain(cleaned)).toBe(true);
    expect(clean(cleaned)).toEqual(cleaned);
  });
  await holds(isCarried, 100);
  const isKept = fc.property(fc.jsonValue(), (value) => void expect(clean(value)).toEqual(value));
  await holds(isKept, 100);
});
