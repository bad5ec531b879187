/** Arguments of wrong JSON types, and members with the names of what every object in JavaScript has. */
import { describe, expect, it } from "vitest";
import { isFull } from "../full.js";
import { fixtures } from "../kinds/fixtures.js";
import type { Value, Values } from "../provider.js";
import { lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const inherited = ["toString", "constructor", "hasOwnProperty", "__proto__", "valueOf", "toJSON", "then"];
const withMember = (name: string, value: Value): Values =>
  JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`);
const many: readonly Value[] = [
  ...[null, true, 7, -1, 1.5, "", "text", [], [1], [[]], [null], {}, { a: 1 }, { a: null }],
  ...inherited.flatMap((name) => [withMember(name, "x"), withMember(name, { a: [1] })]),
];
const few: readonly Value[] = [7, [1], withMember("toString", "x")];

/** The value with another one in each place of it, and with another member in each of its objects. */
function* mistaken(value: Value | undefined): Generator<Value> {
  yield* isFull ? many : few;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const each of mistaken(item)) yield value.map((other, at) => (at === index ? each : other));
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const each of mistaken(member)) yield { ...value, [name]: each };
    }
    for (const name of isFull ? inherited : inherited.slice(0, 4)) {
      yield Object.fromEntries([...Object.entries(value), [name, "x"]]) as Values;
    }
  }
}

const isArguments = (value: Value): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

describe.each(fixtures)("wrong types and inherited names among the arguments of a $kind", ({ kind, ...fixture }) => {
  const args = { ...fixture.program, ...fixture.path } as Values;

  it("are refused by name, or compared like any others", async () => {
    const { check, diff } = lifecycle(kind, platform.url, { endpoints: "extended" });
    const defects: unknown[] = [];
    let count = 0;
    for (const given of mistaken(args)) {
      if (!isArguments(given)) continue;
      count += 1;
      const reasons = await check(given);
      if (reasons.some((reason) => !/^AP\d{4}: /.test(reason) || reason.startsWith("AP9")))
        defects.push(given, reasons);
      if (reasons.length > 0) continue;
      await diff("id", args, given).catch((error) => {
        if (!/^AP[1-8]/.test(error.code)) defects.push(given, error.message);
      });
    }
    expect(defects).toEqual([]);
    expect(count).toBeGreaterThan(few.length);
  });
});
