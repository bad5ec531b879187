/** What a door can fill in that dynamic providers are never told: whether it is a preview, a deadline, and the end of a call. */
import { describe, expect, it } from "vitest";
import { InterruptedError } from "../../provider/errors/resource.js";
import { lifecycleOf } from "../../provider/lifecycle/lifecycle.js";
import type { ResourceRequest } from "../../provider/lifecycle/requests.js";
import { container, ids } from "../kinds/fixtures.js";
import { UNKNOWN, type Values } from "../provider.js";
import { quickClock } from "../steady-clock.js";
import { connected, definitionOf, failureOf, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();
const definition = definitionOf("Container");
const args: Values = { ...container.program, ...container.path };
const state: Values = { ...args, id: ids.container };
const stored = { values: state, revision: "9f2c51d07a3be864" };

/** The lifecycle of containers, and what all requests to it say. */
function opened(limits: Pick<ResourceRequest, "seconds" | "signal"> = {}) {
  const { platform: own, log, warnings } = connected(platform.url, { endpoints: "extended", clock: quickClock });
  const request: ResourceRequest = { log, urn: undefined, secrets: [], resourceName: undefined, ...limits };
  return { lifecycle: lifecycleOf(definition, () => own), request, warnings };
}

it("a preview sends nothing, and knows the arguments alone", async () => {
  const { lifecycle, request } = opened();
  const created = await lifecycle.create({ ...request, args, isPreview: true });
  expect(created).toEqual({ id: "", stored: { values: args, revision: UNKNOWN } });
  const news = { ...args, cpu: 750 };
  const changes = { ...request, id: ids.container, args: news, oldInputs: args, stored, isPreview: true };
  expect(await lifecycle.update(changes)).toMatchObject({ values: news, revision: UNKNOWN });
  expect(platform.lines()).toEqual([]);
});

describe("the limits of a call", () => {
  it("end a request that the platform does not answer in time, and let nothing begin after it", async () => {
    const read = `GET /container/${ids.container}`;
    platform.on(read, () => undefined);
    const { lifecycle, request } = opened({ seconds: 0.2 });
    const asked = { ...request, id: ids.container, stored, isLookup: false, oldInputs: args };
    expect((await failureOf(lifecycle.read(asked))).code).toMatch(/^AP310[12]$/);
    expect((await failureOf(lifecycle.delete({ ...asked, seconds: 0 }))).code).toBe("AP3102");
    expect(platform.lines().filter((line) => line !== read)).toEqual([]);
  });

  it("let a request that is under way end, and those that belong to it, though nobody wants to wait any more", async () => {
    const controller = new AbortController();
    const list = `GET /environment/${ids.environment}/container`;
    const found = { ...container.response, created_at: new Date().toISOString() };
    platform.on(`POST /environment/${ids.environment}/container`, (_, response) => {
      controller.abort(new InterruptedError("enough"));
      response.destroy();
      return undefined;
    });
    platform.on(list, [200, { results: [found] }]);
    const { lifecycle, request } = opened({ signal: controller.signal });
    // The response is lost: the list tells whether the create succeeded.
    const created = await lifecycle.create({ ...request, args });
    expect(created.id).toBe(ids.container);
  });

  it("end the waiting for a deletion as soon as nobody wants to wait for it, with the reason", async () => {
    const controller = new AbortController();
    const read = `GET /container/${ids.container}`;
    platform.on(`DELETE /container/${ids.container}`, [204]);
    platform.on(read, () => {
      if (platform.lines().filter((line) => line === read).length === 2)
        controller.abort(new InterruptedError("enough"));
      return [200, { id: ids.container, environment: { id: ids.environment } }];
    });
    const { lifecycle, request } = opened({ signal: controller.signal });
    expect((await failureOf(lifecycle.delete({ ...request, id: ids.container, stored }))).message).toContain("enough");
  });
});

it("a message goes to whoever asks, though all use the same platform", async () => {
  const { lifecycle, request, warnings } = opened();
  const own: string[] = [];
  const log = { warn: (text: string) => void own.push(text), info: () => undefined };
  const changed = { ...args, cloneFrom: ids.job };
  await lifecycle.plan({ ...request, log, id: ids.container, args: changed, oldInputs: args, stored });
  expect(own).toEqual([expect.stringContaining("`cloneFrom` is used only at creation")]);
  expect(warnings).toEqual([]);
});
