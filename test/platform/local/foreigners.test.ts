import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { localRoutes } from "../../../backend/src/local/routes.js";
import { opened } from "../support/opened.js";
import { sendRaw } from "../support/raw.js";

const { platform, create } = opened({ isFresh: false });
let snapshot: { readonly tables: object };
let before: unknown;

beforeAll(async () => {
  await create("database");
  await local("PUT", "faults", { body: { rules: [{ fault: "500", match: { route: "getContainer" } }] } });
  await local("PUT", "deployment-failures", { body: { rules: [{ state: "BUILD_ERROR" }] } });
  snapshot = (await local("GET", "snapshot")).body;
  before = await content();
});

const local = (method: string, path: string, options = {}) =>
  platform.request(method, `/_local/${path}`, { token: null, ...options });

/** Every local path, with the first id of what it names. */
const paths = localRoutes.map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, "1") }));

/** A body that a path takes, so that it would do what it is for; `{}` where it is not here. */
const bodyOf: Readonly<Record<string, () => unknown>> = {
  "PUT /_local/snapshot": () => ({ ...snapshot, tables: { ...snapshot.tables, service: [] } }),
  "PUT /_local/faults": () => ({ rules: [] }),
  "PUT /_local/faults/1/enabled": () => ({ enabled: false }),
  "POST /_local/clock": () => ({ advanceSeconds: 60 }),
  "PUT /_local/deployment-failures": () => ({ rules: [] }),
};

/** What DNS rebinding, foreign pages and tunnels send: the headers that a browser or a proxy would put there. */
const foreign: Readonly<Record<string, () => Record<string, string>>> = {
  "a foreign Host": () => ({ host: "evil.example" }),
  "a Host that begins like loopback": () => ({ host: "127.0.0.1.evil.example" }),
  "a Host below localhost": () => ({ host: "localhost.evil.example" }),
  "a Host that ends like loopback": () => ({ host: "evil-localhost" }),
  "another machine's address as Host": () => ({ host: "10.0.0.1" }),
  "every address as Host": () => ({ host: `0.0.0.0:${port()}` }),
  "an invalid Host": () => ({ host: "a b" }),
  "a Host with a user": () => ({ host: "127.0.0.1@evil.example" }),
  "a foreign Origin": () => ({ origin: "http://evil.example" }),
  "Origin null": () => ({ origin: "null" }),
  "the Origin of another port": () => ({ origin: "http://127.0.0.1:1" }),
  "the Origin of another scheme": () => ({ origin: platform.url.replace("http:", "https:") }),
  "the Origin of another loopback name": () => ({ origin: `http://localhost:${port()}` }),
  "Sec-Fetch-Site cross-site": () => ({ "sec-fetch-site": "cross-site" }),
  "a Forwarded header": () => ({ forwarded: "for=203.0.113.7" }),
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
  const read = ["snapshot", "faults", "requests", "requests/log", "deployment-failures", "environments"];
  const bodies = await Promise.all(read.map(async (path) => (await local("GET", path)).body));
  // The clock has moved if time does not stand where it stood.
  return [...bodies, (await local("POST", "clock", { body: { advanceSeconds: 0 } })).body];
}

describe("local paths", () => {
  it("requested by these tests include events, assets and reference", () => {
    const some = ["/_local/", "/_local/events", "/_local/assets/1", "/_local/reference/"];
    expect(paths.map(({ path }) => path)).toEqual(expect.arrayContaining(some));
  });

  it("are listed in backend/API.md, with a mark if the dashboard's cookie is accepted", () => {
    const lines = readFileSync(join(__dirname, "../../../backend/API.md"), "utf8").split("\n");
    const table = lines.filter((line) => line.includes("`/_local/") || /^\| `(GET|POST|PUT|DELETE)/.test(line));
    const named = (text: string) => text.replace(/\{\w+\}|\*/g, "{}").replace(/\?.*$/, "");
    const documented = table.flatMap((line) => {
      const isOfPage = line.includes("| ● |");
      return [...line.matchAll(/\/_local\/[^`\s]*/g)].map(([path]) => ({ path: named(path), isOfPage }));
    });
    for (const { path, page: isOfPage = false } of localRoutes) {
      // The files of the reference are not listed one by one.
      const known = path.startsWith("/_local/reference/") ? "/_local/reference/" : named(path);
      expect(documented).toContainEqual({ path: known, isOfPage });
    }
  });

  it.each(Object.keys(foreign))("return 403 and change nothing for a request from elsewhere: %s", async (column) => {
    for (const { method, path } of paths) {
      const body = method === "GET" ? undefined : (bodyOf[`${method} ${path}`]?.() ?? {});
      const answer = await platform.request(method, path, { token: null, headers: foreign[column]?.() ?? {}, body });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.body).toMatchObject({ status: 403, detail: expect.stringContaining("local paths") });
    }
    expect(await content()).toEqual(before);
  });

  it.each(Object.keys(crude))("return 403 and change nothing for a request with %s", async (column) => {
    for (const { method, path } of paths) {
      const head = crude[column]?.().replace("{method}", method).replace("{target}", path) ?? "";
      const answer = await sendRaw(platform.url, [`${head}\r\nConnection: close\r\n\r\n`]);
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
    expect(await content()).toEqual(before);
  });

  it.each([
    ["a form as text", "text/plain", '{"advanceSeconds":60,"role":"admin'],
    ["a form", "application/x-www-form-urlencoded", "advanceSeconds=60&role=admin"],
    ["a form with parts", "multipart/form-data; boundary=x", "--x--"],
    // As a page sends a blob without a type.
    ["a body without a type", "", '{"advanceSeconds":60}'],
  ])("return 415 or 405 and change nothing for %s posted without an Origin", async (_body, type, body) => {
    for (const { path } of paths) {
      const answer = await platform.request("POST", path, { token: null, headers: { "content-type": type }, body });
      const answersPosts = paths.some((other) => other.method === "POST" && other.path === path);
      expect([path, answer.status]).toEqual([path, answersPosts ? 415 : 405]);
    }
    expect(await content()).toEqual(before);
  });

  it("return 403 for a foreign Host also on an encoded path", async () => {
    const foreigner = { body: {}, headers: { host: "evil.example" } };
    expect((await platform.request("POST", "/%5Flocal/tokens", foreigner)).status).toBe(403);
  });
});

// Last, since they do what they are for.
describe("local paths for this machine", () => {
  it.each(["localhost", "127.0.0.1", "127.8.9.1:80", "[::1]:4310", "LOCALHOST"])("accept the Host %s", async (host) => {
    expect((await local("GET", "health", { headers: { host } })).body).toMatchObject({ status: "ok" });
  });

  it.each(["same-origin", "none"])("accept Sec-Fetch-Site %s", async (site) => {
    expect((await local("GET", "", { headers: { "sec-fetch-site": site } })).status).toBe(200);
  });

  it("accept the platform's own Origin", async () => {
    // The events do not end, and there is nothing by these ids.
    for (const { method, path } of paths.filter((each) => !/events$|\/1|reference\/./.test(each.path))) {
      const body = method === "GET" ? undefined : (bodyOf[`${method} ${path}`]?.() ?? {});
      const answer = await platform.request(method, path, { token: null, headers: { origin: platform.url }, body });
      expect([method, path, answer.status < 300]).toEqual([method, path, true]);
      // Some of them have emptied it.
      await local("PUT", "snapshot", { body: snapshot });
    }
  });
});
