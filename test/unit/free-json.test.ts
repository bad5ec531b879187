import { describe, expect, it } from "vitest";
import { freeObject, setting } from "../../provider/schema/schemas.js";

const asset = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", text: "a" };

describe("free-form JSON", () => {
  it.each<[title: string, value: unknown, path: readonly (string | number)[]]>([
    ["NaN", { a: Number.NaN }, ["a"]],
    ["an infinite number", { a: { b: Number.POSITIVE_INFINITY } }, ["a", "b"]],
    ["a negative infinite number", { a: [1, Number.NEGATIVE_INFINITY] }, ["a", 1]],
    ["an asset", { a: [{ b: asset }] }, ["a", 0, "b"]],
  ])("refuses %s, and says where it is", (_, value, path) => {
    for (const schema of [freeObject, setting]) {
      const result = schema.safeParse(value);
      expect(result.success).toBe(false);
    }
    expect(freeObject.safeParse(value).error?.issues.map((issue) => issue.path)).toEqual([path]);
  });

  it.each([
    [{}],
    [{ a: null, b: [0, -1.5, 1e300, "", false], c: { d: { NaN: "NaN" } } }],
    [{ "": "", constructor: { a: 1 } }],
  ])("accepts %j unchanged", (value) => {
    expect(freeObject.parse(value)).toEqual(value);
    expect(setting.parse(value)).toEqual(value);
  });
});
