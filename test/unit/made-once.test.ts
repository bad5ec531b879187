import { describe, expect, it } from "vitest";
import { retryAfter } from "../../provider/platform/retry.js";
import type { Values } from "../../provider/schema/json.js";
import { argoCdConfig } from "../kinds/argoCdConfig/fixture.js";
import { container } from "../kinds/container/fixture.js";
import { deploymentTrigger } from "../kinds/deploymentTrigger/fixture.js";
import { ids } from "../kinds/shared/ids.js";
import { terraformService } from "../kinds/terraformService/fixture.js";
import { type Answer, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const post = `POST /environment/${ids.environment}/container`;
const list = `GET /environment/${ids.environment}/container`;
const args = { ...container.program, ...container.path };
const create = () => lifecycle("Container", platform.url).create(args);
const posts = () => platform.lines().filter((line) => line === post);

const cutOff: Answer = (_, response) => {
  response.destroy();
  return undefined;
};
const madeNow = (): Values => ({ ...container.response, created_at: new Date().toISOString() });
const holding = (...items: Values[]): Answer => [200, { results: items }];

describe("a create whose response is lost", () => {
  it.each<[string, Answer]>([
    ["the connection breaks", cutOff],
    ["the platform has a fault", [500, {}]],
    ["a proxy gives up", [504, {}]],
  ])("because %s takes what it made", async (_, answer) => {
    platform.on(post, answer);
    platform.on(list, () => [200, { results: [madeNow()] }]);
    expect((await create()).id).toBe(ids.container);
    expect(posts()).toHaveLength(1);
  });

  it("is sent again where nothing was created", async () => {
    platform.on(post, cutOff, [201, container.response]);
    platform.on(list, holding());
    expect((await create()).id).toBe(ids.container);
    expect(posts()).toHaveLength(2);
  });

  it.each<[string, () => Values]>([
    ["was there before", () => container.response],
    ["has no time", () => ({ ...container.response, created_at: null })],
    ["differs", () => ({ ...madeNow(), cpu: 999 })],
  ])("does not take one of the same name that %s", async (_, other) => {
    platform.on(post, cutOff, [409, { detail: "the name is taken" }]);
    platform.on(list, () => [200, { results: [other()] }]);
    const failure = await failureOf(create());
    expect(failure.code).toBe("AP3004");
    expect(failure.message).toContain(ids.container);
  });

  it("that shows up only after the second try is taken all the same", async () => {
    platform.on(post, cutOff, [409, { detail: "the name is taken" }]);
    platform.on(list, holding(), () => [200, { results: [madeNow()] }]);
    expect((await create()).id).toBe(ids.container);
  });

  it("is not sent again where no list can tell: the outcome is not known", async () => {
    platform.on(`POST /environment/${ids.environment}/terraform`, cutOff);
    const failure = await failureOf(
      lifecycle("TerraformService", platform.url).create({
        ...terraformService.program,
        ...terraformService.path,
      }),
    );
    expect(failure.message).toMatch(/TerraformService "network": outcome unknown/);
    expect(platform.lines()).toHaveLength(1);
  });

  it("is not sent again where the list cannot be had", async () => {
    platform.on(post, cutOff);
    platform.on(list, [403, {}]);
    expect((await failureOf(create())).message).toContain("outcome unknown");
    expect(posts()).toHaveLength(1);
  });

  it("is looked for again where the platform fails for a while, as one that starts again does", async () => {
    platform.on(post, cutOff);
    const failing = Array.from({ length: 6 }, (): Answer => [503, {}]);
    platform.on(list, ...failing, () => [200, { results: [madeNow()] }]);
    expect((await create()).id).toBe(ids.container);
    expect(posts()).toHaveLength(1);
  });

  it("is not looked for without end", async () => {
    platform.on(post, cutOff);
    platform.on(list, [503, {}]);
    expect((await failureOf(create())).code).toBe("AP4002");
    expect(posts()).toHaveLength(1);
    expect(platform.lines().length).toBeLessThanOrEqual(1 + 4 * 5);
  });

  it("of a deployment is not sent again where no status can tell", async () => {
    const deploy = `POST /environment/${ids.environment}/service/deploy`;
    platform.on(deploy, cutOff);
    const failure = await failureOf(
      lifecycle("DeploymentTrigger", platform.url).create({
        ...deploymentTrigger.program,
        ...deploymentTrigger.path,
      }),
    );
    expect(failure.message).toContain("outcome unknown");
    expect(platform.lines()).toEqual([deploy]);
  });
});

describe("a request that may be repeated", () => {
  it("is, until the platform has recovered", async () => {
    platform.on(`GET /container/${ids.container}`, [503, {}], cutOff, [200, container.response]);
    const seen = await lifecycle("Container", platform.url).read(ids.container, {});
    expect(seen?.id).toBe(ids.container);
    expect(platform.lines()).toHaveLength(3);
  });

  it("is sent four times at most", async () => {
    platform.on(`GET /container/${ids.container}`, [503, {}]);
    const { read } = lifecycle("Container", platform.url);
    expect((await failureOf(read(ids.container, {}))).code).toBe("AP3008");
    expect(platform.lines()).toHaveLength(4);
  });

  it("is a saved GitOps configuration as well", async () => {
    platform.on(`POST /cluster/${ids.cluster}/argoCdConfig`, cutOff, [200, argoCdConfig.response]);
    const made = await lifecycle("ArgoCdConfig", platform.url).create({
      ...argoCdConfig.program,
      ...argoCdConfig.path,
    });
    expect(made.id).toBe(ids.argoCdConfig);
  });

  it("is a create that was turned away before it was begun", async () => {
    const busy: Answer = (_, response) => {
      response.writeHead(429, { "content-type": "application/json", "retry-after": "0" });
      response.end("{}");
      return undefined;
    };
    platform.on(post, busy, [201, container.response]);
    expect((await create()).id).toBe(ids.container);
    expect(platform.lines()).toEqual([post, post]);
  });

  it.each([400, 401, 403, 404, 409, 413, 422])("is none that was answered with %i", async (status) => {
    platform.on(`PUT /database/${ids.database}`, [status, {}]);
    platform.on(`GET /environment/${ids.environment}/database`, holding());
    const { update } = lifecycle("Database", platform.url);
    await failureOf(
      update(ids.database, { environmentId: ids.environment }, { name: "orders", environmentId: ids.environment }),
    );
    expect(platform.lines().filter((line) => line.startsWith("PUT"))).toHaveLength(1);
  });
});

describe("how long the platform asks to wait", () => {
  const now = Date.parse("2026-03-01T08:00:00Z");
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ["0", 0],
    [" 17 ", 17],
    ["Sun, 01 Mar 2026 08:00:09 GMT", 9],
    ["Sun, 01 Mar 2026 07:00:00 GMT", 0],
    ["soon", undefined],
  ])("is read from %o as %o s", (header, seconds) => {
    expect(retryAfter(header, now)).toBe(seconds);
  });
});
