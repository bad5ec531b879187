/** How the parts of a resource go with its own verbs, and when the outputs of a separate call are read. */
import { describe, expect, it } from "vitest";
import type { SubresourceWork } from "../../../provider/definition/kind.js";
import { NotFoundError, RejectedError } from "../../../provider/errors/index.js";
import { extended } from "../../../provider/platform/endpoint.js";
import { withNamedSubresources } from "../../../provider/resource/children.js";
import type { PartialFailure } from "../../../provider/resource/partialFailure.js";
import { linkedTo, linksSubresource, withSubresources } from "../../../provider/resource/subresources.js";
import { compare } from "../../../provider/values/compare.js";
import type { Call, ResourceDefinition, Values } from "../../support/provider.js";
import { definitionOf, failureOf } from "../support/fake-platform.js";

const { args, body } = definitionOf("Container");
const failed = { purpose: "Reading", method: "GET", path: "/", details: [], retryAfterSeconds: 0 };
const notFound = new NotFoundError({ ...failed, status: 404 });
const rejected = new RejectedError({ ...failed, status: 400 });
const label = 'Container "web"';

interface Parted {
  readonly fails?: string;
  readonly read?: (string | Error | undefined)[];
  readonly refused?: boolean;
}

/** Verbs of a kind with two parts, of `tag` and of `memory` and `cpu`, and what they were asked. */
function parted({ fails, read, refused }: Parted = {}) {
  const requested: string[] = [];
  const names = (values: Values) => Object.keys(values).sort().join();
  const part = (name: string, own: readonly string[], isRead: boolean) => ({
    args: own,
    step: (isNew: boolean) => `${isNew ? "making" : "changing"} its ${name}`,
    refuse: () => (refused ? (new Error(`no ${name}`) as never) : undefined),
    prepare: async () => void requested.push(`prepare ${name}`),
    isChanged: ({ changes }: { changes: readonly unknown[] }) => changes.length > 0,
    async apply(_: Call, { now, args: specified, update, keep }: Omit<SubresourceWork, "id">) {
      requested.push(`apply ${name}${update === undefined ? "" : " again"}`);
      keep({ ...now, [`kept ${name}`]: true });
      if (fails === name) throw rejected;
      return { ...now, ...Object.fromEntries(own.map((arg) => [arg, specified[arg] ?? null])) };
    },
    ...(isRead && {
      read: async (_: Call, _id: string, now: Values) => {
        const next = read?.shift();
        if (next instanceof Error) throw next;
        return { ...now, tag: next ?? "read" };
      },
    }),
  });
  const parts = [part("tag", ["tag"], true), part("size", ["cpu", "memory"], false)];
  const stated = { args, body, linked: [], subresources: parts, updateMode: "full" };
  const definition = stated as unknown as ResourceDefinition;
  const states: (Values | undefined)[] = [];
  const verbs = {
    check: () => [new Error("own") as never],
    create: async (_: Call, specified: Values) => {
      requested.push(`create ${names(specified)}`);
      return { id: "1", state: { ...specified, made: true } };
    },
    read: async (_: Call, _id: string, state: Values, reading: object) => {
      requested.push(`read ${names(state)}${Object.keys(reading).join()}`);
      return states.length > 0 ? states.shift() : { ...state, found: true };
    },
    update: async (_: Call, { args: specified, state }: { args: Values; state: Values }) => {
      requested.push(`update ${names(specified)}`);
      return { ...state, ...specified };
    },
  };
  const call = { definition, label } as Call;
  return { ...withSubresources(definition, verbs as never), requested, call, states, verbs };
}

