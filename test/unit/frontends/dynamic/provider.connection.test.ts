import { describe, expect, it } from "vitest";
import { resourceProviderOf } from "../../../../provider/frontends/dynamic/provider.js";
import { container, ids } from "../../../kinds/fixtures.js";
import { UNKNOWN, type Values } from "../../../support/provider.js";
import { connected, definitionOf, silent } from "../../support/fake-platform.js";

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

const args: Values = { ...container.program, ...container.path };
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

  it("is a change while it is unknown, and isn't looked up", async () => {
    const { requested, provider } = recorded();
    expect((await provider.check?.({}, { ...args, connection: UNKNOWN }))?.failures).toEqual([]);
    const before = { ...state, connection: "staging" };
    const plan = await provider.diff?.(ids.container, before, { ...args, connection: UNKNOWN });
    expect(plan).toEqual({ changes: true, replaces: ["connection"] });
    expect(requested).toEqual(["staging"]);
  });

  it("is reported by check with wrong arguments if it is invalid", async () => {
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
