/** A deletion: which resource of the stack it is left to, and when it is complete. */
import { beforeEach, describe, expect, it } from "vitest";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import { container, ids } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import type { StackResource, Values } from "../../support/provider.js";
import { type Answer, failureOf, fakePlatform, lifecycle, listing, ownersWith } from "../support/fake-platform.js";

const platform = fakePlatform();
const [one, list] = [`/container/${ids.container}`, `GET /environment/${ids.environment}/container`];
const variables = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;
const endpoints = "extended";
const deletes = () => platform.lines().filter((line) => line.startsWith("DELETE"));

describe("delete with several owners in the state", () => {
  const state: Values = { environmentId: ids.environment, name: "web" };
  const resource = (name: string, kind: string, values: Values, id: string = ids.container): StackResource => ({
    ...{ urn: urnOf(kind, name), kind, id, values },
  });
  /** Deletes the resource "a" of a kind, with these in the state; none if the state can't be read. */
  const remove = (kind: string, id: string, values: Values, state: StackResource[] | undefined) => {
    const owners = newOwners(async () => {
      if (state === undefined) throw new Error("no stack selected");
      return state;
    });
    return lifecycle(kind, platform.url, { endpoints, owners }).delete(id, values, urnOf(kind, "a"));
  };

  it("retains an ArgoCdConfig whose clusterId two resources manage", async () => {
    const place = { clusterId: ids.cluster };
    const encrypted = { clusterId: { "4dabf18193072939515e22adb298388d": "secret", ciphertext: "…" } };
    for (const other of [place, encrypted]) {
      const both = [
        resource("a", "ArgoCdConfig", place, ids.cluster),
        resource("b", "ArgoCdConfig", other, ids.cluster),
      ];
      await remove("ArgoCdConfig", ids.cluster, place, both);
    }
    expect(deletes()).toEqual([]);
  });

  it("never deletes a resource that the stack manages through another connection, whose address isn't compared", async () => {
    const other = resource("b", "Container", { ...state, connection: "other" }, ids.container.toUpperCase());
    await remove("Container", ids.container, state, [resource("a", "Container", state), other]);
    expect(deletes()).toEqual([]);
  });

  it("fails with AP2009 if the state can't be read and the resource exists", async () => {
    platform.on(`GET ${one}`, [200, container.response], [404]).on(list, listing());
    const error = await failureOf(remove("Container", ids.container, state, undefined));
    expect(error).toMatchObject({ code: "AP2009", message: expect.stringContaining("- no stack selected") });
    expect(error.message).toContain("pulumi state delete");
    await remove("Container", ids.container, state, undefined);
    expect(deletes()).toEqual([]);
  });
});

it("delete fails with AP2009 if it can't read which resources of the state have deletedWith", async () => {
  const unread = () => Promise.reject(new Error("unexpected end of JSON input"));
  const owners = { ...ownersWith(async () => []), droppedWith: unread };
  const { delete: remove } = lifecycle("Container", platform.url, { endpoints, owners });
  const error = await failureOf(remove(ids.container, container.outputs, urnOf("Container", "a")));
  expect(error).toMatchObject({ code: "AP2009", message: expect.stringContaining("- unexpected end of JSON input") });
  expect(platform.lines()).toEqual([]);
});

describe("delete", () => {
  const there = container.response;
  /** How the deletion of a container ends that may take a minute, and after how many seconds. */
  async function deletion(more: Values = {}, timeout = 60) {
    const { delete: remove, platform: here } = lifecycle("Container", platform.url, { endpoints });
    const state = { ...container.outputs, ...more };
    const start = here.clock.elapsed();
    const failure = await remove(ids.container, state, "", { timeout }).then(
      () => undefined,
      (error: Error) => error,
    );
    return { failure, seconds: (here.clock.elapsed() - start) / 1000 };
  }
  beforeEach(() => void platform.on(`DELETE ${one}`, [204]));

  it("waits until the resource is gone: it can't be read (404)", async () => {
    platform.on(`GET ${one}`, [200, there], [200, there], [404]);
    expect((await deletion()).failure).toBeUndefined();
    const reads = [`GET ${one}`, `GET ${one}`, `GET ${one}`];
    expect(platform.lines()).toEqual([`GET ${one}/customDomain`, variables, `DELETE ${one}`, ...reads]);
  });

  it.each<[what: string, deleted: Answer, reading: Answer]>([
    ["returns 403 for the resource", [204], [403]],
    ["returns 404 for the DELETE", [404], [404]],
  ])("waits until the list lacks the resource if the platform %s", async (_, deleted, reading) => {
    platform.on(`DELETE ${one}`, deleted).on(`GET ${one}`, reading).on(list, listing(there), listing());
    expect((await deletion()).failure).toBeUndefined();
    expect(platform.lines().filter((line) => line === list)).toHaveLength(2);
  });

  it("reads only the resource itself to confirm its deletion, not its subresources", async () => {
    platform.on(`DELETE ${one}`, [404]).on(variables, listing(), [403]).on(`GET ${one}/advancedSettings`, [403]);
    platform.on(`GET ${one}`, [200, there], [404]).on(list, listing());
    const own = { "deployment.termination_grace_period_seconds": 90 };
    expect((await deletion({ variables: { LEVEL: "info" }, advancedSettings: own })).failure).toBeUndefined();
    expect(platform.lines().filter((line) => line === variables)).toHaveLength(1);
    expect(platform.lines()).not.toContain(`GET ${one}/advancedSettings`);
  });

  const failing = { ...there, status: "DELETE_ERROR" };
  const brief = 5;
  const unseen = "no response within 5 s confirmed that it's gone";
  it.each<[what: string, reading: Answer, timeout: number, code: string, text: string, from: number, to: number]>([
    ["exceeds timeoutSeconds (AP5003)", [200, there], brief, "AP5003", "still exists on the platform 5 s after", 2, 8],
    ["ends with an error (AP5003)", [200, failing], 60, "AP5003", "after the platform accepted its deletion", 14, 40],
    ["can't be observed (500, AP5003)", [500], brief, "AP5003", unseen, 2, 8],
    ["can't be observed with the token (401, AP3001)", [401], 60, "AP3001", 'Reading Container "web" failed', 0, 1],
  ])("fails if the accepted deletion %s", async (_, reading, timeout, code, text, from, to) => {
    platform.on(`GET ${one}`, reading);
    const { failure, seconds } = await deletion({}, timeout);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(seconds).toBeGreaterThanOrEqual(from);
    expect(seconds).toBeLessThan(to);
  });

  it.each<[what: string, deleted: Answer, reading: Answer, code: string]>([
    ["rejects the deletion (409, AP3005)", [409], [200, there], "AP3005"],
    ["returns 404 and the list is forbidden (AP3002)", [404], [403], "AP3002"],
  ])("fails if the platform %s", async (_, deleted, reading, code) => {
    platform.on(`DELETE ${one}`, deleted).on(`GET ${one}`, reading).on(list, [403]);
    expect((await deletion({}, brief)).failure).toMatchObject({ code });
  });
});

it("delete fails with AP5003 at operationTimeoutSeconds if the DELETE returns 404 and the resource still exists", async () => {
  platform.on(`DELETE ${one}`, [404]).on(`GET ${one}`, [200, container.response]);
  const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };
  const { delete: remove } = lifecycle("Container", platform.url, { endpoints, environment });
  const failure = await failureOf(remove(ids.container, container.outputs));
  expect(failure.code).toBe("AP5003");
  expect(failure.message).toContain("responded to its deletion that it doesn't exist (404)");
  expect(failure.message).not.toContain("accepted");
});
