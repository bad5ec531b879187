import { describe, expect, it } from "vitest";
import { wireName } from "../../../provider/schema/field.js";
import { validate } from "../../../provider/values/validate.js";
import { isNotApplicable, kindNames, records } from "../../kinds/index.js";
import { managed } from "../../support/frontend.js";
import {
  type Endpoint,
  type Field,
  fillTarget,
  isObject,
  isServed,
  itemsOf,
  type Value,
  type Values,
} from "../../support/provider.js";
import { type Place, placesOf, withValue } from "../support/argument-places.js";
import { definitionOf, failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

const cases = kindNames.flatMap((kind) => {
  const { calls, fixture } = records[kind];
  if (isNotApplicable(calls)) return [];
  const definition = definitionOf(kind);
  const places = placesOf(definition.body, fixture).filter(
    ({ field, program, steps, path }) =>
      !field.required &&
      !field.local &&
      !field.inPath &&
      !field.whenOmitted?.isResourceName &&
      !/\.id$/.test(path) &&
      program !== undefined &&
      validate(definition, withValue(program, steps), "create").length === 0 &&
      JSON.stringify(program) === JSON.stringify({ ...fixture.program, ...fixture.path }),
  );
  const sets = (["documented", "extended"] as const).filter((endpoints) => !isNotApplicable(calls[endpoints]));
  if (places.length === 0) return [];
  return sets.map((endpoints) => ({ kind, endpoints, id: calls.id, definition, fixture, places }));
});
type Case = (typeof cases)[number];

/** Answers reads with the fixture's response and edits with what they sent. */
function serve({ definition: { api }, fixture }: Case): void {
  const fill = (call: Endpoint) => fillTarget(call, { ...fixture.path, id: fixture.response.id });
  if (api.read !== undefined) platform.on(`GET ${fill(api.read)}`, [200, fixture.response]);
  if (api.list !== undefined) platform.on(`GET ${fill(api.list)}`, [200, { results: [fixture.response] }]);
  if (api.update !== undefined) platform.on(`${api.update.method} ${fill(api.update)}`, [200, fixture.response]);
}

/** The value of a place in a request body. */
function inBody(field: Field, body: Value | undefined, [step, ...rest]: Place["steps"]): Value | undefined {
  if (step === undefined || body === undefined) return body;
  if (typeof step === "number")
    return Array.isArray(body) && field.type === "array" ? inBody(field.item, body[step], rest) : undefined;
  const member = field.type === "object" ? field.members[step] : undefined;
  return isObject(body) && member !== undefined ? inBody(member, body[wireName(step, member)], rest) : undefined;
}

/** What a removal must come to, by the facts of the argument alone. */
function expected({ kind, definition }: Case, { field, steps, value, program }: Place) {
  const isIgnored = kind === "Database" && program.mode === "MANAGED" && field.when?.ignored !== undefined;
  const isOff = value === false && field.default === undefined && field.whenOmitted?.description === undefined;
  const sent = (value: Value | undefined) => ({ outcome: "sent", value }) as const;
  if (isIgnored || isOff || (field.type === "array" && itemsOf(field).isPartial) || value === field.default)
    return { outcome: "nothing" } as const;
  if (field.default !== undefined) return sent(field.default);
  if (field.whenOmitted?.isSent) return sent(null);
  if (definition.updateMode === "full" || steps.length > 1) return sent(undefined);
  if (field.nullable) return sent(null);
  if (field.type === "array") return sent([]);
  const isFreeText = field.type === "string" && field.format === undefined && !field.minLength;
  return isFreeText ? sent("") : ({ outcome: "retained" } as const);
}

/** What a removal must come to, in the words of a title. */
function consequence(row: Case, place: Place): string {
  const { api } = row.definition;
  const to = expected(row, place);
  if (to.outcome === "nothing") return "causes neither a message nor a request";
  if (to.outcome === "retained") return "stays, and the preview says so once, with the reason";
  if (api.update === undefined) return "replaces the resource";
  if (!isServed(api.update, row.endpoints)) return "is refused with AP2001";
  return to.value === undefined ? "is omitted from the update" : `is sent as ${JSON.stringify(to.value)}`;
}

const named = cases.map((row) => [row.kind, row.endpoints, row] as const);

describe.each(named)("removed argument of %s with %s endpoints", (_kind, _endpoints, row) => {
  const { kind, endpoints, id, definition, fixture, places } = row;
  const isUpdatable = isServed(definition.api.update, endpoints);
  it.each(places.map((place) => [place.path, consequence(row, place), place] as const))(
    "%s %s",
    async (path, _consequence, place) => {
      serve(row);
      const cycle = lifecycle(kind, platform.url, { endpoints });
      const state = managed(fixture.outputs, place.program);
      const desired = withValue(place.program, place.steps) as Values;
      const to = expected(row, place);
      if (to.outcome === "sent" && definition.api.update === undefined) {
        expect(await cycle.diff(id, state, desired)).toMatchObject({ replaces: [place.arg] });
        return;
      }
      if (to.outcome === "sent" && !isUpdatable) {
        const refused = await failureOf(cycle.diff(id, state, desired) as Promise<unknown>);
        expect(refused).toMatchObject({ code: "AP2001", message: expect.stringContaining(`${path}: `) });
        return;
      }
      expect(await cycle.diff(id, state, desired)).toEqual({});
      const notes = () => [...cycle.infos, ...cycle.warnings].filter((line) => line.includes(`${path}: `));
      const once = to.outcome === "nothing" ? 0 : 1;
      expect(notes()).toHaveLength(once);
      if (to.outcome === "retained") expect(notes()[0]).toMatch(/ stays, since the platform /);
      await cycle.diff(id, state, desired);
      expect(notes()).toHaveLength(once);
      const result = await cycle.update(id, state, desired);
      const sent = platform.arrived.filter(({ line }) => !line.startsWith("GET"));
      expect(sent).toHaveLength(to.outcome === "sent" ? 1 : 0);
      if (to.outcome === "sent") expect(inBody(definition.body, sent[0]?.body, place.steps)).toEqual(to.value);
      // Whatever the platform has afterwards is its own.
      expect(await cycle.diff(id, result?.outputs as Values, desired)).toEqual({ changes: false });
      expect(await cycle.diff(id, managed(fixture.outputs, desired), desired)).toEqual({ changes: false });
    },
  );
});
