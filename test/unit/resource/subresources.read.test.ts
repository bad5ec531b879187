/** The advanced settings of what exists: of an export, those that differ from the defaults; of a refresh, those that are given. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { ownSubresources } from "../../../provider/resource/children.js";
import { container, ids } from "../../kinds/fixtures.js";
import type { Call, EndpointSet, Values } from "../../support/provider.js";
import { type Answer, connected, definitionOf, pretendPlatform, requestWith } from "../support/fake-platform.js";

const platform = pretendPlatform();
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

describe("an export", () => {
  it.each<[what: string, own: Answer, usual: Answer, endpoints: EndpointSet, found: Values | undefined]>([
    ["has those that aren't the defaults", [200, { a: 1, b: 2 }], [200, { a: 1, b: 3 }], "extended", { b: 2 }],
    ["has none where all are the defaults", [200, { a: 1 }], [200, { a: 1 }], "extended", undefined],
    ["has none where the platform doesn't return them", missing, [200, { a: 1 }], "extended", undefined],
    ["has none where the platform does not tell the defaults", [200, { a: 1 }], missing, "extended", undefined],
    ["has none where the endpoints do not", [200, { a: 1 }], [200, { a: 2 }], "documented", undefined],
  ])("%s", async (_, own, usual, endpoints, found) => {
    const { here } = begin(own, usual, endpoints);
    const operation = here.client.begin();
    const call = { definition: definitionOf("Container"), platform: here, operation, label: "it" } as unknown as Call;
    expect((await ownSubresources(call, ids.container, container.outputs)).advancedSettings).toEqual(found);
    expect(platform.lines().includes(settings)).toBe(endpoints === "extended");
  });
});

describe("a refresh", () => {
  it.each<[what: string, known: Values | undefined, own: Answer, endpoints: EndpointSet, found: Values | undefined]>([
    ["has those that the program gives", { a: 1 }, [200, { a: 2, b: true }], "extended", { a: 2 }],
    ["lacks those that are gone", { a: 1 }, [200, { b: true }], "extended", undefined],
    ["keeps those that the platform does not tell", { a: 1 }, missing, "extended", { a: 1 }],
    ["keeps those that the endpoints do not tell", { a: 1 }, [200, { a: 2 }], "documented", { a: 1 }],
    ["reads none where none is given", undefined, [200, { a: 2 }], "extended", undefined],
  ])("%s", async (_, known, own, endpoints, found) => {
    const { cycle, request } = begin(own, missing, endpoints);
    const values = { ...container.outputs, ...container.path, ...(known && { advancedSettings: known }) };
    const state = { values, revision: "1" };
    const oldInputs = { name: "web", ...(known && { advancedSettings: known }) };
    const read = await cycle.read({ ...request, id: ids.container, state, oldInputs });
    expect(read?.stored.values.advancedSettings).toEqual(found);
    expect(platform.lines().includes(settings)).toBe(endpoints === "extended" && known !== undefined);
  });

  it("fails where the response isn't an object", async () => {
    const { cycle, request } = begin([200, []], missing, "extended");
    const values = { ...container.outputs, ...container.path, advancedSettings: { a: 1 } };
    const state = { values, revision: "1" };
    const asked = { ...request, id: ids.container, state, oldInputs: { advancedSettings: { a: 1 } } };
    await expect(cycle.read(asked)).rejects.toThrow("the response isn't an object");
  });
});
