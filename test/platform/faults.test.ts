import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Body, bodies } from "./bodies.js";
import { type PlatformProcess, startPlatformProcess } from "./platform-process.js";

let platform: PlatformProcess;
let path: string;
beforeAll(async () => {
  platform = await startPlatformProcess();
  path = `/environment/${platform.ids.environment}/database`;
});
afterAll(async () => {
  expect(await platform.stop()).toBe(0);
});
beforeEach(async () => {
  await platform.request("POST", "/_local/reset");
});

const rule = (body: Body) => platform.request("PUT", "/_local/faults", { body: { rules: [body] } });

/** What a client sees of a create request: a status with its text, or the kind of failure. */
async function attempt(name = "db", patience = 120_000) {
  try {
    const response = await fetch(platform.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { authorization: `Bearer ${platform.tokens.editor}`, "content-type": "application/json" },
      body: JSON.stringify({ ...bodies.database.minimal(platform.ids), name }),
      signal: AbortSignal.timeout(patience),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { name: kind, cause } = error as Error & { cause?: { code?: string } };
    return { failure: cause?.code ?? kind };
  }
}

const exists = async () => (await platform.request("GET", path)).body.results.length === 1;
const problem = (status: number) => ({ status, text: expect.stringContaining(`"status":${status}`) });

const seen: [fault: string, outcome: Body][] = [
  ["reset-unread", { failure: "ECONNRESET" }],
  ["reset", { failure: "ECONNRESET" }],
  ["no-answer", { failure: "TimeoutError" }],
  ["dribbled-headers", { failure: "TimeoutError" }],
  ["endless-dribble", { failure: "TimeoutError" }],
  ["cut-with-length", { failure: "UND_ERR_SOCKET" }],
  ["cut-without-length", { status: 201, text: expect.stringMatching(/^\{[^}]*$/) }],
  ["invalid-json", { status: 201, text: expect.stringMatching(/,$/) }],
  ["empty-body", { status: 201, text: "" }],
  ["html-200", { status: 200, text: expect.stringMatching(/^<!DOCTYPE html>/) }],
  ["broken-gzip", { failure: "Z_DATA_ERROR" }],
  ["400", { status: 400, text: expect.stringContaining('"violations":[{') }],
  ...[401, 403, 404, 408, 409, 413, 422, 500, 502, 504].map((status): [string, Body] => [`${status}`, problem(status)]),
  ["429-seconds", problem(429)],
  ["429-date", problem(429)],
  ["429-bare", problem(429)],
  ["503-retry-after", problem(503)],
  ["502-html", { status: 502, text: expect.stringMatching(/^<!DOCTYPE html>/) }],
  ["307", { status: 307, text: "" }],
  ["text-plain", { status: 500, text: expect.stringMatching(/^upstream/) }],
];

describe.each(["before", "after"])("%s the commit", (when) => {
  it.each(seen)("a client sees the fault %s", async (fault, outcome) => {
    expect((await rule({ when, fault, match: { method: "POST" }, times: 1 })).status).toBe(200);
    expect(await attempt("db", outcome.failure === "TimeoutError" ? 300 : undefined)).toMatchObject(outcome);
    expect(await exists()).toBe(when === "after");
  });
});

it("sends 64 MiB instead of a response", async () => {
  await rule({ fault: "64-mib", when: "after" });
  expect((await attempt()).text?.length).toBeGreaterThan(64 * 1024 * 1024);
});

it.each([
  ["429-seconds", /^7$/],
  ["429-date", /GMT$/],
  ["429-bare", /^null$/],
  ["503-retry-after", /^7$/],
])("%s carries its Retry-After", async (fault, expected) => {
  await rule({ fault, retryAfterSeconds: 7 });
  expect(String((await attempt()).headers?.get("retry-after"))).toMatch(expected);
});

it.each([[{}], [[]], [{ id: 7 }], ["text"], [null]])("responds with the body %j of the rule", async (body) => {
  await rule({ fault: "other-body", when: "after", body, times: 1 });
  expect(await attempt()).toMatchObject({ status: 201, text: JSON.stringify(body) });
  expect(await exists()).toBe(true);
});

it.each([400, 401, 403, 404, 409])(
  "responds with the status %i of the rule, without a body or with any JSON",
  async (status) => {
    await rule({ fault: "empty-body", status, times: 1 });
    const empty = await attempt();
    expect(empty).toMatchObject({ status, text: "" });
    expect(empty.headers?.get("content-type")).toBeNull();
    await rule({ fault: "other-body", status, body: [{ code: "E7" }], times: 1 });
    expect(await attempt()).toMatchObject({ status, text: '[{"code":"E7"}]' });
    expect(await exists()).toBe(false);
  },
);

it("redirects to the location of the rule", async () => {
  await rule({ fault: "307", location: "http://127.0.0.1:9/elsewhere" });
  expect((await attempt()).headers?.get("location")).toBe("http://127.0.0.1:9/elsewhere");
});

it("happens as often as the rule says, for its routes and methods", async () => {
  await rule({ fault: "500", times: 2, match: { route: "createDatabase" } });
  expect((await platform.request("GET", path)).status).toBe(200);
  expect([(await attempt()).status, (await attempt()).status, (await attempt()).status]).toEqual([500, 500, 201]);
  const { rules } = (await platform.request("GET", "/_local/faults")).body;
  expect(rules).toMatchObject([{ seen: 3, happened: 2 }]);
});

it("happens only to the nth request that matches", async () => {
  await rule({ fault: "500", match: { method: "POST", route: "/environment/{environmentId}/database", nth: 2 } });
  expect([(await attempt("a")).status, (await attempt("b")).status, (await attempt("c")).status]).toEqual([
    201, 500, 201,
  ]);
});

it("happens with the probability of the rule", async () => {
  await rule({ fault: "500", match: { probability: 0 } });
  expect((await attempt("a")).status).toBe(201);
  await rule({ fault: "500", match: { probability: 1 } });
  expect((await attempt("b")).status).toBe(500);
});

it("after the commit applies only to successful requests", async () => {
  await rule({ fault: "500", when: "after", times: 1 });
  expect((await platform.request("POST", path, { body: {} })).status).toBe(400);
  expect((await attempt()).status).toBe(500);
});

it("delays a request and then continues it", async () => {
  await rule({ fault: "delay", milliseconds: 200, times: 1 });
  const begun = Date.now();
  expect((await attempt()).status).toBe(201);
  expect(Date.now() - begun).toBeGreaterThan(150);
});

it("records the fault in the journal", async () => {
  await rule({ fault: "reset", when: "after", times: 1 });
  await attempt();
  await rule({ fault: "502", times: 1 });
  await attempt();
  const rows = (await platform.request("GET", "/_local/requests")).body.results;
  expect(rows).toMatchObject([
    { operation: "createDatabase", status: 201, fault: "reset", count: 1 },
    { operation: "createDatabase", status: null, fault: "502", count: 1 },
  ]);
});

it("ends with DELETE, and does not affect the local paths", async () => {
  await rule({ fault: "no-answer" });
  expect((await platform.request("GET", "/_local/health")).status).toBe(200);
  expect((await platform.request("DELETE", "/_local/faults")).status).toBe(204);
  expect((await attempt()).status).toBe(201);
});

it.each([
  [{ fault: "gremlins" }, "rules[0].fault"],
  [{ fault: "500", when: "during" }, "rules[0].when"],
  [{ fault: "500", match: { probability: 2 } }, "rules[0].match.probability"],
  [{ fault: "500", match: { nth: 0 } }, "rules[0].match.nth"],
  [{ fault: "500", match: { route: "/nowhere" } }, "rules[0].match.route"],
])("refuses the rule %j", async (body, field) => {
  const response = await rule(body);
  expect(response.body.violations).toMatchObject([{ field }]);
});

it("can end the server process after a commit, which loses no committed data", async () => {
  const directory = mkdtempSync(join(tmpdir(), "crash-"));
  const data = join(directory, "platform.db");
  const crashing = await startPlatformProcess({ data });
  await crashing.request("PUT", "/_local/faults", { body: [{ fault: "crash", when: "after" }] });
  const body = bodies.database.minimal(platform.ids);
  await expect(crashing.request("POST", path, { body })).rejects.toThrow();
  const again = await startPlatformProcess({ data });
  expect((await again.request("GET", path)).body.results).toHaveLength(1);
  await again.stop();
  rmSync(directory, { recursive: true });
});
