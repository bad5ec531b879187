import { beforeEach, describe, expect, it } from "vitest";
import { managedIn } from "../../../../provider/engine/hints.js";
import { resourceProviderOf } from "../../../../provider/frontends/dynamic/provider.js";
import { isSecret } from "../../../engine/support/values.js";
import { container, ids } from "../../../kinds/fixtures.js";
import { PROVIDER_TEXT as __provider, dynamicFrontend, plain, urnOf } from "../../../support/frontend.js";
import { UNKNOWN, type Values } from "../../../support/provider.js";
import { connected, definitionOf, failureOf, fakePlatform, silent } from "../../support/fake-platform.js";

const platform = fakePlatform();

const args: Values = { ...container.program, ...container.path };

/** A container with drift of its description, which the documented endpoints can't update. */
function drifted(name = "web") {
  const inputs = { environmentId: args.environmentId, description: args.description, __provider } as Values;
  const outputs = { ...args, __managed: "", __provider };
  const urn = urnOf("Container", name);
  return { urn, id: ids.container, inputs, outputs, program: { ...inputs, name, __declared: urn } };
}

describe("drift (dynamic provider, no update call)", () => {
  beforeEach(() => {
    platform.on(`GET /container/${ids.container}`, [200, { ...container.response, description: "set in the console" }]);
  });
  const started = () => {
    const { platform: here, log } = connected(platform.url);
    return resourceProviderOf(definitionOf("Container"), () => here, { log });
  };
  const engine = () => {
    const provider = started();
    return dynamicFrontend(() => provider);
  };

  it("doesn't fail a refresh if the check of another resource precedes the diff", async () => {
    const { read, check, diff } = engine();
    const [old, other] = [drifted(), drifted("other")];
    const found = await read(old);
    await check(other.urn, other.program, other.inputs);
    expect(await diff({ ...old, outputs: found?.outputs ?? {} }, old.inputs)).toEqual({});
  });

  it.each(["with", "without"])("makes the update fail with AP2001, %s a diff directly after the read", async (word) => {
    const { read, check, diff } = engine();
    const old = drifted();
    const found = { ...old, ...(await read(old)) };
    if (word === "with") await diff(found, found.inputs);
    await check(old.urn, old.program, found.inputs);
    expect((await failureOf(diff(found, old.inputs))).code).toBe("AP2001");
  });

  describe("in a process whose first calls are reads", () => {
    it("doesn't fail the diffs after the reads of several resources", async () => {
      const provider = started();
      const all = [drifted(), { ...drifted("other"), id: ids.port }];
      const results = all.map(({ id }) => ({ ...container.response, id, description: "set in the console" }));
      platform.on(`GET /environment/${ids.environment}/container`, [200, { results }]);
      const found: Values[] = [];
      for (const { id, outputs } of all) found.push((await provider.read?.(id, outputs))?.props as Values);
      const { diff } = dynamicFrontend(() => provider);
      for (const [index, old] of all.entries())
        expect(await diff({ ...old, outputs: found[index] as Values }, old.inputs)).toEqual({});
    });

    it("makes a change by the program fail with AP2001", async () => {
      const [provider, old] = [started(), drifted()];
      const found = await provider.read?.(old.id, old.outputs);
      const { diff } = dynamicFrontend(() => provider);
      const changed = diff({ ...old, outputs: found?.props as Values }, { ...old.inputs, description: "new" });
      expect((await failureOf(changed)).code).toBe("AP2001");
    });
  });
});

it("dynamic provider: check and read note the state of the stack before the run deletes anything, a delete doesn't", async () => {
  const noted: (string | undefined)[] = [];
  const noteStart = async (urn: string | undefined) => {
    noted.push(urn);
    return [];
  };
  const { platform: here, log } = connected(platform.url);
  const provider = resourceProviderOf(definitionOf("Container"), () => here, { log, noteStart });
  const { check, read } = dynamicFrontend(() => provider);
  const old = drifted();
  platform.on(`GET /container/${ids.container}`, [200, container.response]);
  await provider.delete?.(old.id, old.outputs);
  expect(noted).toEqual([]);
  await check(old.urn, old.program, old.inputs);
  expect(noted).toEqual([old.urn]);
  await read(old);
  expect(noted).toEqual([old.urn, old.urn]);
});

/** A provider of containers, and the connections that it requested. */
function recorded() {
  const requested: (string | undefined)[] = [];
  const connect = (connection: string | undefined) => {
    requested.push(connection);
    if (connection === UNKNOWN) throw new Error("there is no such connection");
    return connected("http://127.0.0.1:9", { endpoints: "documented" }).platform;
  };
  return { requested, provider: resourceProviderOf(definitionOf("Container"), connect, { log: silent }) };
}

const state: Values = container.outputs;

describe("connection of a resource", () => {
  it.each<[title: string, verb: (provider: ReturnType<typeof recorded>["provider"], values: Values) => unknown]>([
    ["check", (provider, values) => provider.check?.({}, { ...args, ...values })],
    ["diff", (provider, values) => provider.diff?.(ids.container, { ...state, ...values }, { ...args, ...values })],
    ["delete", (provider, values) => provider.delete?.(ids.container, { ...state, ...values })],
  ])("is used by %s", async (_, verb) => {
    for (const connection of ["staging", undefined]) {
      const { requested, provider } = recorded();
      await verb(provider, connection === undefined ? {} : { connection });
      expect(requested.length).toBeGreaterThan(0);
      expect(requested.every((each) => each === connection)).toBe(true);
    }
  });

  it("counts as changed while its value is unknown, and isn't looked up", async () => {
    const { requested, provider } = recorded();
    expect((await provider.check?.({}, { ...args, connection: UNKNOWN }))?.failures).toEqual([]);
    const before = { ...state, connection: "staging" };
    const plan = await provider.diff?.(ids.container, before, { ...args, connection: UNKNOWN });
    expect(plan).toEqual({ changes: true, replaces: ["connection"] });
    expect(requested).toEqual(["staging"]);
  });

  it("is reported by check together with invalid arguments if it doesn't exist", async () => {
    const fail = () => {
      throw new Error("AP1001: no such connection");
    };
    const provider = resourceProviderOf(definitionOf("Container"), fail, { log: silent });
    const result = await provider.check?.({}, { ...args, connection: "typo", cpu: "much" });
    const reasons = result?.failures?.map(({ reason }) => reason);
    expect(reasons).toEqual([
      "AP1001: no such connection",
      expect.stringContaining('cpu must be an integer from 1 to 32000; got "much"'),
    ]);
  });
});

describe("dynamic provider: two resources with equal arguments", () => {
  it("encrypts in each only what the check of its own URN marks as secret", async () => {
    platform.on(`POST /environment/${ids.environment}/container`, [201, container.response]);
    const { platform: here, log } = connected(platform.url);
    const provider = resourceProviderOf(definitionOf("Container"), () => here, { log });
    const { check, create } = dynamicFrontend(() => provider);
    const [marking, other] = ["marking", "other"].map((name) => urnOf("Container", name)) as [string, string];
    const its = (urn: string) => ({ ...args, __provider, __declared: urn });
    const { inputs } = await check(marking, { ...its(marking), __secrets: "description" });
    await check(other, its(other));
    const made = [await create(marking, plain(inputs)), await create(other, plain(inputs))];
    expect(made.map(({ outputs }) => isSecret(outputs.description))).toEqual([true, false]);
    expect(made.map(({ outputs }) => managedIn(outputs.__managed).secrets)).toEqual([["description"], []]);
  });
});
