/** By which calls a resource is read, in which order, and what follows from a call that the token may not send. */
import { describe, expect, it } from "vitest";
import { ForbiddenError, NotFoundError, ServerFaultError } from "../../../provider/errors/index.js";
import { type ApiRequest, extended } from "../../../provider/platform/endpoint.js";
import { type Current, carriedBy, findByName, findTogether, readForUpdate } from "../../../provider/resource/read.js";
import type { Call, Value, Values } from "../../support/provider.js";
import { definitionOf, failureOf } from "../support/fake-platform.js";

const failed = { purpose: "Reading", method: "GET", path: "/", details: [], retryAfterSeconds: 0 };
const forbidden = new ForbiddenError({ ...failed, status: 403 });
const notFound = new NotFoundError({ ...failed, status: 404 });
const faulty = new ServerFaultError({ ...failed, status: 503 });

const web = definitionOf("Container");
const [byId, inPlace] = [extended("GET /container/{id}"), extended("GET /environment/{environmentId}/container")];
const state: Values = { environmentId: "e1", name: "known" };
const item: Values = { id: "c1", name: "web", environment: { id: "e1" }, extra: 1, none: null };

interface World {
  /** What reads by ID return; the resource if omitted. */
  readonly one?: Value | Error;
  /** What the lists return one after the other, the last one from then on. */
  readonly lists?: (Values[] | Error)[];
  readonly isShared?: boolean;
  readonly gathered?: number;
  readonly serves?: readonly ("read" | "list")[];
  readonly carriedOver?: unknown;
}

/** A call on such a platform, and what was asked for. */
function reading({
  one = item,
  lists = [[item]],
  isShared = false,
  gathered,
  serves = ["read", "list"],
  carriedOver = [],
}: World = {}) {
  const requested: string[] = [];
  const left = [...lists];
  const platform = {
    endpoints: "extended",
    client: {
      async send({ members }: ApiRequest) {
        requested.push(`id ${members.id}`);
        if (one instanceof Error) throw one;
        return one;
      },
    },
    lists: {
      forget: () => {},
      isShared: async () => isShared,
      gathered: async () => gathered,
      async all(_: ApiRequest, { operation: __, ...age }: Values) {
        const facts = Object.entries(age).flatMap(([name, value]) => (value === false ? [] : [`${name} ${value}`]));
        requested.push(["list", ...facts].join(" "));
        const specified = left.length > 1 ? left.shift() : left[0];
        if (specified instanceof Error) throw specified;
        return specified;
      },
    },
  };
  const api = {
    ...web.api,
    read: serves.includes("read") ? byId : undefined,
    list: serves.includes("list") ? inPlace : undefined,
  };
  const definition = { ...web, api, carriedOver, subresources: [] };
  return { call: { definition, platform, label: 'Container "web"', operation: {} } as unknown as Call, requested };
}

const [alone, cached, fresh] = ["id c1", "list", "list fresh true"];

