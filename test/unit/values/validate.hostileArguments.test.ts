/** Arguments of wrong JSON types, and members with the names of what every object in JavaScript has. */
import { describe, expect, it } from "vitest";
import { fixtures } from "../../kinds/fixtures.js";
import { isFull } from "../../support/full.js";
import { isObject, type Value, type Values } from "../../support/provider.js";
import { placesOf, withValue } from "../support/argument-places.js";
import { definitionOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

const inherited = ["toString", "constructor", "hasOwnProperty", "__proto__", "valueOf", "toJSON", "then"];
const withMember = (values: Values, name: string, value: Value = "x") =>
  Object.fromEntries([...Object.entries(values), [name, value]]) as Values;
const few: readonly Value[] = [7, [1], withMember({}, "toString")];
const many: readonly Value[] = [
  ...[null, true, 7, -1, 1.5, "", "text", [], [1], [[]], [null], {}, { a: 1 }, { a: null }],
  ...inherited.flatMap((name) => [withMember({}, name), withMember({}, name, { a: [1] })]),
];

/** What may be in the place of a value by mistake. */
const mistakes = (value: Value) => {
  const names = isFull ? inherited : inherited.slice(0, 4);
  return [...(isFull ? many : few), ...(isObject(value) ? names.map((name) => withMember(value, name)) : [])];
};

describe.each(fixtures)("arguments of $kind with wrong types or inherited names", (fixture) => {
  it("fail with a code (AP…) or are planned as usual", async () => {
    const { check, diff } = lifecycle(fixture.kind, platform.url, { endpoints: "extended" });
    const args = { ...fixture.program, ...fixture.path };
    const places = [...placesOf(definitionOf(fixture.kind).body, fixture), { program: args, steps: [], value: args }];
    const all = places.flatMap(({ program, steps, value }) =>
      mistakes(value).map((each) => ({ program, specified: withValue(program, steps, each) })),
    );
    const defects: unknown[] = [];
    for (const { program, specified } of all) {
      if (!isObject(specified)) continue;
      const reasons = await check(specified);
      if (reasons.some((reason) => !/^AP[1-8]\d{3}: /.test(reason))) defects.push(specified, reasons);
      if (reasons.length > 0) continue;
      await diff("id", program, specified).catch((error) => {
        if (!/^AP[1-8]/.test(error.code)) defects.push(specified, error.message);
      });
    }
    expect(defects).toEqual([]);
    expect(all.length).toBeGreaterThan(few.length);
  });
});
