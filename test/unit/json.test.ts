import { describe, expect, it } from "vitest";
import { sameJson } from "../../provider/schema/json.js";

const parsed = (text: string): unknown => JSON.parse(text);

describe("two JSON values", () => {
  it.each<[string, string, string]>([
    ["objects with another order of members", '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ["a member that is null and one that is omitted", '{"a":1,"b":null}', '{"a":1}'],
    ["the same in an array", '[{"a":null}]', "[{}]"],
    ["a null member called like a method of all objects", '{"constructor":null}', "{}"],
  ])("are the same: %s", (_, one, other) => {
    expect(sameJson(parsed(one), parsed(other))).toBe(true);
    expect(sameJson(parsed(other), parsed(one))).toBe(true);
  });

  it.each<[string, string, string]>([
    ["a member more", '{"a":1,"b":2}', '{"a":1}'],
    ["another value", '{"a":{"b":1}}', '{"a":{"b":2}}'],
    ["another order of items", "[1,2]", "[2,1]"],
    ["an item more", "[1,null]", "[1]"],
    ["an array and an object", "[]", "{}"],
    ["an object and nothing", '{"a":{}}', "{}"],
    ["a member called __proto__", '{"__proto__":{}}', "{}"],
    ["a member called constructor", '{"constructor":"a"}', "{}"],
  ])("differ: %s", (_, one, other) => {
    expect(sameJson(parsed(one), parsed(other))).toBe(false);
    expect(sameJson(parsed(other), parsed(one))).toBe(false);
  });
});
