import { beforeEach, describe, expect, it } from "vitest";
import { newRefreshes } from "../../provider/dynamic/interception.js";
import { managed } from "../door.js";
import { container, ids } from "../kinds/fixtures.js";
import type { Values } from "../provider.js";
import { failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const refresh = (id: string, cpu: number) => ({ id, before: { cpu: 1 }, outputs: { cpu, id }, inputs: { cpu } });

describe("the reads of a refresh", () => {
  it("are known by what they returned, once", () => {
    const { read, take } = newRefreshes();
    read(refresh("a", 2));
    expect(take("a", { cpu: 3, id: "a" })).toBeUndefined();
    expect(take("b", { cpu: 2, id: "a" })).toBeUndefined();
    expect(take("a", { id: "a", cpu: 2 })).toMatchObject({ before: { cpu: 1 } });
    expect(take("a", { id: "a", cpu: 2 })).toBeUndefined();
  });

  it("are over when the inputs that they returned are checked, and only those", () => {
    const { read, checked, take } = newRefreshes();
    read(refresh("a", 2));
    read(refresh("b", 3));
    checked({ cpu: 3 });
    expect(take("b", { cpu: 3, id: "b" })).toBeUndefined();
    expect(take("a", { cpu: 2, id: "a" })).toMatchObject({ before: { cpu: 1 } });
  });
});

describe("a refresh that meets drift", () => {
  const args: Values = { ...container.program, ...container.path };
  const drifted = { ...container.response, description: "set in the console" };
  const platform = pretendPlatform();
  beforeEach(() => void platform.on(`GET /container/${ids.container}`, [200, drifted]));
  const inputs = { environmentId: args.environmentId, description: args.description } as Values;
  const state = managed(args, inputs);

  it("refuses nothing, also when another resource of the kind is checked meanwhile", async () => {
    const cycle = lifecycle("Container", platform.url);
    const read = await cycle.read(ids.container, state);
    await cycle.check({ ...args, name: "other" }, { environmentId: ids.environment });
    expect(await cycle.diff(ids.container, read?.outputs as Values, inputs)).toEqual({});
  });

  it("leaves the update that follows to be refused where the endpoints have none", async () => {
    const cycle = lifecycle("Container", platform.url);
    const read = await cycle.read(ids.container, state);
    await cycle.check(args, read?.inputs as Values);
    expect((await failureOf(cycle.diff(ids.container, read?.outputs as Values, inputs))).code).toBe("AP2001");
  });
});
