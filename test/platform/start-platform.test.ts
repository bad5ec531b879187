import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { type LocalPlatform, type PlatformOptions, startPlatform } from "app-platform-backend";
import { afterEach, describe, expect, it } from "vitest";
import { type Role, sendRequest } from "../support/api-request.js";
import { inCheckout, openedFolder } from "../support/opened-folder.js";
import { bodies } from "./support/bodies.js";

const run = promisify(execFile);
const folder = openedFolder("in-process", inCheckout);
const open: LocalPlatform[] = [];

async function start(options?: PlatformOptions): Promise<LocalPlatform> {
  const platform = await startPlatform(options);
  open.push(platform);
  return platform;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((platform) => platform.close()));
});

// Each request has a connection of its own.
const agent = new Agent();
const request = (platform: LocalPlatform, method: string, path: string, body?: object, token?: Role) =>
  sendRequest(agent, platform, method, path, { body, ...(token && { token }) });

const containers = ({ ids }: LocalPlatform) => `/environment/${ids.environment}/container`;

function createContainer(platform: LocalPlatform, change: object = {}, token?: Role) {
  const body = { ...bodies.container.minimal(platform.ids), ...change };
  return request(platform, "POST", containers(platform), body, token);
}

async function namesOn(platform: LocalPlatform): Promise<string[]> {
  const { body } = await request(platform, "GET", containers(platform));
  return body.results.map(({ name }: { name: string }) => name);
}

