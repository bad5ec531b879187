/** What only the native provider receives: whether it is a preview, a deadline, and the end of a call. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import type { EngineRequest } from "../../../provider/engine/request.js";
import { InterruptedError } from "../../../provider/errors/resource.js";
import { container, ids } from "../../kinds/fixtures.js";
import { quickClock } from "../../support/fake-clock.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { connected, definitionOf, failureOf, fakePlatform, requestWith } from "../support/fake-platform.js";

const platform = fakePlatform();
const definition = definitionOf("Container");
const args: Values = { ...container.program, ...container.path };
const state: Values = { ...args, id: ids.container };
const stored = { values: state, revision: "9f2c51d07a3be864" };

/** The lifecycle of containers, and what all requests to it say. */
function opened(limits: Pick<EngineRequest, "seconds" | "signal"> = {}) {
  const { platform: own, log, warnings } = connected(platform.url, { endpoints: "extended", clock: quickClock });
  const request = requestWith({ log, ...limits });
  return { handlers: handlersOf(definition, () => own), request, warnings };
}

it("preview of a create or an update sends nothing and returns the arguments", async () => {
  const { handlers, request } = opened();
  const created = await handlers.create({ ...request, inputs: args, isPreview: true });
  expect(created).toMatchObject({ id: "", stored: { values: { ...args, createdAt: UNKNOWN }, revision: UNKNOWN } });
  const news = { ...args, cpu: 750 };
  const changes = { ...request, id: ids.container, inputs: news, oldInputs: args, state: stored, isPreview: true };
  expect(await handlers.update(changes)).toMatchObject({ stored: { values: news, revision: UNKNOWN } });
  expect(platform.lines()).toEqual([]);
});

it("User-Agent ends with project and stack of the resource if requests aren't logged", async () => {
  platform.on(`GET /container/${ids.container}`, [200, { ...container.response, id: ids.container }]);
  const { platform: own, log } = connected(platform.url, { endpoints: "extended", userAgent: "provider/1.0.0 (up)" });
  const handlers = handlersOf(definition, () => own);
  const urn = "urn:pulumi:dev::shop::app-platform:index:Container::web";
  await handlers.read({ ...requestWith({ log }), urn, id: ids.container, state: stored, oldInputs: args });
  expect(platform.arrived[0]?.headers["user-agent"]).toBe("provider/1.0.0 (up; shop/dev)");
});

describe("limits of a call (customTimeouts, cancellation)", () => {
  it("end a request without a response in time (AP3102), and prevent further requests", async () => {
    const read = `GET /container/${ids.container}`;
    platform.on(read, () => undefined);
    const { handlers, request } = opened({ seconds: 0.2 });
    const requested = { ...request, id: ids.container, state: stored, oldInputs: args };
    expect((await failureOf(handlers.read(requested))).code).toMatch(/^AP310[12]$/);
    expect((await failureOf(handlers.delete({ ...requested, seconds: 0 }))).code).toBe("AP3102");
    expect(platform.lines().filter((line) => line !== read)).toEqual([]);
  });

  it("let a create with a lost response look up its result after an abort", async () => {
    const controller = new AbortController();
    const list = `GET /environment/${ids.environment}/container`;
    const found = { ...container.response, created_at: new Date().toISOString() };
    platform.on(`POST /environment/${ids.environment}/container`, (_, response) => {
      controller.abort(new InterruptedError("enough"));
      response.destroy();
      return undefined;
    });
    platform.on(list, [200, { results: [found] }]);
    const { handlers, request } = opened({ signal: controller.signal });
    // The response is lost: the list tells whether the create succeeded.
    const created = await handlers.create({ ...request, inputs: args });
    expect(created.id).toBe(ids.container);
  });

  it("end the wait for a deletion at once with the reason of the abort", async () => {
    const controller = new AbortController();
    const read = `GET /container/${ids.container}`;
    platform.on(`DELETE /container/${ids.container}`, [204]);
    platform.on(read, () => {
      if (platform.lines().filter((line) => line === read).length === 2)
        controller.abort(new InterruptedError("enough"));
      return [200, { id: ids.container, environment: { id: ids.environment } }];
    });
    const { handlers, request } = opened({ signal: controller.signal });
    const failure = await failureOf(handlers.delete({ ...request, id: ids.container, state: stored }));
    expect(failure.message).toContain("enough");
  });
});

it("diff warns in the caller's log, not in the platform's", async () => {
  const { handlers, request, warnings } = opened();
  const own: string[] = [];
  const log = { warn: (text: string) => void own.push(text), info: () => undefined };
  const changed = { ...args, cloneFrom: ids.job };
  await handlers.diff({ ...request, log, id: ids.container, inputs: changed, oldInputs: args, state: stored });
  expect(own).toEqual([expect.stringContaining("`cloneFrom` is used only at creation")]);
  expect(warnings).toEqual([]);
});
