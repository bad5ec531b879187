import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propertyChanges } from "../../../provider/frontends/native/propertyDiff.js";
import { definitions } from "../../../provider/kinds/index.js";
import { itemsOf } from "../../../provider/schema/field.js";
import { compare } from "../../../provider/values/compare.js";
import type { ArrayField, Field, Value, Values } from "../../support/provider.js";
import { holds } from "../../support/seeds.js";
import { arbitraryValue } from "../support/arbitrary-arguments.js";

interface List {
  readonly kind: string;
  readonly path: string;
  readonly field: ArrayField;
  /** Arguments with these items in the list. */
  readonly args: (items: readonly Value[]) => Values;
  readonly definition: (typeof definitions)[number];
}

function listsIn(
  field: Field,
  path: string,
  around: (value: Value) => Values,
): Pick<List, "path" | "field" | "args">[] {
  if (field.type === "array")
    return [
      { path, field, args: (items) => around([...items]) },
      ...listsIn(field.item, `${path}[]`, (each) => around([each])),
    ];
  if (field.type === "record") return listsIn(field.value, path, (each) => around({ plan: each }));
  if (field.type !== "object") return [];
  return Object.entries(field.members).flatMap(([name, member]) =>
    listsIn(member, path === "" ? name : `${path}.${name}`, (each) => around({ [name]: each })),
  );
}

const lists: readonly List[] = definitions.flatMap((definition) => {
  const found = listsIn(definition.body, "", (value) => value as Values);
  return found.map((each) => ({ kind: definition.kind, definition, ...each }));
});

/** What the two providers see of a change from one order of items to another. */
function seen({ definition, args }: List, before: readonly Value[], now: readonly Value[]) {
  const specified = { state: args(before), args: args(now) };
  const { changes, removals } = compare(definition, { id: "x", ...specified, oldInputs: specified.state });
  return [changes, removals, propertyChanges(definition.body, changes, [], specified)];
}

/** A value without differences that may be none. */
const plain = (value: Value) =>
  JSON.stringify(value, (_, each) => each ?? undefined)
    .normalize("NFC")
    .replace(/\s/g, "")
    .toLowerCase();

describe.each(lists.map((list) => [list.path, list.kind, list] as const))("list %s of %s", (_path, _kind, list) => {
  const { field } = list;

  it("states in `items` whether it is ordered or has an identity key", () => {
    expect(field.items).toBeDefined();
  });

  if (field.items === "ordered") {
    it('is changed by another order if it matters, as for the arguments of commands (`items`: "ordered")', async () => {
      const [one, other] = [arbitraryValue(field.item), arbitraryValue(field.item)];
      await holds(
        fc.property(one, other, (first, last) => {
          fc.pre(plain(first) !== plain(last));
          expect(seen(list, [first, last], [last, first])[0]).not.toEqual([]);
        }),
        10,
      );
    });
    return;
  }

  it("isn't changed by another order, such as a moved port or disk, in either provider", async () => {
    const items = arbitraryValue(field) as fc.Arbitrary<Value[]>;
    const both = items.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    const isSame = fc.property(both, ([before, now]) => void expect(seen(list, before, now)).toEqual([[], [], []]));
    await holds(isSame, 40);
  });

  if (itemsOf(field).key === undefined || field.item.type === "object") return;
  it("isn't changed by a repeated value, which counts once", async () => {
    const items = arbitraryValue(field) as fc.Arbitrary<Value[]>;
    const isSame = fc.property(items, (all) => void expect(seen(list, all, [...all, ...all])).toEqual([[], [], []]));
    await holds(isSame, 10);
  });
});