describe("withSubresources", () => {
  const specified = { name: "web", tag: "2", cpu: 2, memory: 3 } as Values;
  const before = { name: "web", tag: "1", cpu: 1, memory: 1 } as Values;

  it("prepares all subresources, creates the resource, and then creates each subresource", async () => {
    const { create, requested, call } = parted();
    expect(await create(call, specified)).toEqual({ id: "1", state: { ...specified, made: true } });
    expect(requested).toEqual(["prepare tag", "prepare size", "create name", "apply tag", "apply size"]);
  });

  it("reports the problems of the resource and of each subresource", async () => {
    const texts = async ({ check, call }: ReturnType<typeof parted>) =>
      (await check(call, specified)).map(({ message }) => message);
    expect(await texts(parted())).toEqual(["own"]);
    expect(await texts(parted({ refused: true }))).toEqual(["own", "no tag", "no size"]);
  });

  const updating = async (changed: Values, options: Parted = {}) => {
    const { update, requested, call } = parted(options);
    const sides = { state: { ...before, other: 1 }, args: { ...before, ...changed } };
    const comparison = compare(call.definition, { id: "1", ...sides });
    const outcome = await update(call, comparison).catch((error: PartialFailure) => error);
    return { outcome, requested };
  };

  it.each<[what: string, changed: Values, requested: string[]]>([
    ["sends its own update for a change of the resource itself", { name: "b" }, ["update name"]],
    ["sends no own update for a change of one subresource", { cpu: 2 }, ["prepare size"]],
    ["sends its own update for a change of both", { cpu: 2, name: "b" }, ["prepare size", "update name"]],
    ["sends no own update for a subresource and `connection`", { cpu: 2, connection: "b" }, ["prepare size"]],
    ["stores a change of `connection` alone by its own update", { connection: "b" }, ["update connection,name"]],
  ])("%s", async (_, changed, requested) => {
    const done = await updating(changed);
    expect(done.requested).toEqual([...requested, "apply tag again", "apply size again"]);
    expect(done.outcome).toEqual({ ...before, other: 1, ...changed });
  });

  it.each<[what: string, fails: string, state: Values, reason: string]>([
    ["later subresources as they were", "tag", { "kept tag": true, name: "b", cpu: 1, memory: 1 }, "changing its tag"],
    ["earlier subresources as they are now", "size", { "kept size": true, name: "b", tag: "2" }, "changing its size"],
  ])("stores %s if a subresource fails in an update", async (_, fails, state, reason) => {
    const { outcome } = await updating({ ...specified, name: "b" }, { fails });
    expect(outcome).toMatchObject({ id: "1", state: { other: 1, ...state } });
    expect(String((outcome as PartialFailure).reasons)).toContain(reason);
    expect((outcome as PartialFailure).state).toEqual({ other: 1, ...state });
  });

  it("stores what exists if a subresource fails in a create", async () => {
    const { create, call } = parted({ fails: "size" });
    const failure = (await failureOf(create(call, specified))) as unknown as PartialFailure;
    expect(failure.state).toEqual({ name: "web", made: true, tag: "2", "kept size": true });
    expect(String(failure.reasons)).toContain("making its size");
  });

  it("reads subresources after the resource unless `withoutSubresources` is set", async () => {
    const { read, requested, call, states } = parted();
    expect(await read(call, "1", before)).toEqual({ name: "web", cpu: 1, memory: 1, found: true, tag: "read" });
    expect(await read(call, "1", before, { withoutSubresources: true })).not.toHaveProperty("tag");
    states.push(undefined);
    expect(await read(call, "1", before)).toBeUndefined();
    const own = "read cpu,memory,name";
    expect(requested).toEqual([own, `${own}withoutSubresources`, own]);
  });

  it("reports the resource as gone if a subresource returns 404 and a fresh read finds nothing", async () => {
    const { read, call, states, requested } = parted({ read: [notFound, notFound, rejected] });
    states.push({}, undefined, {}, {}, {});
    expect(await read(call, "1", before)).toBeUndefined();
    expect(requested.at(-1)).toBe("read cpu,memory,nameisFresh");
    expect(await failureOf(read(call, "1", before))).toBe(notFound);
    expect(await failureOf(read(call, "1", before))).toBe(rejected);
  });

  it("reads the subresources of a resource to adopt", async () => {
    const { call } = parted();
    const web = { name: "web" };
    expect(await withNamedSubresources(call, "1", web, specified)).toEqual({ ...web, tag: "read" });
    const without = { definition: { args, body } } as Call;
    expect(await withNamedSubresources(without, "1", web, specified)).toEqual(web);
  });

  it("returns the kind's own verbs if the kind has no subresources", () => {
    const { verbs } = parted();
    expect(withSubresources({ args, body, linked: [] } as unknown as ResourceDefinition, verbs as never)).toBe(verbs);
  });
});

