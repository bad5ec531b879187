/** By which calls a resource is read, in which order, and what follows from a call that the token may not send. */
import { describe, expect, it } from "vitest";
import { ForbiddenError, NotFoundError, ServerFaultError } from "../../../provider/errors/index.js";
import type { ApiRequest } from "../../../provider/platform/apiRequest.js";
import { extended } from "../../../provider/platform/endpoint.js";
import {
  type Current,
  carriedBy,
  findByName,
  findListedByName,
  findTogether,
  readForUpdate,
} from "../../../provider/resource/read.js";
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
  const asked: string[] = [];
  const left = [...lists];
  const platform = {
    endpoints: "extended",
    client: {
      async send({ members }: ApiRequest) {
        asked.push(`id ${members.id}`);
        if (one instanceof Error) throw one;
        return one;
      },
    },
    lists: {
      forget: () => {},
      isShared: async () => isShared,
      gathered: async () => gathered,
      async all(_: ApiRequest, { operation: __, ...age }: Values) {
        asked.push(
          [
            "list",
            ...Object.entries(age).flatMap(([name, value]) => (value === false ? [] : [`${name} ${value}`])),
          ].join(" "),
        );
        const given = left.length > 1 ? left.shift() : left[0];
        if (given instanceof Error) throw given;
        return given;
      },
    },
  };
  const api = {
    ...web.api,
    read: serves.includes("read") ? byId : undefined,
    list: serves.includes("list") ? inPlace : undefined,
  };
  const call = {
    definition: { ...web, api, carriedOver, subresources: [] },
    platform,
    label: 'Container "web"',
    operation: {},
  };
  return { call: call as unknown as Call, asked };
}

const [alone, cached, fresh] = ["id c1", "list", "list fresh true"];

