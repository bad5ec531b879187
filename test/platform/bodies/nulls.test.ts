/** Clients write null, and an empty id of a new item, for what they do not set: it counts as omitted, wherever a body may have it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anonymous } from "../../kinds/documentedCalls.js";
import { isFull } from "../../support/full.js";
import { holds } from "../../support/seeds.js";
import { type Place, servedCalls } from "../access/endpoints.js";
import { openedWorld } from "../access/world.js";
import { readDocument, type Schema } from "../fuzzing/document.js";
import type { Body } from "../support/bodies.js";

const world = openedWorld();
const { operations, resolve } = readDocument();
const operationOf = (call: string) => operations.find(({ method, path }) => anonymous(`${method} ${path}`) === call);
const calls = servedCalls.filter((call) => operationOf(call)?.body !== undefined);

/** An optional member, and what is sent in place of nothing. */
interface Empty {
  readonly place: Place;
  readonly value: null | "";
}

/** Where null says something of its own: an update removes what it otherwise keeps. */
const removed = ["PUT /database/{} description", "PUT /variable/{} description"];

const alternativesOf = (schema: Schema): readonly Schema[] => {
  const found = resolve(schema);
  return found.anyOf === undefined ? [found] : found.anyOf.flatMap(alternativesOf);
};
const admitsNull = (schema: Schema) => alternativesOf(schema).some(({ type }) => [type].flat().includes("null"));
const admitsEmpty = (schema: Schema) =>
  alternativesOf(schema).some(({ pattern }) => pattern !== undefined && new RegExp(pattern).test(""));
const isHolder = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === "object" && value !== null;

/** The optional members of a body that the document lets be null or an empty id, whether the body has them or not. */
function emptiesIn(schema: Schema, body: unknown, at: Place = []): Empty[] {
  if (!isHolder(body)) return [];
  return alternativesOf(schema).flatMap(({ properties = {}, required = [], items }) => {
    const members = Object.entries(properties).flatMap(([name, member]): Empty[] => {
      const place = [...at, name];
      const own: Empty[] = [
        ...(admitsNull(member) ? [{ place, value: null }] : []),
        ...(admitsEmpty(member) ? ([{ place, value: "" }] as const) : []),
      ];
      return [...(required.includes(name) ? [] : own), ...emptiesIn(member, body[name], place)];
    });
    const each = items === undefined || !Array.isArray(body) ? [] : body;
    return [...members, ...each.flatMap((item, index) => emptiesIn(items ?? {}, item, [...at, index]))];
  });
}

/** Optional members of a request that a response of the same call shows as null, and the request does not accept so. */
function refusedNulls(request: Schema, response: Schema, at: Place = []): string[] {
  const [shown] = alternativesOf(response);
  return alternativesOf(request).flatMap(({ properties = {}, required = [], items }) => {
    const members = Object.entries(properties).flatMap(([name, member]) => {
      const same = shown?.properties?.[name];
      if (same === undefined) return [];
      const isRefused = admitsNull(same) && !admitsNull(member) && !required.includes(name);
      return [...(isRefused ? [[...at, name].join(".")] : []), ...refusedNulls(member, same, [...at, name])];
    });
    const each = items && shown?.items ? refusedNulls(items, shown.items, [...at, 0]) : [];
    return [...members, ...each];
  });
}

/** The body with each of these members set to its value, or without them. */
function changed(body: Body, empties: readonly Empty[], how: "set" | "omitted"): Body {
  const copy = structuredClone(body);
  for (const { place, value } of empties) {
    const key = place.at(-1) ?? "";
    const holder = place.slice(0, -1).reduce<unknown>((each, at) => (isHolder(each) ? each[at] : undefined), copy);
    // One of the others has emptied what this one was in.
    if (!isHolder(holder)) continue;
    if (how === "set") holder[key] = value;
    else delete holder[key];
  }
  return copy;
}

/** What a response says without what no two responses have in common. It may show what is not set as null or omit it. */
const comparable = (value: unknown) =>
  JSON.stringify(value, (_key, each) => each ?? undefined)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
    .replaceAll(/(db-)?[0-9a-f]{8}\.(databases|services)/g, "host")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");

describe.each(calls)("%s", (call) => {
  const { body: schema = {}, answers } = operationOf(call) ?? {};
  const specified = () => world.endpointOf(call).body ?? {};
  const empties = () =>
    emptiesIn(schema, specified()).filter(({ place }) => !removed.includes(`${call} ${place.join(".")}`));

  async function answered(body: Body): Promise<readonly [status: number, body: Body]> {
    const { success } = world.endpointOf(call);
    const { status, body: shown } = await world.send(world.endpointOf(call), { body });
    if (status !== success) return [status, { violations: shown.violations }];
    await world.restore();
    return [status, shown];
  }

  /** Members that the platform generates: responses to the same request differ in them. */
  async function generatedMembers(): Promise<Body> {
    const [[, one], [, other]] = [await answered(specified()), await answered(specified())];
    const differ = Object.keys(one ?? {}).filter((name) => comparable([one[name]]) !== comparable([other[name]]));
    return Object.fromEntries(differ.map((name) => [name, "generated"]));
  }

  it("treats members that are null or an empty ID as omitted", async () => {
    const all = empties();
    if (all.length === 0) return;
    const generated = await generatedMembers();
    const responseTo = async (body: Body) => {
      const [status, shown] = await answered(body);
      return comparable([status, { ...shown, ...generated }]);
    };
    await holds(
      fc.asyncProperty(fc.subarray(all, { minLength: 1, maxLength: Math.min(4, all.length) }), async (some) => {
        const omitted = await responseTo(changed(specified(), some, "omitted"));
        expect(await responseTo(changed(specified(), some, "set"))).toBe(omitted);
      }),
      isFull ? 100 : 4,
    );
  });

  it("accepts null for every optional member that its response may show as null", () => {
    const shown = [...(answers ?? [])].find(([status]) => status < 300)?.[1]?.schema ?? {};
    expect(refusedNulls(schema, shown)).toEqual([]);
  });
});

it("tests of null include more than 200 optional members, also those of exclusive alternatives", () => {
  const found = calls.flatMap((call) => {
    const empties = emptiesIn(operationOf(call)?.body ?? {}, world.endpointOf(call).body);
    return empties.map(({ place, value }) => `${call} ${place.join(".")} ${value}`);
  });
  expect(found.length).toBeGreaterThan(200);
  expect(found).toContain("PUT /container/{} healthchecks.liveness_probe.type.http null");
  expect(found).toContain("POST /environment/{}/application storage.0.id ");
  expect(found).toContain("PUT /terraform/{} dockerfile_fragment.content null");
});
