import { beforeEach, describe, expect, it } from "vitest";
import { newHolders } from "../../provider/claims/holders.js";
import { DECLARED } from "../../provider/dynamic/properties.js";
import { container, ids } from "../kinds/fixtures.js";
import type { StackResource, Values } from "../provider.js";
import { type Circumstances, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const id = "1111111a-1111-4111-8111-111111111111";
const cluster = "22222222-2222-4222-8222-222222222222";
const environmentId = "33333333-3333-4333-8333-333333333333";

const platform = pretendPlatform();
beforeEach(() => {
  platform.on(`GET /environment/${environmentId}/container`, [200, { results: [] }]);
});

const urnOf = (kind: string, name: string) =>
  `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:${kind}::${name}`;
const held = (name: string, kind: string, values: Values, its = id): StackResource => ({
  ...{ urn: urnOf(kind, name), kind, id: its, values },
});
const by = (...resources: StackResource[]) => newHolders(async () => resources);
/** The deletion of the resource "a" of a kind, with these holders. */
const removed = (kind: string, holders: Circumstances["holders"] & object, its: string, values: Values) =>
  lifecycle(kind, platform.url, { endpoints: "extended", holders }).delete(its, values, urnOf(kind, "a"));
const deletes = () => platform.lines().filter((line) => line.startsWith("DELETE"));

describe("deleting what the stack's state has", () => {
  const state = { environmentId, name: "web" };

  it("twice in the same place leaves it too, where the place is what identifies it, also if the state encrypts it", async () => {
    const place = { clusterId: cluster };
    const encrypted = { clusterId: { "4dabf18193072939515e22adb298388d": "secret", ciphertext: "…" } };
    for (const other of [place, encrypted]) {
      const holders = by(held("a", "ArgoCdConfig", place, cluster), held("b", "ArgoCdConfig", other, cluster));
      await removed("ArgoCdConfig", holders, cluster, place);
    }
    expect(deletes()).toEqual([]);
  });

  it("under another connection leaves it too, wherever that leads, and in whatever letter case the IDs are", async () => {
    const other = held("b", "Container", { ...state, connection: "other" }, id.toUpperCase());
    await removed("Container", by(held("a", "Container", state), other), id, state);
    expect(deletes()).toEqual([]);
  });

  it("cannot be known is refused with the reason and the ways out", async () => {
    platform.on(`GET /container/${id}`, [200, { id, name: "web", environment: { id: environmentId } }]);
    const holders = newHolders(async () => {
      throw new Error("no stack selected");
    });
    const error = await failureOf(removed("Container", holders, id, state));
    expect(error).toMatchObject({ code: "AP2009", message: expect.stringContaining("- no stack selected") });
    expect(error.message).toContain("pulumi state delete");
    expect(deletes()).toEqual([]);
  });

  it("cannot be known succeeds where it is gone from the platform", async () => {
    await removed("Container", by(), id, state);
    expect(deletes()).toEqual([]);
  });
});

it("a resource that is replaced with `--replace` never adopts its own predecessor", async () => {
  const args = { ...container.program, ...container.path, adoptId: ids.container };
  platform.on(`GET /container/${ids.container}`, [200, container.response]);
  const web = held("web", "Container", container.outputs, ids.container);
  const cycle = lifecycle("Container", platform.url, { endpoints: "extended", holders: by(web) });
  const [reason] = await cycle.check({ ...args, [DECLARED]: web.urn });
  expect(reason).toContain("it already manages that resource, and a replacement creates a new one");
  expect(reason).toContain("run `pulumi up` without `--replace`");
});

describe("a deletion that the platform has accepted", () => {
  const [one, list] = [`GET /container/${id}`, `GET /environment/${environmentId}/container`];
  const there = { id, name: "web", environment: { id: environmentId } };
  const state = { environmentId, name: "web", timeoutSeconds: 60 };
  const ends = async (answers: Parameters<typeof platform.on>[1][], more: Values = {}) => {
    platform.on(`DELETE /container/${id}`, [204]).on(one, ...answers);
    return removed("Container", by(held("a", "Container", state)), id, { ...state, ...more }).then(
      () => undefined,
      (error: Error) => error.message,
    );
  };

  it("is complete once the resource can't be read", async () => {
    expect(await ends([[200, there], [200, there], [404]])).toBeUndefined();
    expect(platform.lines().filter((line) => line === one)).toHaveLength(3);
  });

  it("is complete once a list lacks the resource, if the token may not read it", async () => {
    platform.on(list, [200, { results: [there] }], [200, { results: [there] }], [200, { results: [] }]);
    expect(await ends([[403]])).toBeUndefined();
    expect(platform.lines()).toContain(list);
  });

  it("isn't looked for otherwise if the platform fails for good", async () => {
    expect(await ends([[401]])).toMatch(/^AP300\d: Reading Container "web" failed/);
  });

  it("has failed if the platform says so for longer than a status may be outdated", async () => {
    const failed = { ...there, status: "DELETE_ERROR", state: "DELETE_ERROR" };
    const text = await ends([[200, failed]], { status: "DELETE_ERROR" });
    expect(text).toMatch(/^AP5003: /);
  });
});

it("a delete that finds nothing fails with the reason why it can't be seen to be gone", async () => {
  platform.on(`DELETE /container/${id}`, [404]).on(`GET /container/${id}`, [503]);
  const holders = by(held("a", "Container", { environmentId, name: "web" }));
  const failure = await failureOf(removed("Container", holders, id, { environmentId, name: "web" }));
  expect(failure.message).toMatch(/^AP300\d: Reading Container "web" failed/);
});
