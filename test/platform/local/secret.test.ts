import { spawn } from "node:child_process";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localRoutes } from "../../../backend/src/local/routes.js";
import { type PlatformProcess, program, runBackend, startPlatformProcess } from "../support/platform-process.js";

const secret = "correct horse; battery=staple";

let platform: PlatformProcess;
beforeAll(async () => {
  platform = await startPlatformProcess({ args: ["--local-secret", secret] });
});
afterAll(() => platform.stop());

const local = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  platform.request(method, `/_local/${path}`, { token: null, headers, body });
const withSecret = { "x-local-secret": secret };

describe("platform with --local-secret", () => {
  it("prints `localSecret` in the line of --json, and doesn't without --local-secret", async () => {
    expect(platform.localSecret).toBe(secret);
    const open = await startPlatformProcess();
    expect(open.localSecret).toBeUndefined();
    expect((await open.request("GET", "/_local/health", { token: null })).status).toBe(200);
    await open.stop();
  });

  it.each([
    ["missing", undefined],
    ["empty", ""],
    ["only its beginning", "correct horse"],
    ["longer", `${secret}.`],
    ["in uppercase", secret.toUpperCase()],
  ])("requires the secret for every local path: returns 401 if it is %s", async (_what, wrong) => {
    const headers: Record<string, string> = wrong === undefined ? {} : { "x-local-secret": wrong };
    const unknown = { method: "GET", path: "/_local/unknown" };
    for (const { method, path } of [unknown, ...localRoutes]) {
      const response = await platform.request(method, path.replace(/\{\w+\}/g, "1"), { token: null, headers });
      expect([path, response.status, response.headers["set-cookie"]]).toEqual([path, 401, undefined]);
      expect(response.body.detail).toContain("X-Local-Secret");
      expect(JSON.stringify(response.body)).not.toContain(secret);
    }
  });

  it("returns 401 for an access token alone, and needs no token with the secret", async () => {
    expect((await platform.request("POST", "/_local/tokens", { token: "admin", body: {} })).status).toBe(401);
    expect((await local("POST", "tokens", withSecret, {})).body).toEqual({ token: expect.any(String) });
  });

  const proxied = [{ "x-forwarded-for": "203.0.113.7" }, { forwarded: "for=203.0.113.7" }, { host: "platform:4310" }];

  it("accepts requests with the secret from any machine, with any host and proxy, and returns 401 without it", async () => {
    for (const headers of proxied) {
      expect([headers, (await local("GET", "health", { ...withSecret, ...headers })).status]).toEqual([headers, 200]);
      expect([headers, (await local("GET", "health", headers)).status]).toEqual([headers, 401]);
    }
    const { address } =
      Object.values(networkInterfaces())
        .flat()
        .find((each) => each?.internal === false) ?? {};
    const outside = await startPlatformProcess({ args: ["--local-secret", secret, "--host", "0.0.0.0"] });
    const { port } = new URL(outside.url);
    const health = (headers: Record<string, string>) =>
      fetch(`http://${address ?? "127.0.0.1"}:${port}/_local/health`, { headers }).then(({ status }) => status);
    expect([await health(withSecret), await health({})]).toEqual([200, 401]);
    await outside.stop();
  });

  it("returns 403 for pages of other origins even with the secret", async () => {
    for (const headers of [{ origin: "null" }, { origin: "http://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      expect((await local("GET", "health", { ...withSecret, ...headers })).status).toBe(403);
    }
  });

  it("accepts only the dashboard's own origin behind a proxy with https", async () => {
    const headers = { host: "platform.example", "x-forwarded-proto": "https" };
    const opened = await local("GET", `?secret=${encodeURIComponent(secret)}`, headers);
    const cookie = String(opened.headers["set-cookie"]).split(";", 1)[0] ?? "";
    const post = (origin: string) => local("POST", "tokens", { ...headers, cookie, origin }, {});
    expect((await post("https://platform.example")).status).toBe(200);
    expect((await post("https://evil.example")).status).toBe(403);
  });

  it("serves the API without the secret", async () => {
    expect((await platform.request("GET", `/environment/${platform.ids.environment}/job`)).status).toBe(200);
  });
});

describe("dashboard cookie", () => {
  const address = `?secret=${encodeURIComponent(secret)}`;
  const open = async () => {
    const response = await local("GET", address, { "sec-fetch-site": "none" });
    return { response, cookie: String(response.headers["set-cookie"]).split(";", 1)[0] ?? "" };
  };

  it("opens the dashboard: /_local/?secret= sets it, and redirects to the address without the secret", async () => {
    const { response } = await open();
    expect([response.status, response.headers.location]).toEqual([303, "/_local/"]);
    expect(response.headers["cache-control"]).toBe("no-store");
    const [cookie] = response.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^app-platform-dashboard-\d+=[\w-]{43}; Path=\/_local\/; HttpOnly; SameSite=Strict$/);
  });

  it("allows only reads of what the dashboard shows, and returns 401 for others", async () => {
    const { cookie } = await open();
    const page = await local("GET", "", { cookie: `theme=dark; ${cookie}` });
    expect([page.status, page.body]).toEqual([200, expect.stringContaining("<!doctype html>")]);
    for (const path of ["overview", "requests/log", "snapshot", "openapi.json", "reference/"]) {
      expect([path, (await local("GET", path, { cookie })).status]).toEqual([path, 200]);
      expect([path, (await local("GET", path, { cookie: `${cookie}x` })).status]).toEqual([path, 401]);
    }
    for (const path of ["health", "requests", "environments"]) {
      expect([path, (await local("GET", path, { cookie })).status]).toEqual([path, 401]);
    }
  });

  it("allows only writes that the dashboard offers, and only from its own origin", async () => {
    const { cookie } = await open();
    const { origin } = new URL(platform.url);
    expect((await local("POST", "tokens", { cookie }, {})).status).toBe(401);
    expect((await local("POST", "tokens", { cookie, "sec-fetch-site": "none" }, {})).status).toBe(401);
    expect((await local("POST", "tokens", { cookie, origin }, {})).status).toBe(200);
    expect((await local("POST", "tokens", { cookie, "sec-fetch-site": "same-origin" }, {})).status).toBe(200);
    expect((await local("POST", "tokens", { cookie, origin: "http://evil.example" }, {})).status).toBe(403);
    // Let in, and only then refused for its content.
    expect((await local("PUT", "snapshot", { cookie, origin }, {})).status).toBe(400);
    for (const [method, path] of [
      ["DELETE", "requests"],
      ["POST", "environments"],
    ] as const) {
      expect([path, (await local(method, path, { cookie, origin }, {})).status]).toEqual([path, 401]);
    }
  });

  it("isn't set by ?secret= on another path (401) or by a wrong secret", async () => {
    expect((await local("GET", `snapshot${address}`)).status).toBe(401);
    expect((await local("POST", `tokens${address}`, {}, {})).status).toBe(401);
    expect((await local("GET", "?secret=wrong")).headers["set-cookie"]).toBeUndefined();
  });
});

it("serve --local-secret prints the address of the dashboard with the secret", async () => {
  const args = [program, "serve", "--memory", "--port", "0", "--local-secret", "a&b"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [text] = await once(child.stdout.setEncoding("utf8"), "data");
  const [, address] = /Dashboard {4}(\S+)/.exec(text) ?? [];
  const response = await fetch(String(address), { redirect: "manual" });
  child.kill("SIGTERM");
  await once(child, "exit");
  expect([response.status, response.headers.get("location")]).toEqual([303, "/_local/"]);
});

it.each([
  ["an empty text", ""],
  ["a space at the beginning", " padded"],
  ["a line break", "two\nlines"],
  ["a letter outside of ASCII", "naïve"],
])("serve --local-secret exits with 1 for a secret that isn't printable ASCII: %s", (_what, text) => {
  const { status, stderr } = runBackend(["serve", "--memory", "--local-secret", text]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("printable ASCII")]);
});
