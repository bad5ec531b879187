import { beforeEach, describe, expect, it } from "vitest";
import { resourceProviderOf } from "../../../../provider/frontends/dynamic/provider.js";
import { container, ids } from "../../../kinds/fixtures.js";
import { PROVIDER_TEXT as __provider, dynamicDoor, urnOf } from "../../../support/frontend.js";
import type { Values } from "../../../support/provider.js";
import { connected, definitionOf, failureOf, fakePlatform } from "../../support/fake-platform.js";

const platform = fakePlatform();

/** A container with drift of its description, which the documented endpoints can't update. */
function drifted(name = "web") {
  const args: Values = { ...container.program, ...container.path };
  const inputs = { environmentId: args.environmentId, description: args.description, __provider } as Values;
  const outputs = { ...args, __managed: "", __provider };
  const urn = urnOf("Container", name);
  return { urn, id: ids.container, inputs, outputs, program: { ...inputs, name, __declared: urn } };
}

describe("refresh of a dynamic resource with drift", () => {
  beforeEach(() => {
    platform.on(`GET /container/${ids.container}`, [200, { ...container.response, description: "set in the console" }]);
  });
  const started = () => {
    const { platform: here, log } = connected(platform.url);
    return resourceProviderOf(definitionOf("Container"), () => here, { log });
  };
  const engine = () => {
    const provider = started();
    return dynamicDoor(() => provider);
  };

  it("fails with nothing, also if another resource is checked before its diff", async () => {
    const { read, check, diff } = engine();
    const [old, other] = [drifted(), drifted("other")];
    const found = await read(old);
    await check(other.urn, other.program, other.inputs);
    expect(await diff({ ...old, outputs: found?.outputs ?? {} }, old.inputs)).toEqual({});
  });

  it("lets the update fail with AP2001 if the endpoints have none", async () => {
    const { read, check, diff } = engine();
    const old = drifted();
    const found = { ...old, ...(await read(old)) };
    await diff(found, found.inputs);
    await check(old.urn, old.program, found.inputs);
    expect((await failureOf(diff(found, old.inputs))).code).toBe("AP2001");
  });

  it("lets the update fail with AP2001 if the engine doesn't diff after the read", async () => {
    const { read, check, diff } = engine();
    const old = drifted();
    const found = { ...old, ...(await read(old)) };
    await check(old.urn, old.program, found.inputs);
    expect((await failureOf(diff(found, old.inputs))).code).toBe("AP2001");
  });

  describe("in the first read of a process, which isn't intercepted", () => {
    it("fails with nothing", async () => {
      const [provider, old] = [started(), drifted()];
      const found = await provider.read?.(old.id, old.outputs);
      const { diff } = dynamicDoor(() => provider);
      expect(await diff({ ...old, outputs: found?.props as Values }, old.inputs)).toEqual({});
    });

    it("fails with nothing for each of several such reads", async () => {
      const provider = started();
      const all = [drifted(), { ...drifted("other"), id: ids.port }];
      const results = all.map(({ id }) => ({ ...container.response, id, description: "set in the console" }));
      platform.on(`GET /environment/${ids.environment}/container`, [200, { results }]);
      const found: Values[] = [];
      for (const { id, outputs } of all) found.push((await provider.read?.(id, outputs))?.props as Values);
      const { diff } = dynamicDoor(() => provider);
      for (const [index, old] of all.entries())
        expect(await diff({ ...old, outputs: found[index] as Values }, old.inputs)).toEqual({});
    });

    it("refuses a change of the program with AP2001", async () => {
      const [provider, old] = [started(), drifted()];
      const found = await provider.read?.(old.id, old.outputs);
      const { diff } = dynamicDoor(() => provider);
      const changed = diff({ ...old, outputs: found?.props as Values }, { ...old.inputs, description: "new" });
      expect((await failureOf(changed)).code).toBe("AP2001");
    });
  });
});
