/** The advanced settings of what exists: of an export, those that differ from the defaults; of a refresh, those that are given. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { ownSubresources } from "../../../provider/resource/children.js";
import { container, ids } from "../../kinds/fixtures.js";
import type { Call, EndpointSet, Values } from "../../support/provider.js";
import { type Answer, connected, definitionOf, fakePlatform, requestWith } from "../support/fake-platform.js";

const platform = fakePlatform();
const one = `GET /container/${ids.container}`;
const settings = `${one}/advancedSettings`;
const defaults = "GET /defaultContainerAdvancedSettings";
const missing: Answer = [404, {}];

function begin(own: Answer, usual: Answer, endpoints: EndpointSet) {
  platform.on(one, [200, container.response]).on(settings, own).on(defaults, usual);
  platform.on(`GET /environment/${ids.environment}/container`, [200, { results: [container.response] }]);
  platform.on(`GET /variable?parent_id=${ids.container}&scope=CONTAINER`, [200, { results: [] }]);
  const { platform: here, log } = connected(platform.url, { endpoints });
  return {
    here,
    cycle: handlersOf(definitionOf("Container"), () => here),
    request: requestWith({ log }),
  };
}

describe("export of advancedSettings", () => {
  it.each<[what: string, own: Answer, usual: Answer, endpoints: EndpointSet, found: Values | undefined]>([
    ["returns settings other than the defaults", [200, { a: 1, b: 2 }], [200, { a: 1, b: 3 }], "extended", { b: 2 }],
    ["returns none if all are the defaults", [200, { a: 1 }], [200, { a: 1 }], "extended", undefined],
    ["returns none if the platform lacks the call", missing, [200, { a: 1 }], "extended", undefined],
    ["returns none if the platform lacks the defaults", [200, { a: 1 }], missing, "extended", undefined],
    ["returns none with documented endpoints", [200, { a: 1 }], [200, { a: 2 }], "documented", undefined],
  ])("%s", async (_, own, usual, endpoints, found) => {
    const { here } = begin(own, usual, endpoints);
    const operation = here.client.begin();
    const call = { definition: definitionOf("Container"), platform: here, operation, label: "it" } as unknown as Call;
    expect((await ownSubresources(call, ids.container, container.outputs)).advancedSettings).toEqual(found);
    expect(platform.lines().includes(settings)).toBe(endpoints === "extended");
  });
});

describe("refresh of advancedSettings", () => {
  it.each<[what: string, known: Values | undefined, own: Answer, endpoints: EndpointSet, found: Values | undefined]>([
    ["returns settings that the program sets", { a: 1 }, [200, { a: 2, b: true }], "extended", { a: 2 }],
    ["returns none if the platform no longer has them", { a: 1 }, [200, { b: true }], "extended", undefined],
    ["keeps the state if the platform lacks the call", { a: 1 }, missing, "extended", { a: 1 }],
    ["keeps the state with documented endpoints", { a: 1 }, [200, { a: 2 }], "documented", { a: 1 }],
    ["reads none if the program sets none", undefined, [200, { a: 2 }], "extended", undefined],
  ])("%s", async (_, known, own, endpoints, found) => {
    const { cycle, request } = begin(own, missing, endpoints);
    const values = { ...container.outputs, ...container.path, ...(known && { advancedSettings: known }) };
    const state = { values, revision: "1" };
    const oldInputs = { name: "web", ...(known && { advancedSettings: known }) };
    const read = await cycle.read({ ...request, id: ids.container, state, oldInputs });
    expect(read?.stored.values.advancedSettings).toEqual(found);
    expect(platform.lines().includes(settings)).toBe(endpoints === "extended" && known !== undefined);
  });

  it("fails if the response isn't an object", async () => {
    const { cycle, request } = begin([200, []], missing, "extended");
    const values = { ...container.outputs, ...container.path, advancedSettings: { a: 1 } };
    const state = { values, revision: "1" };
    const requested = { ...request, id: ids.container, state, oldInputs: { advancedSettings: { a: 1 } } };
    await expect(cycle.read(requested)).rejects.toThrow("the response isn't an object");
  });
});
