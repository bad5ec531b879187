import { describe, expect, it } from "vitest";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import type { StackResource } from "../../support/provider.js";

describe("newOwners", () => {
  const urn = (name: string, stack = "dev") => `urn:pulumi:${stack}::shop::app-platform:index:Job::${name}`;
  const resource = (name: string, id: string): StackResource => ({ urn: urn(name), kind: "Job", id, values: {} });
  const isOne = ({ id }: StackResource) => id === "1";

  it("returns pending creates of a killed run from pendingCreates alone", async () => {
    const pending = { ...resource("a", ""), values: { name: "web" }, awaits: "creation" as const };
    const owners = newOwners(async (_, __, moment) => (moment === "at the start" ? [pending] : []));
    expect(await owners.pendingCreates(urn("a"))).toEqual([{ name: "web" }]);
    expect(await owners.pendingCreates(urn("b"))).toEqual([]);
    const unread = newOwners(async () => Promise.reject(new Error("no state")));
    expect(await unread.pendingCreates(urn("a"))).toEqual([]);
    const now = newOwners(async () => [pending]);
    expect(await now.matching(urn("a"), () => true)).toEqual([]);
    expect(await now.replaced(urn("a"))).toEqual([]);
  });

  it("reads the state once per stack for parallel callers", async () => {
    let reads = 0;
    const owners = newOwners(async (stack) => {
      reads += 1;
      return stack?.name === "dev" ? [resource("a", "1"), resource("b", "1"), resource("c", "2")] : [];
    });
    const found = await Promise.all(["a", "b", "a"].map((name) => owners.allOwners(urn(name), isOne)));
    expect(found.map((each) => each.map(({ urn: of }) => of))).toEqual(Array(3).fill([urn("a"), urn("b")]));
    expect(await owners.matching(urn("a", "test"), isOne)).toEqual([]);
    expect(reads).toBe(2);
  });

  it("reads the state again if it lacks the resource", async () => {
    const states = [[resource("a", "1")], [resource("a", "1"), resource("b", "1")]];
    const owners = newOwners(async () => states.shift() ?? []);
    await owners.allOwners(urn("a"), isOne);
    expect(await owners.allOwners(urn("b"), isOne)).toHaveLength(2);
  });

  it("fails if the state can't be read, and reads it again for the next caller", async () => {
    const reads = [Promise.reject(new Error("no stack selected")), Promise.resolve([resource("a", "1")])];
    const owners = newOwners(() => reads.shift() as Promise<StackResource[]>);
    const both = await Promise.allSettled([1, 2].map(() => owners.allOwners(urn("a"), isOne)));
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await owners.allOwners(urn("a"), isOne)).toHaveLength(1);
  });

  it("throws from allOwners for a resource without a URN, but not from matching and droppedWith", async () => {
    const owners = newOwners(async () => [resource("a", "1")]);
    await expect(owners.allOwners(undefined, isOne)).rejects.toThrow("doesn't have this resource");
    expect(await owners.matching(undefined, isOne)).toHaveLength(1);
    expect(await owners.droppedWith(undefined)).toEqual([]);
  });

  describe("droppedWith", () => {
    const web = resource("web", "1");
    const api = { ...resource("api", "2"), deletedWith: web.urn };
    const states = (start: StackResource[], now: StackResource[]) =>
      newOwners(async (_stack, _isRight, moment) => (moment === "now" ? now : start));
    const dropped = async (start: StackResource[], now: StackResource[] = [web], of = web.urn) =>
      (await states(start, now).droppedWith(of)).map((each) => each.urn);

    it("returns resources that have left the state since the start, but not renamed ones", async () => {
      expect(await dropped([web, api])).toEqual([api.urn]);
      expect(await dropped([web, api], [web, { ...api, urn: urn("renamed") }])).toEqual([]);
      expect(await dropped([web, api], [web, { ...api, awaits: "replacement" }])).toEqual([api.urn]);
    });

    it("excludes resources with another `deletedWith`, `retainOnDelete` or explicit provider", async () => {
      expect(await dropped([web, api, resource("other", "3")], [web], urn("other"))).toEqual([]);
      expect(await dropped([web, { ...api, keeps: "retainOnDelete" }])).toEqual([]);
      expect(await dropped([web, { ...api, provider: { name: "team", address: "https://team.example" } }])).toEqual([]);
    });

    it("returns resources whose `deletedWith` is a component only once: in the first delete", async () => {
      const component = "urn:pulumi:dev::shop::acme:index:Shop::shop";
      const owners = states([web, { ...api, deletedWith: component }], [web]);
      const found = await Promise.all([owners.droppedWith(web.urn), owners.droppedWith(urn("other"))]);
      expect(found.flat().map((each) => each.urn)).toEqual([api.urn]);
    });

    it("returns none if the state at the start is unknown", async () => {
      const owners = newOwners(async (_stack, _isRight, moment) => {
        if (moment !== "now") throw new Error("too late");
        return [web, api];
      });
      expect(await owners.droppedWith(web.urn)).toEqual([]);
    });
  });
});
