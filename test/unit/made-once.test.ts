import { describe, expect, it } from "vitest";
import { retryAfter } from "../../provider/platform/retry.js";
import { container } from "../kinds/container/fixture.js";
import { ids } from "../kinds/shared/ids.js";
import type { Values } from "../provider.js";
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
