import { beforeAll, describe, expect, it } from "vitest";
import { bodies } from "./support/bodies.js";
import { opened } from "./support/opened.js";
import type { RequestOptions } from "./support/platform.js";
import { sendRaw } from "./support/raw.js";

const { platform, send: request, inEnvironment } = opened({ endpoints: "documented" });
let list: string;
beforeAll(() => {
  list = inEnvironment("container");
});

const nowhere = "00000000-0000-4000-8000-000000000000";
const wrongType = { "content-type": "text/plain" };
const tooMuch = Buffer.alloc(1024 * 1024 + 1, " ");
const broken = "{broken";

describe("request with several errors", () => {
  const everything: RequestOptions = { token: null, headers: wrongType, body: tooMuch };
  const cases: [status: number, why: string, method: string, path: () => string, options: RequestOptions][] = [
    [401, "no token, on an unknown path", "GET", () => "/nowhere", { token: null }],
    [401, "no token, with everything else wrong too", "POST", () => list, everything],
    [401, "no token, with a wrong method", "DELETE", () => list, { token: null }],
    [404, "an unknown path, with a wrong type", "POST", () => "/nowhere", { headers: wrongType, body: "x" }],
    [405, "a wrong method, with a wrong type", "PATCH", () => list, { headers: wrongType, body: "x" }],
    [415, "a wrong type, with too large a body", "POST", () => list, { headers: wrongType, body: tooMuch }],
    [413, "too large a body that isn't JSON either", "POST", () => list, { body: tooMuch, token: "viewer" }],
    [400, "broken JSON of a viewer", "POST", () => list, { body: broken, token: "viewer" }],
    [
      403,
      "the role viewer, on an unknown ID",
      "POST",
      () => `/container/${nowhere}/clone`,
      { body: {}, token: "viewer" },
    ],
    [404, "an unknown id, with a wrong body", "POST", () => `/container/${nowhere}/clone`, { body: {} }],
    [404, "an id that isn't a UUID, with a wrong body", "POST", () => "/container/x/clone", { body: {} }],
  ];
  it.each(cases)("gets %d for %s", async (status, _why, method, path, options) => {
    const response = await platform.request(method, path(), options);
    expect(response.status).toBe(status);
    expect(response.body.violations).toBeUndefined();
    expect(response.body.path).toBe(path());
  });

  it("gets 400 before 409 for an invalid body with a name in use", async () => {
    const body = { ...bodies.container.minimal(platform.ids), name: "taken" };
    expect((await platform.request("POST", list, { body })).status).toBe(201);
    expect((await platform.request("POST", list, { body: { ...body, cpu: "1" } })).status).toBe(400);
    expect((await platform.request("POST", list, { body })).status).toBe(409);
  });
});

it("HEAD gets 405 with the methods in `Allow`, although the path allows GET", async () => {
  const headers = { authorization: `Bearer ${platform.tokens.admin}` };
  const response = await fetch(`${platform.url}${list}`, { method: "HEAD", headers });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, GET"]);
});

it.each([
  ["/", "/_local/"],
  ["/_local", "/_local/"],
  ["/?secret=a%20b", "/_local/?secret=a%20b"],
  ["/_local?secret=a&x=1", "/_local/?secret=a&x=1"],
])("GET %s redirects to the dashboard with its query", async (path, location) => {
  const { status, headers } = await platform.request("GET", path, { token: null });
  expect([status, headers.location]).toEqual([302, location]);
});

