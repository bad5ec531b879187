import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodies } from "../bodies.js";
import { type Platform, startPlatform } from "../platform.js";
import { sendRaw } from "../raw.js";

let platform: Platform;
let snapshot: { readonly tables: object };

beforeAll(async () => {
  platform = await startPlatform({ speed: "manual" });
  const path = `/environment/${platform.ids.environment}/database`;
  await platform.request("POST", path, { body: bodies.database.minimal(platform.ids) });
  await local("PUT", "faults", { body: { rules: [{ fault: "500", match: { route: "getContainer" } }] } });
  await local("PUT", "deployment-failures", { body: { rules: [{ state: "BUILD_ERROR" }] } });
  snapshot = (await local("GET", "snapshot")).body;
});
afterAll(async () => {
  await platform.stop();
});

const local = (method: string, path: string, options = {}) =>
  platform.request(method, `/_local/${path}`, { token: null, ...options });
const bodyOf = (body: unknown): unknown => (typeof body === "function" ? body() : body);

/** Every local path, with a body that it takes, which may depend on the snapshot. */
const paths: readonly { method: string; path: string; body?: unknown }[] = [
  { method: "GET", path: "" },
  { method: "GET", path: "health" },
  { method: "GET", path: "openapi.json" },
  { method: "POST", path: "reset" },
  { method: "GET", path: "snapshot" },
  { method: "PUT", path: "snapshot", body: () => ({ ...snapshot, tables: { ...snapshot.tables, service: [] } }) },
  { method: "GET", path: "requests" },
  { method: "DELETE", path: "requests" },
  { method: "GET", path: "faults" },
  { method: "PUT", path: "faults", body: { rules: [] } },
  { method: "DELETE", path: "faults" },
  { method: "POST", path: "clock", body: { advanceSeconds: 60 } },
  { method: "GET", path: "environments" },
  { method: "POST", path: "environments", body: {} },
  { method: "POST", path: "tokens", body: {} },
  { method: "GET", path: "deployment-failures" },
  { method: "PUT", path: "deployment-failures", body: { rules: [] } },
  { method: "DELETE", path: "deployment-failures" },
];

/** What DNS rebinding, foreign pages and tunnels send: the headers that a browser or a proxy would put there. */
const foreign: Readonly<Record<string, () => Record<string, string>>> = {
  "a foreign Host": () => ({ host: "evil.example" }),
  "a foreign Host with this port": () => ({ host: `evil.example:${port()}` }),
  "a Host that begins like loopback": () => ({ host: "127.0.0.1.evil.example" }),
  "a Host below localhost": () => ({ host: "localhost.evil.example" }),
  "a Host that ends like loopback": () => ({ host: "evil-localhost" }),
  "another machine's address as Host": () => ({ host: "10.0.0.1" }),
  "every address as Host": () => ({ host: `0.0.0.0:${port()}` }),
  "a Host that is none": () => ({ host: "a b" }),
  "a Host with a user": () => ({ host: "127.0.0.1@evil.example" }),
  "a foreign Origin": () => ({ origin: "http://evil.example" }),
  "a foreign Host and Origin that agree": () => ({ host: "evil.example", origin: "http://evil.example" }),
  "Origin null": () => ({ origin: "null" }),
  "the Origin of another port": () => ({ origin: "http://127.0.0.1:1" }),
  "the Origin of another scheme": () => ({ origin: platform.url.replace("http:", "https:") }),
  "the Origin of another loopback name": () => ({ origin: `http://localhost:${port()}` }),
  "Sec-Fetch-Site cross-site": () => ({ "sec-fetch-site": "cross-site" }),
  "Sec-Fetch-Site same-site": () => ({ "sec-fetch-site": "same-site" }),
  "a Forwarded header": () => ({ forwarded: "for=203.0.113.7" }),
  "an empty Forwarded header": () => ({ forwarded: "" }),
  "the client's address, forwarded": () => ({ "x-forwarded-for": "203.0.113.7" }),
  "the original Host, forwarded": () => ({ "X-Forwarded-Host": "evil.example" }),
  "the original scheme, forwarded": () => ({ "x-forwarded-proto": "https" }),
  "any other X-Forwarded header": () => ({ "x-forwarded-whatever": "1" }),
  "Sec-Fetch-Site twice": () => ({ "sec-fetch-site": "none, cross-site" }),
};

