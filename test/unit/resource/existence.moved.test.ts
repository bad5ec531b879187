/** How long a resource may be missing, what is wrong with a parent that isn't found, and what another location means. */
import { describe, expect, it } from "vitest";
import * as errors from "../../../provider/errors/index.js";
import * as existence from "../../../provider/resource/existence.js";
import { container, ids } from "../../kinds/fixtures.js";
import { newStoppedClock } from "../../support/fake-clock.js";
import type { Call, StackResource, Value, Values } from "../../support/provider.js";
import { connected, definitionOf, failureOf, ownersWith } from "../support/fake-platform.js";

const failed = { purpose: "Reading", method: "GET", path: "/", details: [], retryAfterSeconds: 0 };
const missing = new errors.NotFoundError({ ...failed, status: 404 });
const away = new errors.ServerFaultError({ ...failed, status: 503 });
const urn = "urn:pulumi:dev::shop::app-platform:index:Container::web";

/** A call whose reads end like this one by one, the last one from then on. */
function reading(ends: readonly (Values | undefined | Error)[], inState?: readonly StackResource[] | Error) {
  const { clock } = newStoppedClock();
  const owners = ownersWith(async (_, matches) => {
    if (inState instanceof Error) throw inState;
    return (inState ?? []).filter(matches);
  });
  const { platform, run } = connected("http://127.0.0.1:9", { clock, owners, endpoints: "extended" });
  const counts = { reads: 0 };
  const read = async () => {
    counts.reads += 1;
    const end = ends[Math.min(counts.reads, ends.length) - 1];
    if (end instanceof Error) throw end;
    return end;
  };
  const environment = { definition: definitionOf("Environment"), verbs: { read: async () => ({ name: "dev" }) } };
  const kindNamed = (kind: string) => (kind === "Environment" ? environment : undefined);
  const call = { definition: definitionOf("Container"), label: 'Container "web"', platform, run, urn, kindNamed };
  const operation = platform.client.begin();
  return { call: { ...call, operation, verbs: { read } } as unknown as Call, counts, platform, clock };
}

describe("readOrGone", () => {
  const createdSince = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const found = { name: "web" };
  it.each<[what: string, ends: (Values | undefined)[], createdAt: string, isExpected: boolean, seen: unknown]>([
    ["returns a new resource that is missing at first", [undefined, undefined, found], createdSince(0), false, found],
    ["returns nothing if an old resource is missing", [undefined, found], createdSince(60), false, undefined],
    ["returns nothing at once if that is expected", [undefined, found], createdSince(0), true, undefined],
    ["returns nothing if a new resource is missing for 10 s", [undefined], createdSince(0), false, undefined],
  ])("%s", async (_, ends, createdAt, isExpected, seen) => {
    const { call, counts, clock } = reading(ends);
    const since = clock.elapsed();
    const state = { environmentId: ids.environment, createdAt };
    expect(await existence.readOrGone(call, "1", state, { isExpected })).toEqual(seen);
    if (ends.length === 2) expect(counts.reads).toBe(1);
    else expect(counts.reads).toBeGreaterThan(2);
    expect(clock.elapsed() - since).toBeLessThan(11_000);
  });

  const state = { environmentId: ids.environment, createdAt: createdSince(60) };
  const environment = { urn: "urn:env", kind: "Environment", id: ids.environment, values: {} };
  it.each<[what: string, inState: StackResource[] | Error, urn: string | undefined, command: string | undefined]>([
    ["advises to remove it from the state", [], urn, `pulumi state delete '${urn}'`],
    ["advises to remove it from the state without a URN", [], undefined, "pulumi state delete 'its URN'"],
    ["advises to remove it if the state can't be read", new Error("no state"), urn, `pulumi state delete '${urn}'`],
    ["doesn't advise to remove it if the stack has its parent", [environment], urn, undefined],
  ])("%s after a 404", async (_, inState, urn, command) => {
    const { call } = reading([missing], inState);
    const { code, message } = await failureOf(existence.readOrGone({ ...call, urn }, "1", state));
    expect(code).toBe("AP3003");
    expect(message.includes("pulumi state delete")).toBe(command !== undefined);
    expect(message).toContain(command ?? "");
    const advice =
      "check the IDs in the path above, and that the base URL belongs to the platform with the environment";
    expect(message.includes(advice)).toBe(command !== undefined);
    if (command) expect(message).toContain(`if the environment with id ${ids.environment} was deleted`);
  });
});

