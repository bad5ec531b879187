/** A body within the size limit costs the platform little, whatever it contains. */
import { expect, it } from "vitest";
import { type Body, bodies } from "../support/bodies.js";
import { opened } from "../support/opened.js";

const { platform, send, inEnvironment } = opened();

const post = (path: string, body: unknown) => send("POST", inEnvironment(path), body);
const times = <T>(count: number, value: T): T[] => new Array<T>(count).fill(value);
const deep = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : [deep(levels - 1, inner)]);

it.each<[string, string, Body, string, string]>([
  ["260,000 empty ports", "container", { ports: times(260_000, {}) }, "ports", "at most 10000 items; it has 260000"],
  [
    "several lists with more than 10,000 items together",
    "container",
    { ports: times(6_000, {}), storage: times(6_000, {}) },
    "ports",
    "the lists of a request may have 10000 altogether",
  ],
  ["a nested list", "container", { a: { b: deep(50, times(10_001, 0)) } }, `a.b${"[0]".repeat(50)}`, "at most"],
])("large body gets 400 with one violation, for its number of items: %s", async (_what, path, body, field, message) => {
  const { status, body: error } = await post(path, body);
  expect([status, error.violations]).toEqual([400, [{ field, message: expect.stringContaining(message) }]]);
});

it("large body gets one violation for a map with more than 10,000 members", async () => {
  const arguments_ = Object.fromEntries(times(10_001, 0).map((_, index) => [`k${index}`, 1]));
  const body = { ...bodies.terraform.minimal(platform.ids), action_extra_arguments: arguments_ };
  expect((await post("terraform", body)).body.violations).toEqual([
    { field: "action_extra_arguments", message: "must have at most 10000 members; it has 10001" },
  ]);
});

it("large body with thousands of invalid items gets 100 violations and the number of the others", async () => {
  const { body } = await post("container", { ...bodies.container.minimal(platform.ids), ports: times(10_000, {}) });
  expect(body.violations).toHaveLength(100);
  expect(body.detail).toMatch(/; and 19995 more\.$/);
  expect(JSON.stringify(body).length).toBeLessThan(10_000);
});

it("large body with the maximum number of items is accepted", async () => {
  const body = { ...bodies.container.minimal(platform.ids), arguments: times(10_000, "a") };
  expect((await post("container", body)).status).toBe(201);
});
