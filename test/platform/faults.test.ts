import { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { openedFolder } from "../support/opened-folder.js";
import { type Body, bodies } from "./support/bodies.js";
import { opened } from "./support/opened.js";
import { startPlatformProcess } from "./support/platform-process.js";

const folder = openedFolder("faults");
const { platform, read, inEnvironment } = opened();
const list = () => inEnvironment("database");
const rule = (body: Body) => platform.request("PUT", "/_local/faults", { body: { rules: [body] } });

/** What a client sees of a create request: a status with its text, or the kind of failure. */
async function attempt(name = "db", patience = 120_000) {
  try {
    const response = await fetch(platform.url + list(), {
      method: "POST",
      redirect: "manual",
      headers: { authorization: `Bearer ${platform.tokens.editor}`, "content-type": "application/json" },
      body: JSON.stringify({ ...bodies.database.minimal(platform.ids), name }),
      signal: AbortSignal.timeout(patience),
    });
    const [type, retryAfter, location] = ["content-type", "retry-after", "location"].map((name) =>
      response.headers.get(name),
    );
    return { status: response.status, type, retryAfter, location, text: await response.text() };
  } catch (error) {
    const { name: kind, cause } = error as Error & { cause?: { code?: string } };
    return { failure: cause?.code ?? kind };
  }
}

const exists = async () => (await read(list())).results.length === 1;
const problem = (status: number) => ({ status, text: expect.stringContaining(`"status":${status}`) });

const elsewhere = "http://127.0.0.1:9/elsewhere";

const seen: [fault: string, outcome: Body, members?: Body][] = [
  ["reset-unread", { failure: "ECONNRESET" }],
  ["reset", { failure: "ECONNRESET" }],
  ["no-answer", { failure: "TimeoutError" }],
  ["dribbled-headers", { failure: "TimeoutError" }],
  ["endless-dribble", { failure: "TimeoutError" }],
  ["cut-with-length", { failure: "UND_ERR_SOCKET" }],
  ["cut-without-length", { status: 201, text: expect.stringMatching(/^\{[^}]*$/) }],
  ["invalid-json", { status: 201, text: expect.stringMatching(/,$/) }],
  ["empty-body", { status: 201, text: "" }],
  ["empty-body", { status: 409, text: "", type: null }, { status: 409 }],
  ...[{}, { id: 7 }, "text", null].map((body): [string, Body, Body] => [
    "other-body",
    { status: 201, text: JSON.stringify(body) },
    { body },
  ]),
  ["other-body", { status: 404, text: '[{"code":"E7"}]' }, { status: 404, body: [{ code: "E7" }] }],
  ["html-200", { status: 200, text: expect.stringMatching(/^<!DOCTYPE html>/) }],
  ["broken-gzip", { failure: "Z_DATA_ERROR" }],
  ["400", { status: 400, text: expect.stringContaining('"violations":[{') }],
  ...[401, 403, 404, 408, 409, 413, 422, 500, 502, 504].map((status): [string, Body] => [`${status}`, problem(status)]),
  ["429-seconds", { ...problem(429), retryAfter: "7" }, { retryAfterSeconds: 7 }],
  ["429-date", { ...problem(429), retryAfter: expect.stringMatching(/GMT$/) }, { retryAfterSeconds: 7 }],
  ["429-bare", { ...problem(429), retryAfter: null }],
  ["503-retry-after", { ...problem(503), retryAfter: "7" }, { retryAfterSeconds: 7 }],
  ["502-html", { status: 502, text: expect.stringMatching(/^<!DOCTYPE html>/) }],
  ["307", { status: 307, text: "", location: elsewhere }, { location: elsewhere }],
  ["text-plain", { status: 500, text: expect.stringMatching(/^upstream/) }],
];

/** Several rows are of one fault, with other parameters. */
const labeled = seen.map(
  ([fault, outcome, members]) =>
    [members === undefined ? fault : `${fault} ${JSON.stringify(members)}`, fault, outcome, members] as const,
);

describe.each(["before", "after"])("fault with `when` %s", (when) => {
  it.each(labeled)(
    "has the effect in its name, and the request is carried out only with `when` after: %s",
    async (_, fault, outcome, members) => {
      expect((await rule({ when, fault, match: { method: "POST" }, times: 1, ...members })).status).toBe(200);
      expect(await attempt("db", outcome.failure === "TimeoutError" ? 300 : undefined)).toMatchObject(outcome);
      expect(await exists()).toBe(when === "after");
    },
  );
});

describe("parameters of a fault", () => {
  it.each([
    ["retryAfterSeconds 1 in 429-seconds", "429-seconds", { retryAfter: "1" }],
    ["retryAfterSeconds 1 in 503-retry-after", "503-retry-after", { retryAfter: "1" }],
    ["location http://redirected.invalid/ in 307", "307", { location: "http://redirected.invalid/" }],
    ["status of the normal response in empty-body", "empty-body", { status: 201 }],
    ["status of the normal response and body null in other-body", "other-body", { status: 201, text: "null" }],
  ])("have the default %s", async (_, fault, outcome) => {
    await rule({ when: "after", fault });
    expect(await attempt()).toMatchObject(outcome);
  });

  it("have the default milliseconds 1000 in delay", async () => {
    await rule({ fault: "delay" });
    const begun = Date.now();
    expect((await attempt()).status).toBe(201);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
  });
});

it("fault 64-mib sends 64 MiB", async () => {
  await rule({ fault: "64-mib", when: "after" });
  expect((await attempt()).text?.length).toBeGreaterThan(64 * 1024 * 1024);
});

it("fault applies as often as `times`, and only to the `route` of its rule", async () => {
  await rule({ fault: "500", times: 2, match: { route: "createDatabase" } });
  expect((await platform.request("GET", list())).status).toBe(200);
  expect([(await attempt()).status, (await attempt()).status, (await attempt()).status]).toEqual([500, 500, 201]);
  const { rules } = (await platform.request("GET", "/_local/faults")).body;
  expect(rules).toMatchObject([{ seen: 3, happened: 2 }]);
});

it("fault of the first rule that matches a request applies", async () => {
  const rules = [{ fault: "503-retry-after", match: { method: "GET" } }, { fault: "404" }];
  await platform.request("PUT", "/_local/faults", { body: { rules } });
  expect([(await platform.request("GET", list())).status, (await attempt()).status]).toEqual([503, 404]);
});

it("fault with `nth` applies only to the nth matching request", async () => {
  await rule({ fault: "500", match: { method: "POST", route: "/environment/{environmentId}/database", nth: 2 } });
  expect([(await attempt("a")).status, (await attempt("b")).status, (await attempt("c")).status]).toEqual([
    201, 500, 201,
  ]);
});

it.each<[what: string, members: Body, status: number]>([
  ["never applies with the `probability` 0", { match: { probability: 0 } }, 201],
  ["always applies with the `probability` 1", { match: { probability: 1 } }, 500],
  ["never applies if `enabled` is false", { enabled: false }, 201],
])("fault %s", async (_what, members, status) => {
  await rule({ fault: "500", ...members });
  expect((await attempt()).status).toBe(status);
});

it("fault with `when` before applies before the access token is checked", async () => {
  await rule({ fault: "500", when: "before" });
  expect((await platform.request("GET", list(), { token: null })).status).toBe(500);
});

it("fault with `when` after applies only to successful requests; the journal has the status that would have been sent", async () => {
  await rule({ fault: "500", when: "after", times: 1 });
  expect((await platform.request("POST", list(), { body: {} })).status).toBe(400);
  expect((await attempt()).status).toBe(500);
  expect((await platform.request("GET", "/_local/requests")).body.results).toMatchObject([
    { operation: "createDatabase", status: 400, fault: null, count: 1 },
    { operation: "createDatabase", status: 201, fault: "500", count: 1 },
  ]);
});

it("fault with `when` before has the status null in the journal, since the request didn't get that far", async () => {
  await rule({ fault: "500", when: "before" });
  await attempt();
  expect((await platform.request("GET", "/_local/requests")).body.results).toMatchObject([
    { operation: "createDatabase", status: null, fault: "500", count: 1 },
  ]);
});

it("fault delay continues a request after its milliseconds", async () => {
  await rule({ fault: "delay", milliseconds: 200, times: 1 });
  const begun = Date.now();
  expect((await attempt()).status).toBe(201);
  expect(Date.now() - begun).toBeGreaterThan(150);
});

it("faults end with DELETE /_local/faults, and never affect local paths", async () => {
  await rule({ fault: "no-answer" });
  expect((await platform.request("GET", "/_local/health")).status).toBe(200);
  expect((await platform.request("DELETE", "/_local/faults")).status).toBe(204);
  expect((await attempt()).status).toBe(201);
});

it.each([
  ["an unknown fault", { fault: "gremlins" }, "rules[0].fault"],
  ["an unknown `when`", { fault: "500", when: "during" }, "rules[0].when"],
  ["a `probability` above 1", { fault: "500", match: { probability: 2 } }, "rules[0].match.probability"],
  ["an `nth` of 0", { fault: "500", match: { nth: 0 } }, "rules[0].match.nth"],
  ["an unknown `route`", { fault: "500", match: { route: "/nowhere" } }, "rules[0].match.route"],
  [
    "an unknown member of `match`",
    { fault: "500", match: { operation: "createDatabase" } },
    "rules[0].match.operation",
  ],
  ["an unknown member of the rule", { fault: "500", time: 1 }, "rules[0].time"],
  ["a `location` with a line break", { fault: "307", location: "two\nlines" }, "rules[0].location"],
  ["`milliseconds` above 2^31 - 1", { fault: "delay", milliseconds: 2 ** 31 }, "rules[0].milliseconds"],
  [
    "`retryAfterSeconds` of more than a date can have",
    { fault: "429-date", retryAfterSeconds: 1e10 },
    "rules[0].retryAfterSeconds",
  ],
  ["a `location` that isn't Latin-1", { fault: "307", location: "/caf\u0119" }, "rules[0].location"],
])("fault rule is refused with 400 for %s", async (_what, fault, field) => {
  expect(await rule(fault)).toMatchObject({ status: 400, body: { violations: [{ field }] } });
});

it.each([
  ["retryAfterSeconds", "429-bare", { retryAfterSeconds: 1 }],
  ["location", "500", { location: "/" }],
  ["status", "404", { status: 410 }],
  ["body", "empty-body", { body: {} }],
  ["milliseconds", "no-answer", { milliseconds: 1 }],
])("fault parameter of another fault is refused with 400: `%s` of the fault %s", async (parameter, fault, members) => {
  const body = { violations: [{ field: `rules[0].${parameter}` }] };
  expect(await rule({ fault, ...members })).toMatchObject({ status: 400, body });
});

it("fault ends the connection if its response can't be sent", async () => {
  await rule({ fault: "500", when: "after", times: 1 });
  const writing = vi.spyOn(ServerResponse.prototype, "writeHead").mockImplementationOnce(() => {
    throw new Error("a header that can't be sent");
  });
  expect(await attempt()).toEqual({ failure: "UND_ERR_SOCKET" });
  writing.mockRestore();
  expect(await exists()).toBe(true);
});

it("fault crash after a commit ends the process without losing data", async () => {
  const data = join(folder, "platform.db");
  const crashing = await startPlatformProcess({ data });
  await crashing.request("PUT", "/_local/faults", { body: [{ fault: "crash", when: "after" }] });
  const body = bodies.database.minimal(platform.ids);
  await expect(crashing.request("POST", list(), { body })).rejects.toThrow();
  const again = await startPlatformProcess({ data });
  expect((await again.request("GET", list())).body.results).toHaveLength(1);
  await again.stop();
});