const port = () => new URL(platform.url).port;

/** Heads of requests that no client sends, but somebody could: `{target}` is the path. */
const crude: Readonly<Record<string, () => string>> = {
  "no Host": () => "{method} {target} HTTP/1.0",
  "two Hosts": () => `{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nHost: evil.example`,
  "a target with a foreign host": () => `{method} http://evil.example{target} HTTP/1.1\r\nHost: 127.0.0.1:${port()}`,
};

/** Everything that a local path could have changed. */
async function content(): Promise<unknown> {
  const read = ["snapshot", "faults", "requests", "deployment-failures", "environments"];
  const bodies = await Promise.all(read.map(async (path) => (await local("GET", path)).body));
  // The clock has moved if time does not stand where it stood.
  return [...bodies, (await local("POST", "clock", { body: { advanceSeconds: 0 } })).body];
}

describe.each(paths)("$method /_local/$path", ({ method, path, body }) => {
  it.each(Object.keys(foreign))("refuses %s, and does nothing", async (column) => {
    const before = await content();
    const options = { headers: foreign[column]?.(), body: bodyOf(body) };
    const answer = await local(method, path, options);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ status: 403, detail: expect.stringContaining("local paths") });
    expect(await content()).toEqual(before);
  });

  it.each(Object.keys(crude))("refuses %s, and does nothing", async (column) => {
    const before = await content();
    const head = crude[column]?.().replace("{method}", method).replace("{target}", `/_local/${path}`) ?? "";
    const answer = await sendRaw(platform.url, [`${head}\r\nConnection: close\r\n\r\n`]);
    expect(answer.status).toBe(403);
    expect(await content()).toEqual(before);
  });

  it.each([
    ["a form as text", "text/plain", '{"advanceSeconds":60,"role":"admin'],
    ["a form", "application/x-www-form-urlencoded", "advanceSeconds=60&role=admin"],
    ["a form with parts", "multipart/form-data; boundary=x", "--x--"],
    // As a page sends a blob without a type.
    ["a body without a type", "", '{"advanceSeconds":60}'],
  ])("refuses %s, as a page could post it without saying where it comes from", async (_body, type, form) => {
    const before = await content();
    const answer = await local("POST", path, { headers: { "content-type": type }, body: form });
    const answersPosts = paths.some((other) => other.method === "POST" && other.path === path);
    expect(answer.status).toBe(answersPosts ? 415 : 405);
    expect(await content()).toEqual(before);
  });
});

// Last, since they do what they are for.
describe("who is at this machine is answered:", () => {
  it.each(["localhost", "127.0.0.1", "127.8.9.1:80", "[::1]:4310", "LOCALHOST"])("the Host %s", async (host) => {
    expect((await local("GET", "health", { headers: { host } })).body).toEqual({
      status: "ok",
      pid: expect.any(Number),
      instanceId: expect.any(String),
    });
  });

  it.each(["same-origin", "none"])("a browser that says Sec-Fetch-Site: %s", async (site) => {
    expect((await local("GET", "", { headers: { "sec-fetch-site": site } })).status).toBe(200);
  });

  it.each(paths)("$method /_local/$path from its own origin", async ({ method, path, body }) => {
    const options = { headers: { origin: platform.url }, body: bodyOf(body) };
    expect((await local(method, path, options)).status).toBeLessThan(300);
    // Some of them have emptied it.
    await local("PUT", "snapshot", { body: snapshot });
  });
});
