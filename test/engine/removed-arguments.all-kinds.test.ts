/** Any arguments, then fewer of them: the updated resource equals one that is created with the fewer, against the real backend. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare } from "../../provider/values/compare.js";
import { validate } from "../../provider/values/validate.js";
import { openedPlatform } from "../platform/support/opened.js";
import {
  type Field,
  isAbsent,
  isObject,
  type ResourceDefinition,
  type Value,
  type Values,
} from "../support/provider.js";
import { holds } from "../support/seeds.js";
import { withValue } from "../unit/support/argument-places.js";
import { definitionOf } from "../unit/support/fake-platform.js";
import { placesIn } from "./agreement/places.js";
import { providerAt } from "./faults/provider.js";
import { everyFieldOf } from "./support/every-field.js";
import { services } from "./support/existing.js";

const platform = openedPlatform({ endpoints: "extended" });

/** Places of optional members that are given. */
const optionalPlaces = (body: Field, args: Values) =>
  placesIn(body, args).filter(
    ({ field, parent, value }) =>
      parent.type === "object" && !isAbsent(value) && !field.required && !field.whenOmitted?.isResourceName,
  );

/** The arguments without some of their optional places, as long as they stay right. */
function fewer(definition: ResourceDefinition, args: Values, picks: readonly number[]): Values {
  return picks.reduce<Values>((known, pick) => {
    const places = optionalPlaces(definition.body, known);
    const place = places[pick % places.length];
    const next = place === undefined ? known : (withValue(known, place.steps) as Values);
    return validate(definition, next, "create").length === 0 ? next : known;
  }, args);
}

/** What both have in common however they came to be: without IDs and times, and with one form of "nothing". */
function plain(value: Value | undefined): Value | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => plain(item) ?? null);
  if (isObject(value)) {
    const own = Object.entries(value).filter(([name]) => !/^(id|createdAt|updatedAt|serviceId)$/.test(name));
    const kept = own.map(([name, each]) => [name, plain(each)] as const).filter(([, each]) => each !== undefined);
    return Object.fromEntries(kept);
  }
  return value === "" || value === null ? undefined : value;
}

const updated = services.filter((kind) => definitionOf(kind).api.update !== undefined);
describe.each(updated)("removed arguments of a %s", (kind) => {
  const definition = definitionOf(kind);
  it("return to the values that a create without them has, except for retained ones", async () => {
    const verbs = providerAt({ url: platform.url, token: platform.tokens.admin, endpoints: "extended" }).of(kind);
    const programs = Object.values(everyFieldOf(kind, platform.ids)) as unknown as Values[];
    let count = 0;
    const agree = async (index: number, firstPicks: number[], picks: number[]) => {
      count += 1;
      const whole = { ...programs[index % programs.length], name: `given-${kind}-${count}` } as Values;
      const specified = fewer(definition, whole, firstPicks);
      const remaining = fewer(definition, specified, picks);
      // What the platform's defaults do not allow cannot be created either.
      const fresh = await verbs.create({ ...remaining, name: `fresh-${kind}-${count}` }).catch(() => undefined);
      const before = fresh === undefined ? undefined : await verbs.create(specified).catch(() => undefined);
      fc.pre(fresh !== undefined && before !== undefined);
      const desired = { id: before.id, state: before.outputs, args: remaining, oldInputs: specified };
      const { removals } = compare(definition, desired);
      const stays = removals.filter(({ outcome }) => outcome === "retained");
      const after = await verbs.update(before.id, before.outputs, remaining);
      const [one, other] = [await verbs.read(after.id, after.outputs), await verbs.read(fresh.id, fresh.outputs)];
      for (const name of Object.keys(specified)) {
        if (name === "name" || stays.some(({ arg }) => arg === name)) continue;
        expect({ [name]: plain(one.outputs[name]) }).toEqual({ [name]: plain(other.outputs[name]) });
      }
      expect(await verbs.diff(after.id, after.outputs, remaining)).toEqual({ changes: false });
    };
    const pick = fc.array(fc.nat(), { maxLength: 6 });
    await holds(fc.asyncProperty(fc.nat(), pick, pick, agree), 12);
  });
});