it("secondsUncertain counts from the start of the process for a resource without a creation time", () => {
  const platform = { client: { now: () => 0 }, clock: { elapsed: () => 9_000 }, since: 4_000 };
  expect(existence.secondsUncertain({ platform } as unknown as Call)).toBe(5);
});

describe("readOnSamePlatform", () => {
  const [one, other] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];
  const at = (location: string, movedFrom?: string) =>
    ({ label: 'Container "web"', platform: { location, movedFrom } }) as unknown as Call;
  const reads = (end: Values | undefined | Error) => async () => {
    if (end instanceof Error) throw end;
    return end;
  };

  it.each<[what: string, before: Values, now: Values]>([
    ["the same creation time", { createdAt: one }, { createdAt: one }],
    ["a creation time in another format", { createdAt: one }, { createdAt: "2026-01-01T01:00:00+01:00" }],
    ["no creation time before", {}, { createdAt: one }],
    ["no creation time now", { createdAt: one }, {}],
    ["the same last deployment", { lastDeploymentId: "d1" }, { lastDeploymentId: "d1" }],
    ["no deployment before", {}, { lastDeploymentId: "d1" }],
  ])("returns the resource at the new address with the same ID and %s", async (_, values, now) => {
    expect(await existence.readOnSamePlatform(at("new"), { values, location: "old" }, reads(now))).toBe(now);
  });

  const replaced = "new has another resource with its ID";
  it.each<[what: string, before: Values, now: Values | undefined | Error, says: string]>([
    ["has another creation time", { createdAt: one }, { createdAt: other }, replaced],
    ["has another last deployment", { lastDeploymentId: "d1" }, { lastDeploymentId: "d2" }, replaced],
    ["isn't found (404)", {}, missing, "is on old, and isn't on new"],
    ["isn't in the list", {}, undefined, "is on old, and isn't on new"],
    ["isn't in the list of a connection", { connection: "staging" }, undefined, "APP_PLATFORM_STAGING_MOVED_FROM=old"],
    ["isn't in the list of the default", {}, undefined, "APP_PLATFORM_MOVED_FROM=old"],
  ])("fails with AP2010 if the resource at the new address %s", async (_, values, now, says) => {
    const ended = await failureOf(existence.readOnSamePlatform(at("new"), { values, location: "old" }, reads(now)));
    expect([ended.code, ended.message]).toEqual(["AP2010", expect.stringContaining(says)]);
    expect(ended.message.includes(replaced)).toBe(says === replaced);
  });

  it("fails with the error of the read (503)", async () => {
    const ended = existence.readOnSamePlatform(at("new"), { values: {}, location: "old" }, reads(away));
    expect(await failureOf(ended)).toBe(away);
  });

  it.each<[what: string, location: string | undefined, movedFrom?: string]>([
    ["is the same", "new"],
    ["is unknown", undefined],
    ["is the one in APP_PLATFORM_MOVED_FROM", "old", "old"],
  ])("returns nothing for a missing resource if its location %s", async (_, location, movedFrom) => {
    expect(await existence.readOnSamePlatform(at("new", movedFrom), { values: {}, location }, reads(undefined))).toBe(
      undefined,
    );
  });
});

describe("requireSamePlatform", () => {
  it.each<[what: string, location: string | undefined, end: Value | undefined, code: string, reads: number]>([
    ["accepts a resource without a location", undefined, undefined, "", 0],
    ["accepts a resource at the same location", "127.0.0.1:9", undefined, "", 0],
    ["accepts a resource that is at the new location", "old", container.outputs, "", 1],
    ["fails with AP2010 if the resource isn't at the new location", "old", undefined, "AP2010", 1],
  ])("%s", async (_, location, end, code, reads) => {
    const { call, counts } = reading([end as Values | undefined]);
    const stored = { values: container.outputs, ...(location !== undefined && { location }) };
    const ended = await existence.requireSamePlatform(call, "1", stored).then(
      () => "",
      (error) => error.code,
    );
    expect([ended, counts.reads]).toEqual([code, reads]);
  });

  it("sends nothing if no endpoint reads the kind, such as a DeploymentTrigger with the basic API", async () => {
    const { call, counts } = reading([undefined]);
    const { list: _, read: __, ...api } = call.definition.api;
    await existence.requireSamePlatform({ ...call, definition: { ...call.definition, api } }, "1", {
      values: {},
      location: "old",
    });
    expect(counts.reads).toBe(0);
  });
});
