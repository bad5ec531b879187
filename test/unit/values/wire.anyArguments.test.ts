import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differencesIn } from "../../../provider/values/compare.js";
import { merge } from "../../../provider/values/merge.js";
import { inputsSeenIn } from "../../../provider/values/stored.js";
import { validate } from "../../../provider/values/validate.js";
import { membersFromWire, membersToWire } from "../../../provider/values/wire.js";
import { kindNames, recordOf } from "../../kinds/index.js";
import { clean, type Field, isObject, type ObjectField, type Value, type Values } from "../../support/provider.js";
import { holds } from "../../support/seeds.js";
import { arbitraryArguments } from "../support/arbitrary-arguments.js";
import { withValue } from "../support/argument-places.js";
import { definitionOf, lifecycle } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";
const id = "00000000-0000-4000-8000-0000000000ff";
const kinds = kindNames
  .map(definitionOf)
  .map((definition) => ({ kind: definition.kind, definition, args: arbitraryArguments(definition) }));
const runs = 40;

/** Whether everything that one value says, the other says too; null is as good as nothing. */
function contains(whole: Value | undefined, part: Value | undefined): boolean {
  if (part === undefined || part === null) return true;
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && whole.length === part.length && part.every((item, index) => contains(whole[index], item))
    );
  }
  if (isObject(part))
    return isObject(whole) && Object.entries(part).every(([name, each]) => contains(whole[name], each));
  return whole === part;
}

/** What a platform would have: what was asked for, and values of its own for the rest. */
function filled(field: ObjectField, requested: Values, own: Values): Values {
  const choices = field.alternatives ?? [];
  const used = choices.filter((names) => names.some((name) => requested[name] !== undefined)).flat();
  const free = Object.keys(field.members).filter((name) => !choices.flat().includes(name) || used.includes(name));
  const values: Values = { ...requested };
  for (const name of free) {
    const member = field.members[name] as Field;
    const [specified, other] = [requested[name], own[name]];
    if (specified === undefined && other !== undefined) values[name] = other;
    else if (member.type === "object" && isObject(specified) && isObject(other))
      values[name] = filled(member, specified, other);
  }
  return values;
}

type Steps = (string | number)[];
function placesIn(value: Value | undefined, steps: Steps = []): Steps[] {
  const inner = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  return [...inner].flatMap(([step, each]) => [[...steps, step], ...placesIn(each as Value, [...steps, step])]);
}

/** Arguments with something else at one or more of their places. */
const replacing = (args: fc.Arbitrary<Values>, by: fc.Arbitrary<Value>) =>
  fc.tuple(args, fc.array(fc.tuple(fc.nat(), by), { minLength: 1, maxLength: 3 })).map(([values, edits]) => ({
    values,
    edited: edits.reduce<Values>((edited, [pick, value]) => {
      const places = placesIn(edited);
      return withValue(edited, places[pick % places.length] ?? [], value) as Values;
    }, values),
  }));

describe.each(kinds)("any valid arguments of $kind", ({ kind, definition, args }) => {
  const { body, pathArgs } = definition;
  /** What never comes back: it is in the path, the provider's own, or never shown. */
  const kept = Object.keys(definition.args).filter((name) => {
    const { local, returned, separate } = definition.args[name] as Field;
    return pathArgs.includes(name) || local === true || returned === "never" || separate === true;
  });
  const known = (values: Values) => Object.fromEntries(kept.map((name) => [name, values[name]]));

  it("pass validation", async () => {
    await holds(
      fc.property(args, (values) => {
        expect(validate(definition, values, "create")).toEqual([]);
      }),
      runs,
    );
  });

  it("are the same after encoding and decoding", async () => {
    const roundTrip = (values: Values) => {
      const wire = membersToWire(body, values, pathArgs);
      const seen = membersFromWire(body, JSON.parse(JSON.stringify(wire)), known(values));
      const names = recordOf(kind).arguments.ignored?.(values) ?? [];
      const ignored = Object.fromEntries(names.map((name) => [name, undefined]));
      expect(contains(seen, { ...values, ...ignored })).toBe(true);
      expect(differencesIn(body, values, seen)).toEqual([]);
    };
    await holds(fc.property(args, roundTrip), runs);
  });

  it("show no change after the platform has set the other arguments", async () => {
    const { diff } = lifecycle(kind, nowhere);
    const decided = async (requested: Values, own: Values) => {
      const state = filled(body, requested, own);
      expect(await diff(id, state, requested)).toEqual({ changes: false });
      expect(contains(merge(body, state, requested), requested)).toBe(true);
    };
    await holds(fc.asyncProperty(args, args, decided), runs);
  });

  it("are what inputsSeenIn returns after the platform has set the other arguments", async () => {
    const seen = (requested: Values, own: Values) => {
      expect(inputsSeenIn(body, [requested], requested)).toEqual(requested);
      const inputs = inputsSeenIn(body, [requested], filled(body, requested, own)) as Values;
      expect(contains(inputs, requested)).toBe(true);
      expect(Object.keys(inputs).sort()).toEqual(Object.keys(requested).sort());
    };
    await holds(fc.property(args, args, seen), runs);
  });

  it("are compared and merged with any response without an error", async () => {
    const survive = (requested: Values, { edited }: { edited: Values }) => {
      const answer = JSON.parse(JSON.stringify(membersToWire(body, edited)));
      const state = membersFromWire(body, answer, requested);
      const cleaned = clean(state) as Values;
      expect(JSON.parse(JSON.stringify(cleaned))).toEqual(cleaned);
      differencesIn(body, requested, cleaned);
      membersToWire(body, merge(body, cleaned, requested) as Values);
      inputsSeenIn(body, [requested], cleaned);
    };
    const odd = replacing(args, fc.jsonValue() as fc.Arbitrary<Value>);
    await holds(fc.property(args, odd, survive), runs);
  });
});