describe("readForUpdate", () => {
  type How = Parameters<typeof readForUpdate>[3];
  const [beforeWrite, expected, listOnly] = [{ isFresh: true }, { isExpected: true }, { serves: ["list"] }] as const;
  const [unreadable, unlisted, notThere] = [{ one: forbidden }, { lists: [forbidden] }, { one: notFound }];
  const [together, both] = ["list since 5", [alone, fresh]];
  const sharedWithout: World = { isShared: true, lists: [[]] };
  const gatheredWithout: World = { gathered: 5, lists: [[]] };
  const [neither, onlyGathered] = [
    { ...sharedWithout, ...notThere },
    { ...listOnly, ...gatheredWithout },
  ];
  it.each<[what: string, world: World, how: How, requested: string[], isFound: boolean | Error]>([
    ["reads the resource alone", {}, {}, [alone], true],
    ["reads a fresh list before it reports the resource as gone", notThere, {}, both, true],
    ["reports the resource as gone if the list lacks it, too", { ...notThere, lists: [[]] }, {}, both, false],
    ["reads the list that other reads share", { isShared: true }, {}, [cached], true],
    ["reads the resource alone if the shared list lacks it", sharedWithout, {}, [cached, alone], true],
    ["reports it as gone if the shared list and the read lack it", neither, {}, [cached, alone], false],
    ["doesn't use an older list before a write", { isShared: true }, beforeWrite, [alone], true],
    ["reads the list that parallel writes read", { gathered: 5 }, beforeWrite, [together], true],
    ["reads it alone if the list of parallel writes lacks it", gatheredWithout, beforeWrite, [together, alone], true],
    ["doesn't use the list of parallel writes for a read", { gathered: 5 }, {}, [alone], true],
    ["reads a list if nothing else is served", listOnly, {}, [cached], true],
    ["reads a fresh list if the cached one lacks it", { ...listOnly, lists: [[], [item]] }, {}, [cached, fresh], true],
    ["reads fresh lists before a write", { ...listOnly, lists: [[], [item]] }, beforeWrite, [fresh, fresh], true],
    ["reads the list of parallel writes once if it lacks the resource", onlyGathered, beforeWrite, [together], false],
    ["reads the resource alone if no list is served", { ...notThere, serves: ["read"] }, {}, [alone], false],
    ["finds a resource in a list if reading it is forbidden (403)", unreadable, {}, both, true],
    ["fails with 403 if the list lacks the resource", { ...unreadable, lists: [[]] }, {}, both, forbidden],
    ["reports it as gone after 403 if its absence is expected", { ...unreadable, lists: [[]] }, expected, both, false],
    ["fails with 403 if reading and listing are forbidden", { ...unreadable, ...unlisted }, expected, both, forbidden],
    ["fails with 403 if only the list is forbidden", { ...notThere, ...unlisted }, {}, both, forbidden],
    ["fails with 403 even if absence is expected", { ...notThere, ...unlisted }, expected, both, forbidden],
    ["lists once if listing is forbidden", { ...listOnly, ...unlisted }, {}, [cached], forbidden],
    ["reads the resource alone if listing is forbidden", { isShared: true, ...unlisted }, {}, [cached, alone], true],
    ["fails if the platform fails", { one: faulty }, {}, [alone], faulty],
    ["fails if the list fails", { ...notThere, lists: [faulty] }, {}, both, faulty],
  ])("%s", async (_, world, how, requested, isFound) => {
    const { call, requested: requests } = reading(world);
    const outcome = await readForUpdate(call, "c1", state, how).catch((error: Error) => error);
    expect(requests).toEqual(requested);
    if (isFound instanceof Error) expect(outcome).toBe(isFound);
    else expect(outcome instanceof Error ? outcome : outcome?.state.name).toEqual(isFound ? "web" : undefined);
  });

  it("returns the state if the endpoints have neither a read nor a list", async () => {
    const { call, requested } = reading({ serves: [] });
    expect([await readForUpdate(call, "c1", state), requested]).toEqual([{ state, response: {} }, []]);
  });

  it("reads by ID alone if the state has no valid parent", async () => {
    const { call, requested } = reading({ one: notFound });
    expect(await readForUpdate(call, "c1", { environmentId: "a/../b" })).toBeUndefined();
    expect(requested).toEqual([alone]);
  });

  it("fails with AP2005 if the endpoints only list the kind per environment, which isn't known (`get` by ID alone)", async () => {
    const { call: listing } = reading({ serves: ["list"] });
    const failure = await failureOf(readForUpdate(listing, "c1", {}));
    expect(failure).toMatchObject({ code: "AP2005", message: expect.stringContaining("pass environmentId") });
  });

  it("fails with AP2005 if the read needs a parent and the state has none", async () => {
    const { call, requested } = reading();
    const needing = { ...call.definition, api: { ...call.definition.api, read: inPlace, list: undefined } };
    const failure = await failureOf(readForUpdate({ ...call, definition: needing as never }, "c1", {}));
    expect([failure.code, failure.message, requested]).toEqual([
      "AP2005",
      expect.stringContaining("pass environmentId"),
      [],
    ]);
  });

  it("reports the resource as gone without a request if its ID can't be in a path", async () => {
    const { call, requested } = reading({ serves: ["read"] });
    expect([await readForUpdate(call, "..", state), requested]).toEqual([undefined, []]);
  });

  it("fails with AP3105 for a response without an object", async () => {
    const failure = await failureOf(readForUpdate(reading({ one: "web" }).call, "c1", state));
    expect(failure.message).toMatch(/^AP3105: .*contains no resource/);
  });

  it("returns the `carriedOver` members of the response that have a value (carriedBy)", async () => {
    const { call } = reading({ carriedOver: ["extra", "none", "more"] });
    const current = await readForUpdate(call, "c1", state);
    expect(carriedBy(call.definition, current as Current)).toEqual({ extra: 1 });
  });
});

describe("findByName", () => {
  const args: Values = { environmentId: "e1", name: " WEB " };
  it("reads a fresh list unless `evenOutdated` is set", async () => {
    const { call, requested } = reading();
    expect([await findByName(call, args), await findByName(call, args, { evenOutdated: true })]).toEqual([item, item]);
    expect(requested).toEqual([fresh, "list evenOutdated true"]);
  });

  it("sends no request without a name, a parent or a list", async () => {
    const { call, requested } = reading();
    const unserved = reading({ serves: ["read"] });
    expect(await findByName(call, { environmentId: "e1" })).toBeUndefined();
    expect(await findByName(call, { name: "web" })).toBeUndefined();
    expect(await findByName(unserved.call, args)).toBeUndefined();
    expect([...requested, ...unserved.requested]).toEqual([]);
  });
});

it("findTogether uses the list of parallel writes if there are some and the parent is known", async () => {
  expect(await findTogether(reading().call, "c1", state)).toBeUndefined();
  expect(await findTogether(reading({ gathered: 5 }).call, "c1", {})).toBeUndefined();
  expect(await findTogether(reading({ gathered: 5, serves: ["read"] }).call, "c1", state)).toBeUndefined();
  expect(await findTogether(reading({ gathered: 5 }).call, "c1", state)).toEqual({ found: item });
  expect(await findTogether(reading({ gathered: 5 }).call, "c2", state)).toEqual({ found: undefined });
});