describe("a resource", () => {
  type How = Parameters<typeof readForUpdate>[3];
  const [beforeWrite, expected, listOnly] = [{ isFresh: true }, { isExpected: true }, { serves: ["list"] }] as const;
  const [unreadable, unlisted, notThere] = [{ one: forbidden }, { lists: [forbidden] }, { one: notFound }];
  const [together, both] = ["list since 5", [alone, fresh]];
  it.each<[what: string, world: World, how: How, asked: string[], isFound: boolean | Error]>([
    ["is read alone", {}, {}, [alone], true],
    ["is looked for in a fresh list before it counts as gone", notThere, {}, both, true],
    ["is gone if neither has it", { ...notThere, lists: [[]] }, {}, both, false],
    ["is read from the list that others need", { isShared: true }, {}, [cached], true],
    ["is read alone if that list lacks it", { isShared: true, lists: [[]] }, {}, [cached, alone], true],
    ["is gone if both lack it", { ...notThere, isShared: true, lists: [[]] }, {}, [cached, alone], false],
    ["isn't read from an older list before a write", { isShared: true }, beforeWrite, [alone], true],
    ["is read from the list that other writes read at this moment", { gathered: 5 }, beforeWrite, [together], true],
    ["is read alone if that one lacks it", { gathered: 5, lists: [[]] }, beforeWrite, [together, alone], true],
    ["isn't read with other writes unless it's for one", { gathered: 5 }, {}, [alone], true],
    ["is read from a list where nothing else is served", listOnly, {}, [cached], true],
    ["is read from a fresh one if that lacks it", { ...listOnly, lists: [[], [item]] }, {}, [cached, fresh], true],
    ["is read from fresh ones before a write", { ...listOnly, lists: [[], [item]] }, beforeWrite, [fresh, fresh], true],
    ["is read from that of others, once", { ...listOnly, gathered: 5, lists: [[]] }, beforeWrite, [together], false],
    ["is read alone where no list is served", { ...notThere, serves: ["read"] }, {}, [alone], false],
    ["is known to exist if a list shows it, though the token may not read it", unreadable, {}, both, true],
    ["isn't gone if the token may not read it", { ...unreadable, lists: [[]] }, {}, both, forbidden],
    ["is gone then if that's expected", { ...unreadable, lists: [[]] }, expected, both, false],
    ["isn't gone if the token may neither read nor list it", { ...unreadable, ...unlisted }, expected, both, forbidden],
    ["isn't gone if only the list refuses the token", { ...notThere, ...unlisted }, {}, both, forbidden],
    ["isn't gone then, even if that's expected", { ...notThere, ...unlisted }, expected, both, forbidden],
    ["is listed only once if the token may not list it", { ...listOnly, ...unlisted }, {}, [cached], forbidden],
    ["is read alone if the token may not list it", { isShared: true, ...unlisted }, {}, [cached, alone], true],
    ["isn't gone if the platform fails", { one: faulty }, {}, [alone], faulty],
    ["isn't gone if the list fails", { ...notThere, lists: [faulty] }, {}, both, faulty],
  ])("%s", async (_, world, how, asked, isFound) => {
    const { call, asked: requests } = reading(world);
    const outcome = await readForUpdate(call, "c1", state, how).catch((error: Error) => error);
    expect(requests).toEqual(asked);
    if (isFound instanceof Error) expect(outcome).toBe(isFound);
    else expect(outcome instanceof Error ? outcome : outcome?.state.name).toEqual(isFound ? "web" : undefined);
  });

  it("keeps what's known if nothing is served", async () => {
    const { call, asked } = reading({ serves: [] });
    expect([await readForUpdate(call, "c1", state), asked]).toEqual([{ state, response: {} }, []]);
  });

  it("is read by its ID alone if its place isn't known, and not at all where only a list is served", async () => {
    const { call, asked } = reading({ one: notFound });
    expect(await readForUpdate(call, "c1", { environmentId: "a/../b" })).toBeUndefined();
    expect(asked).toEqual([alone]);
    const { call: listing } = reading({ serves: ["list"] });
    expect((await failureOf(readForUpdate(listing, "c1", {}))).message).toContain("pass environmentId");
  });

  it("is read only with its place, where its read needs that", async () => {
    const { call, asked } = reading();
    const needing = { ...call.definition, api: { ...call.definition.api, read: inPlace, list: undefined } };
    const failure = await failureOf(readForUpdate({ ...call, definition: needing as never }, "c1", {}));
    expect([failure.message, asked]).toEqual([expect.stringContaining("pass environmentId"), []]);
  });

  it("isn't asked for by an ID that can't be in a path", async () => {
    const { call, asked } = reading({ serves: ["read"] });
    expect([await readForUpdate(call, "..", state), asked]).toEqual([undefined, []]);
  });

  it("isn't what a response without an object describes", async () => {
    expect((await failureOf(readForUpdate(reading({ one: "web" }).call, "c1", state))).message).toMatch(
      /^AP3105: .*contains no resource/,
    );
  });

  it("is updated with the members of the response that its definition names, if they have a value", async () => {
    const { call } = reading({ carriedOver: ["extra", "none", "more"] });
    const current = await readForUpdate(call, "c1", state);
    expect(carriedBy(call.definition, current as Current)).toEqual({ extra: 1 });
  });
});

describe("a resource by its name", () => {
  const args: Values = { environmentId: "e1", name: " WEB " };
  it("is looked for in a fresh list, or in one of this operation", async () => {
    const { call, asked } = reading();
    expect([await findByName(call, args), await findListedByName(call, args)]).toEqual([item, item]);
    expect(asked).toEqual([fresh, "list evenOutdated true"]);
  });

  it("isn't looked for without a name, a place or a list", async () => {
    const { call, asked } = reading();
    const unserved = reading({ serves: ["read"] });
    expect(await findByName(call, { environmentId: "e1" })).toBeUndefined();
    expect(await findByName(call, { name: "web" })).toBeUndefined();
    expect(await findByName(unserved.call, args)).toBeUndefined();
    expect([...asked, ...unserved.asked]).toEqual([]);
  });
});

it("lists that other writes read are used only if there are some, for a known place", async () => {
  expect(await findTogether(reading().call, "c1", state)).toBeUndefined();
  expect(await findTogether(reading({ gathered: 5 }).call, "c1", {})).toBeUndefined();
  expect(await findTogether(reading({ gathered: 5, serves: ["read"] }).call, "c1", state)).toBeUndefined();
  expect(await findTogether(reading({ gathered: 5 }).call, "c1", state)).toEqual({ found: item });
  expect(await findTogether(reading({ gathered: 5 }).call, "c2", state)).toEqual({ found: undefined });
});