describe("outputs of a separate call", () => {
  const own = extended("GET /thing/{id}/address");
  const shared = { list: extended("GET /environment/{environmentId}/address"), ownerMember: "thing_id" };
  const items = [
    { thing_id: "t1", url: "a" },
    { thing_id: "t2", url: "b" },
  ];
  const state: Values = { environmentId: "e", port: 1, url: "old" };

  interface Linking {
    readonly isShared?: boolean;
    readonly gathered?: number;
    readonly found?: Values[] | Error;
    readonly isServed?: boolean;
    readonly isExpected?: boolean;
    readonly isFixed?: true;
  }

  /** The part, on a platform whose lists have these items, and what was asked for. */
  function linking(options: Linking = {}, isAlone = false) {
    const { isShared = true, gathered, found = items, isServed = true, isExpected = true } = options;
    const requested: unknown[] = [];
    const lists = {
      isShared: async () => isShared,
      gathered: async () => gathered,
      async all({ endpoint: { path }, isSingle }: { endpoint: { path: string }; isSingle?: true }, age: Values) {
        const { operation: _, ...others } = age;
        requested.push([path, ...(isSingle ? ["single"] : []), others]);
        if (found instanceof Error) throw found;
        return found;
      },
    };
    const linked = {
      ...{ noun: "addresses", outputs: { url: {}, links: {} }, follow: ["port", "name"] },
      read: isServed ? own : undefined,
      ...(isAlone ? {} : { shared }),
      isExpected: () => isExpected,
      ...(options.isFixed && { isFixed: true }),
      from: (all: Values[]): Values => (all.length === 0 ? {} : { url: all.map(({ url }) => url).join(), other: 1 }),
    };
    const call = { label, platform: { lists, endpoints: "extended" } } as unknown as Call;
    return { requested, call, linked: linked as never, ...linksSubresource(linked as never) };
  }
  const whole = ["/environment/{environmentId}/address", {}];
  const alone = ["/thing/{id}/address", { fresh: true }];
  const keep = () => {};

  it("are read after a create unless they are already known", async () => {
    const { apply, call, requested, step, isChanged, args: none } = linking();
    const now = { environmentId: "e" };
    expect(await apply(call, { id: "t1", now, args: {}, keep })).toEqual({ ...now, url: "a,b" });
    expect(requested).toEqual([alone]);
    expect(await apply(call, { id: "t1", now: state, args: {}, keep })).toBe(state);
    expect([requested.length, step(true), none]).toEqual([1, "reading its addresses", []]);
    expect(isChanged({} as never, {} as never)).toBe(false);
  });

  const unknown = { environmentId: "e", port: 1 };
  it.each<[what: string, before: Values, now: Values, isRead: boolean]>([
    ["aren't read after an update that can't change them", state, { ...state, cpu: 2, url: "x" }, false],
    ["are read after an update that may change them", state, { ...state, port: 2 }, true],
    ["are read after an update of one that may change them", { ...state, name: "a" }, { ...state, name: "b" }, true],
    ["are read if they weren't known before", unknown, unknown, true],
  ])("%s", async (_, before, now, isRead) => {
    const { apply, untouched, call, requested } = linking();
    const update = { before, own: {} as never, whole: {} as never };
    const after = await apply(call, { id: "t1", now, args: {}, keep, update });
    expect(after).toEqual({ ...now, url: isRead ? "a,b" : "old" });
    expect(requested.length).toBe(isRead ? 1 : 0);
    const isSame = before.port === now.port && before.name === now.name;
    expect(untouched?.(update, now)).toEqual(isSame && before.url ? { url: "old" } : {});
  });

  const gathered = { isShared: false, gathered: 5 };
  const recent = ["/environment/{environmentId}/address", { since: 5 }];
  const both = [recent, alone];
  const lacking = { ...gathered, found: [{ url: "c" }] };
  it.each<[what: string, options: Linking, reading: object, now: Values, requested: unknown[], url: unknown]>([
    ["are read from the list of the environment if other reads need the list", {}, {}, state, [whole], "a"],
    ["are read by a single request if no other read needs the list", { isShared: false }, {}, state, [alone], "a,b"],
    ["are read by one request if no parent is known", {}, {}, { ...state, environmentId: undefined }, [alone], "a,b"],
    ["aren't read before a write", {}, { isFresh: true }, state, [], "old"],
    ["aren't read for the source of a clone", {}, { isElsewhere: true }, state, [], "old"],
    ["aren't read if there can be none", { isExpected: false }, {}, state, [], undefined],
    ["aren't read if the endpoints don't have the call", { isServed: false }, {}, state, [], undefined],
    ["are preserved if the platform doesn't have the call (404)", { found: notFound }, {}, state, [whole], "last"],
    ["are read from a list of parallel writes", gathered, {}, state, [recent], "a"],
    ["are read by a single request if the list of parallel writes lacks them", lacking, {}, state, both, "c"],
  ])("%s", async (_, options, reading, now, requests, url) => {
    const { read, call, requested } = linking(options);
    const after = await read?.(call, "t1", now, { url: "last" }, reading);
    expect(after?.url).toBe(url);
    expect(requested).toEqual(requests);
  });

  const cached = ["/thing/{id}/address", { fresh: false }];
  it.each<[title: string, known: Values, requests: unknown[], url: string]>([
    ["aren't read again if they never change", { url: "last" }, [], "last"],
    ["are read by a single request if they never change and the list lacks them", {}, [whole, cached], "c"],
  ])("%s", async (_, known, requests, url) => {
    const { read, call, requested } = linking({ isFixed: true, found: [{ url: "c" }] });
    const { url: __, ...now } = state;
    expect((await read?.(call, "t1", now, known, {}))?.url).toBe(url);
    expect(requested).toEqual(requests);
  });

  it("fail the read with any error except 404", async () => {
    const { read, call } = linking({ found: rejected });
    expect(await failureOf(read?.(call, "t1", state, state, {}) as Promise<Values>)).toBe(rejected);
  });

  it("are read by a single request if no list has them", async () => {
    const { call, linked, requested } = linking({}, true);
    expect(await linkedTo(call, linked, "t1", state, "shared")).toMatchObject({ url: "a,b" });
    expect(requested).toEqual([["/thing/{id}/address", "single", { fresh: true }]]);
  });
});