describe("startPlatform", () => {
  it("starts several platforms with separate records, journals, faults and tokens", async () => {
    const [one, other] = [await start({ speed: "manual" }), await start({ speed: "manual" })];
    await createContainer(one);
    one.fault({ fault: "500" });
    expect(await namesOn(other)).toEqual([]);
    expect(other.requests().map(({ operation }) => operation)).toEqual(["listContainers"]);
    expect((await request(one, "GET", containers(one))).status).toBe(500);
    const headers = { authorization: `Bearer ${one.tokens.admin}` };
    expect((await fetch(other.url + containers(one), { headers })).status).toBe(401);
  });

  it("restores the initial content, clears fault rules and counts, and keeps tokens valid with reset()", async () => {
    const id = "3b0c0a6e-6d0c-4c2e-9d1a-0f6f6f3c2a10";
    const platform = await start({ seed: { environments: [{ id, name: "staging" }] } });
    await createContainer(platform);
    platform.fault({ fault: "500" });
    platform.reset();
    expect(platform.requests()).toEqual([]);
    expect(await namesOn(platform)).toEqual([]);
    expect((await request(platform, "GET", `/environment/${id}/container`)).status).toBe(200);
  });

  it("returns a token for each role, valid for a day", async () => {
    const { tokens } = await start();
    const claims = Object.values(tokens).map((token) =>
      JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()),
    );
    expect(Object.keys(tokens)).toEqual(["admin", "editor", "viewer"]);
    expect(claims.map(({ role }) => role)).toEqual(["admin", "editor", "viewer"]);
    expect(claims.map(({ exp, iat }) => exp - iat)).toEqual([86_400, 86_400, 86_400]);
  });

  it("has by default the documented endpoints, the speed instant, a free port and the host 127.0.0.1", async () => {
    const [platform, other] = [await start(), await start()];
    expect(new Set([platform, other].map(({ url }) => new URL(url).hostname))).toEqual(new Set(["127.0.0.1"]));
    expect(new URL(platform.url).port).not.toBe(new URL(other.url).port);
    expect((await request(platform, "GET", `/organization/${platform.ids.organization}`)).status).toBe(404);
    expect(() => platform.advance(1)).toThrow("its speed is instant");
  });

  it("serves the dashboard at /_local/", async () => {
    const response = await fetch(`${(await start()).url}/_local/`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });

  it("advances the manual clock with advance()", async () => {
    const platform = await start({ speed: "manual" });
    const advanced = () => request(platform, "POST", "/_local/clock", { advanceSeconds: 0 });
    const reading = async () => Date.parse((await advanced()).body.reading);
    const before = await reading();
    platform.advance(2.5);
    expect((await reading()) - before).toBe(2500);
  });

  it("adds a fault rule with fault(), counts it in requests(), and removes it with the returned function", async () => {
    const platform = await start();
    const recover = platform.fault({ match: { method: "GET" }, fault: "503-retry-after" });
    platform.fault({ match: { route: "listContainers" }, fault: "404", times: 1 });
    const status = async () => (await request(platform, "GET", containers(platform))).status;
    expect(await status()).toBe(503);
    recover();
    recover();
    expect([await status(), await status(), await status()]).toEqual([404, 200, 200]);
    const call = { method: "GET", route: "/environment/{environmentId}/container", operation: "listContainers" };
    const entry = { ...call, lastAt: expect.stringMatching(/^\d{4}-.*Z$/), bodies: [] };
    expect(platform.requests()).toEqual([
      { ...entry, status: null, fault: "503-retry-after", count: 1 },
      { ...entry, status: null, fault: "404", count: 1 },
      { ...entry, status: 200, fault: null, count: 2 },
    ]);
  });

  it("returns bodies with masked secrets in requests() until reset()", async () => {
    const platform = await start({ endpoints: "extended" });
    const variable = (value: string, is_secret: boolean) => ({
      ...{ key: is_secret ? "SECRET" : "PLAIN", value, is_secret },
      ...{ variable_scope: "ENVIRONMENT", variable_parent_id: platform.ids.environment },
    });
    await request(platform, "POST", "/variable", variable("shown", false));
    await request(platform, "POST", "/variable", variable("hidden", true));
    platform.fault({ fault: "500", when: "after" });
    await createContainer(platform, { name: "lost" });
    const bodies = () =>
      Object.fromEntries(platform.requests().map(({ operation, fault, bodies: sent }) => [fault ?? operation, sent]));
    expect(bodies()).toMatchObject({
      createVariable: [{ value: "shown" }, { key: "SECRET", value: "••••••" }],
      "500": [{ name: "lost" }],
    });
    expect(JSON.stringify(bodies())).not.toContain("hidden");
    platform.reset();
    expect(bodies()).toEqual({});
  });

  it.each<[what: string, options: object, message: string]>([
    ["unknown endpoints", { endpoints: "all" }, 'endpoints must be "documented" or "extended"; got "all".'],
    ["an unknown speed", { speed: "fast" }, 'speed must be "instant", "manual" or a number above 0; got "fast".'],
    ["a speed of 0", { speed: 0 }, 'speed must be "instant", "manual" or a number above 0; got 0.'],
    ["a port above 65535", { port: 65_536 }, "port must be an integer from 0 to 65535; got 65536."],
    ["an empty host", { host: "" }, 'host must be an address to listen on; got "".'],
    ["an empty data file", { data: "" }, 'data must be the path of a data file; got "".'],
    ["a seed that's a number", { seed: 1 }, "seed must be an object with records, or the path of a seed file; got 1."],
    [
      "a record in the seed without a UUID",
      { seed: { environments: [{ id: "x" }] } },
      "The seed can't be used: environments[0].id must be a UUID.",
    ],
    ["an unknown option", { seeds: {} }, "startPlatform has no option seeds."],
  ])("refuses options with %s", async (_what, options, message) => {
    await expect(startPlatform(options as PlatformOptions)).rejects.toThrow(new TypeError(message));
  });

  it("rejects with the reason if it can't start", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    await expect(startPlatform({ port })).rejects.toThrow(/can't listen at .*choose another port/);
    taken.close();
    await expect(startPlatform({ data: folder })).rejects.toThrow(/data file .* can't be read/);
    await expect(startPlatform({ seed: "missing.json" })).rejects.toThrow(/seed file missing\.json can't be used/);
  });

  it("throws in advance() unless the speed is manual, and for invalid times", async () => {
    const instant = await start();
    const reason = 'advance() needs a platform that was started with speed: "manual"; its speed is instant.';
    expect(() => instant.advance(1)).toThrow(reason);
    const manual = await start({ speed: "manual" });
    expect(() => manual.advance(-1)).toThrow("seconds must be a number from 0 to 1000000000; got -1.");
  });

  it("throws in fault() for an invalid rule, and for the fault `crash`", async () => {
    const platform = await start();
    const wrong = (rule: object) => () => platform.fault(rule as never);
    expect(wrong({ fault: "418" })).toThrow(/^The fault rule can't be used: fault must be one of 307/);
    expect(wrong({ fault: "500", match: { route: "makeTea" } })).toThrow(
      "The fault rule can't be used: match.route must be a path template or an operation name.",
    );
    expect(wrong({ fault: "crash" })).toThrow(/fault must not be crash/);
    expect(wrong({ fault: "500", match: { operation: "createContainer" } })).toThrow(
      "The fault rule can't be used: match.operation doesn't exist; the members are method, route, nth, probability.",
    );
    const circle: { inner?: object } = {};
    circle.inner = circle;
    for (const body of [circle, 1n, () => undefined]) {
      expect(wrong({ fault: "other-body", body })).toThrow(/^The fault rule can't be used: body must be JSON \(/);
    }
    expect(wrong(null as never)).toThrow("The fault rule can't be used: the rule must be an object.");
    const { status, body } = await request(platform, "PUT", "/_local/faults", { rules: [{ fault: "crash" }] });
    expect([status, body.violations]).toMatchObject([400, [{ field: "rules[0].fault" }]]);
  });

  it.each([null, "extended", 4310, []])("refuses %j in place of options", async (options) => {
    const reason = /^The options of startPlatform must be an object; got /;
    await expect(startPlatform(options as never)).rejects.toThrow(reason);
  });

  it("throws in a function called after close(), except requests()", async () => {
    const platform = await startPlatform({ speed: "manual" });
    await namesOn(platform);
    const recover = platform.fault({ fault: "500" });
    await platform.close();
    const advice = "Call it before, or start another platform.";
    expect(() => platform.reset()).toThrow(`reset() was called after close(). ${advice}`);
    expect(() => platform.advance(1)).toThrow("advance() was called after close().");
    expect(() => platform.fault({ fault: "500" })).toThrow("fault() was called after close().");
    expect(platform.requests()).toMatchObject([{ operation: "listContainers", count: 1 }]);
    expect(recover).not.toThrow();
  });

  it("closes the platform with close() while faults delay requests, also by `await using` or a second close()", async () => {
    const platform = await startPlatform();
    platform.fault({ match: { method: "GET" }, fault: "delay", milliseconds: 60_000 });
    platform.fault({ match: { method: "POST" }, fault: "no-answer" });
    const delayed = request(platform, "GET", containers(platform));
    const unanswered = createContainer(platform).catch(() => "closed");
    await expect.poll(() => platform.requests().length).toBe(1);
    await Promise.all([platform.close(), platform.close()]);
    await platform[Symbol.asyncDispose]();
    expect((await delayed).status).toBe(200);
    expect(await unanswered).toBe("closed");
    await expect(fetch(platform.url)).rejects.toThrow();
  });

  it("gives requests in progress one second after close(), and then closes their connections", async () => {
    const platform = await startPlatform();
    const { hostname, port } = new URL(platform.url);
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const head = [`POST ${containers(platform)} HTTP/1.1`, "host: localhost", "content-type: application/json"];
    // The rest of the body never arrives.
    socket.resume().on("error", () => {});
    socket.write(`${[...head, "content-length: 100"].join("\r\n")}\r\n\r\n{`);
    await once(socket, "ready");
    await namesOn(platform);
    const begun = performance.now();
    const closing = platform.close();
    expect(socket.destroyed).toBe(false);
    await Promise.all([closing, closed]);
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});

/** Runs a program in a process of its own, as users do, and returns what it prints. */
async function runProgram(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return run(process.execPath, [file], { timeout: 300_000 });
}

const body = `
  const before = process.listenerCount("SIGTERM") + process.listenerCount("SIGINT");
  const platform = await startPlatform();
  const { status } = await fetch(platform.url + "/environment/" + platform.ids.environment + "/container", {
    headers: { authorization: "Bearer " + platform.tokens.admin },
  });
  const after = process.listenerCount("SIGTERM") + process.listenerCount("SIGINT");
  await platform.close();
  console.log(JSON.stringify({ status, listeners: after - before }));`;

describe("process that calls startPlatform", () => {
  it.each([
    ["an ES module", "program.mjs", `import { startPlatform } from "app-platform-backend";${body}`],
    ["CommonJS", "program.cjs", `const { startPlatform } = require("app-platform-backend");(async () => {${body}})();`],
  ])("exits by itself after close(), without output and signal handlers: %s", async (_, name, text) => {
    const { stdout, stderr } = await runProgram(name, text);
    expect(JSON.parse(stdout)).toEqual({ status: 200, listeners: 0 });
    expect(stderr).toBe("");
  });

  it("closes without output although a client has aborted its request", async () => {
    const { stdout, stderr } = await runProgram(
      "gone.mjs",
      `import { startPlatform } from "app-platform-backend";
       const platform = await startPlatform();
       platform.fault({ match: { method: "POST" }, fault: "delay", milliseconds: 60_000 });
       const gone = new AbortController();
       const sent = fetch(platform.url + "/environment/" + platform.ids.environment + "/database", {
         method: "POST",
         headers: { authorization: "Bearer " + platform.tokens.admin, "content-type": "application/json" },
         body: JSON.stringify({ name: "orders", type: "REDIS", version: "7", mode: "CONTAINER" }),
         signal: gone.signal,
       }).catch(({ name }) => name);
       await new Promise((resolve) => setTimeout(resolve, 500));
       gone.abort();
       console.log(await sent);
       await platform.close();`,
    );
    expect([stdout, stderr]).toEqual(["AbortError\n", ""]);
  });

  it("loads the platform once for import and require", async () => {
    const { stdout } = await runProgram(
      "both.mjs",
      `import { createRequire } from "node:module";
       import { startPlatform } from "app-platform-backend";
       console.log(createRequire(import.meta.url)("app-platform-backend").startPlatform === startPlatform);`,
    );
    expect(stdout).toBe("true\n");
  });
});