describe("POST with a missing or wrong content type", () => {
  /** Sends a body as it is: `fetch` and `request` would add a type, or do not send a body that is never finished. */
  async function send(head: string[], body: string): Promise<number | undefined> {
    const lines = [`POST ${list} HTTP/1.1`, "Host: localhost", `Authorization: Bearer ${platform.tokens.admin}`];
    const text = [...lines, "Connection: close", ...head].join("\r\n");
    return (await sendRaw(platform.url, [`${text}\r\n\r\n${body}`])).status;
  }
  const size = 1024 * 1024 + 1;

  it.each([
    ["small", ["Content-Length: 2"], "{}"],
    ["too large", [`Content-Length: ${size}`], "x".repeat(size)],
    ["too large to be read", ["Content-Length: 99000000000"], "{}"],
    ["too large to be read, and text/plain", ["Content-Type: text/plain", "Content-Length: 99000000000"], "{}"],
    ["of unknown size", ["Transfer-Encoding: chunked"], `${size.toString(16)}\r\n${"x".repeat(size)}\r\n0\r\n\r\n`],
  ])("returns 415 if the body is %s", async (_size, head, body) => {
    expect(await send(head, body)).toBe(415);
  });

  it("doesn't return 415 if the body is empty, which counts as {}", async () => {
    expect((await request("POST", inEnvironment("cancelDeployment"))).status).toBe(409);
    expect(await send(["Transfer-Encoding: chunked"], "0\r\n\r\n")).toBe(400);
  });

  it("keeps the connection usable after the 415", async () => {
    const token = `Bearer ${platform.tokens.admin}`;
    const response = await fetch(`${platform.url}${list}`, {
      method: "POST",
      headers: { authorization: token },
      body: Buffer.alloc(3 * 1024 * 1024, "x"),
    });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain("application/json");
    expect((await fetch(`${platform.url}${list}`, { headers: { authorization: token } })).status).toBe(200);
  });
});

it.each([
  ...["/container", "/container/", "/application/{id}", "/environment/{id}/status", "/environment/{id}/statuses"],
  ...["/environment/{id}/stop", "/organization/{id}/cluster", "/environment/{id}/container/"],
  ...["//environment/{id}/container", "/%"],
])("platform with the documented endpoints returns 404 for GET %s", async (path) => {
  const response = await platform.request("GET", path.replace("{id}", platform.ids.environment));
  expect(response.status).toBe(404);
});

it.each([
  "application/json",
  "application/json; charset=utf-8",
  'application/json;charset="UTF-8"',
  "APPLICATION/JSON",
])("body with the content type %s is read as JSON", async (type) => {
  const response = await platform.request("POST", list, { body: {}, headers: { "content-type": type } });
  expect(response.body.violations).toHaveLength(5);
});

it.each(["text/json", "application/xml", "application/json; charset=latin1", "multipart/form-data", "", "x"])(
  "body with the content type %j is refused with 415",
  async (type) => {
    const response = await platform.request("POST", list, { body: "{}", headers: { "content-type": type } });
    expect(response.status).toBe(415);
  },
);

describe("free JSON in a body", () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const container = () => JSON.stringify({ ...bodies.container.minimal(platform.ids), name: "hostile" });
  const withMember = (member: string) => `${container().slice(0, -1)},${member}}`;
  const scaler = (config: string) =>
    withMember(
      `"max_running_instances":3,"autoscaling":{"mode":"KEDA","scalers":[{"scaler_type":"x","role":"PRIMARY","config_json":${config}}]}`,
    );

  it.each([
    [201, 65],
    [400, 66],
  ])("gets %d if it is %d levels deep", async (status, levels) => {
    const response = await platform.request("POST", list, { body: scaler(deep(levels)) });
    expect(response.status).toBe(status);
    expect((await platform.request("GET", list)).status).toBe(200);
  });

  it("keeps NUL characters and a member named __proto__ as sent", async () => {
    const name = "nul\u0000a";
    const body = JSON.parse(scaler('{"__proto__":{"x":1},"y":"\\u0000"}'));
    const text = JSON.stringify({ ...body, name, description: "a\u0000b" });
    const made = await platform.request("POST", list, { body: text });
    expect(made.body).toMatchObject({ name, description: "a\u0000b" });
    expect(JSON.stringify(made.body.autoscaling.scalers[0].config_json)).toBe('{"__proto__":{"x":1},"y":"\\u0000"}');
    const other = await platform.request("POST", list, { body: { ...body, name: "nul\u0000b" } });
    expect(other.status).toBe(201);
  });
});

it("malformed HTTP returns 400", async () => {
  expect((await sendRaw(platform.url, ["HELLO\r\n\r\n"])).status).toBe(400);
});

it("GET job returns 400 for a `toUpdate` other than true and false", async () => {
  const response = await request("GET", inEnvironment("job?toUpdate=maybe"));
  expect(response.status).toBe(400);
  expect(response.body.violations).toEqual([{ field: "toUpdate", message: "must be true or false" }]);
});
