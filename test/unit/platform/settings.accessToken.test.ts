import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ids } from "../../kinds/shared/ids.js";
import { newStoppedClock } from "../../support/fake-clock.js";
import { jwtNamed } from "../../support/jwt.js";
import { openedFolder } from "../../support/opened-folder.js";
import { type ApiRequest, endpoint } from "../../support/provider.js";
import { connected, failureOf, fakePlatform } from "../support/fake-platform.js";

const platform = fakePlatform();

const line = `GET /container/${ids.container}`;
const call = endpoint(5, "GET /container/{id}");
const request: ApiRequest = { endpoint: call, members: { id: ids.container }, purpose: 'Reading Container "web"' };
const send = (environment: Record<string, string>) =>
  connected(platform.url, { environment }).platform.client.send(request);

const base64 = (json: unknown) => Buffer.from(JSON.stringify(json)).toString("base64url");
const jwt = (claims: unknown) => `${base64({ alg: "RS256" })}.${base64(claims)}.signature`;

const opaque = "op4que.TEXT/of+a-machine==";

const folder = openedFolder("app-platform-token");
const file = join(folder, "token");

describe("API token", () => {
  it.each<[where: string, environment: Record<string, string>]>([
    ["the environment", { APP_PLATFORM_TOKEN: opaque }],
    ["a file", { APP_PLATFORM_TOKEN: "", APP_PLATFORM_TOKEN_FILE: file }],
  ])("is sent as Token from %s, and redacted if it is refused (AP3001)", async (_, environment) => {
    writeFileSync(file, `${opaque}\n`);
    platform.on(line, [401, { detail: `no such token: ${opaque}` }]);
    const failure = await failureOf(send({ ...environment, APP_PLATFORM_TOKEN_SCHEME: "token" }));
    expect(platform.arrived[0]?.authorization).toBe(`Token ${opaque}`);
    expect(failure.code).toBe("AP3001");
    expect(failure.message).toContain("no such token: ***");
    expect(failure.message).toContain('the setting tokenScheme is "token"; a JWT needs "bearer"');
    expect(JSON.stringify(failure)).not.toContain(opaque);
  });

  it("is sent as it is, without a check of format and expiry, with tokenScheme token: an expired JWT", async () => {
    const expired = jwt({ exp: 1_700_000_000 });
    platform.on(line, [200, {}]);
    await send({ APP_PLATFORM_TOKEN: expired, APP_PLATFORM_TOKEN_SCHEME: "token" });
    expect(platform.arrived[0]?.authorization).toBe(`Token ${expired}`);
  });
});

describe("access token", () => {
  const fromFile = { APP_PLATFORM_TOKEN: "", APP_PLATFORM_TOKEN_FILE: file };

  it("fails with AP1002 and the time if the access token has expired, by this machine's clock, without a request", async () => {
    const expired = { APP_PLATFORM_TOKEN: jwt({ exp: 1_700_000_000 }) };
    const failure = await failureOf(send(expired));
    expect(failure.code).toBe("AP1002");
    const { client } = connected(platform.url, { environment: expired }).platform;
    expect(client.requireToken).toThrow(failure.message.split("\n")[0]);
    expect(failure.message).toContain("APP_PLATFORM_TOKEN expired at 2023-11-14T22:13:20.000Z");
    expect(failure.message).toMatch(/if this machine's clock is wrong, set it: it shows \d{4}-\S+Z/);
    expect(platform.arrived).toEqual([]);
  });

  it.each([
    ["that expires later", { exp: 9_999_999_999 }],
    ["without `exp`", {}],
    ["whose `exp` isn't a number", { exp: "1700000000" }],
    ["whose claims are null", null],
    ["whose claims are a number", 7],
  ])("is sent if it's a JWT %s", async (_what, claims) => {
    platform.on(line, [200, {}]);
    await send({ APP_PLATFORM_TOKEN: jwt(claims) });
    expect(platform.arrived[0]?.authorization).toBe(`Bearer ${jwt(claims)}`);
  });

  it("ignores a byte order mark, whitespace and a line break around the token in its file", async () => {
    writeFileSync(file, `\uFEFF ${jwtNamed("one")} \r\n`);
    platform.on(line, [200, {}]);
    await send(fromFile);
    expect(platform.arrived[0]?.authorization).toBe(`Bearer ${jwtNamed("one")}`);
  });

  it("is read again from the token file (APP_PLATFORM_TOKEN_FILE) after a 401, and sent again only if it has changed", async () => {
    writeFileSync(file, jwtNamed("old"));
    platform.on(line, ({ authorization }) => {
      if (authorization === `Bearer ${jwtNamed("new")}`) return [200, { ok: true }];
      writeFileSync(file, jwtNamed("new"));
      return [401, {}];
    });
    expect(await send(fromFile)).toEqual({ ok: true });
    platform.reset();
    platform.on(line, () => {
      writeFileSync(file, jwtNamed("newer"));
      return [200, {}];
    });
    await send(fromFile);
    expect(platform.arrived).toHaveLength(1);
    platform.reset();
    platform.on(line, [401, {}]);
    expect((await failureOf(send(fromFile))).message).toContain("APP_PLATFORM_TOKEN_FILE");
    expect(platform.arrived).toHaveLength(1);
  });

  it("fails with AP1002 and how to renew its file if it comes from a file and has expired", async () => {
    writeFileSync(file, jwt({ exp: 1_700_000_000 }));
    const failure = await failureOf(send(fromFile));
    expect(failure.code).toBe("AP1002");
    expect(failure.message).toContain("The access token from APP_PLATFORM_TOKEN_FILE expired at");
    expect(failure.message).toContain(`renew the file: write a new token to ${file}\n`);
  });

  it("is read again from the token file (APP_PLATFORM_TOKEN_FILE) as soon as it has expired, and not before", async () => {
    const end = 2_000_000_000;
    let now = (end - 1) * 1000;
    const clock = { ...newStoppedClock().clock, now: () => now };
    const { client } = connected(platform.url, { environment: fromFile, clock }).platform;
    platform.on(line, [200, {}]);
    writeFileSync(file, jwt({ exp: end }));
    await client.send(request);
    writeFileSync(file, jwtNamed("fresh"));
    await client.send(request);
    now = end * 1000;
    await client.send(request);
    const sent = [jwt({ exp: end }), jwt({ exp: end }), jwtNamed("fresh")].map((token) => `Bearer ${token}`);
    expect(platform.arrived.map(({ authorization }) => authorization)).toEqual(sent);
  });

  it("fails with AP1002 from the moment at which it expires", async () => {
    const clock = { ...newStoppedClock().clock, now: () => 2_000_000_000_000 };
    const environment = { APP_PLATFORM_TOKEN: jwt({ exp: 2_000_000_000 }) };
    const { client } = connected(platform.url, { environment, clock }).platform;
    expect(() => client.requireToken()).toThrow("expired at 2033-05-18T03:33:20.000Z");
  });

  it.each([
    ["is missing", undefined, "ENOENT"],
    ["is empty", " \n", "content must not be empty"],
    ["contains no JWT", "hunter2", "content must be a JWT"],
    ["contains two lines", "hunter2\nhunter2", "line breaks"],
  ])("fails with AP1001 before a request if the token file %s", async (_, content, says) => {
    rmSync(file, { force: true });
    if (content !== undefined) writeFileSync(file, content);
    const failure = await failureOf(send(fromFile));
    expect(failure).toMatchObject({ code: "AP1001", message: expect.stringContaining("APP_PLATFORM_TOKEN_FILE") });
    expect(failure.message).toContain(says);
    expect(failure.message).not.toContain("hunter2");
    expect(platform.arrived).toEqual([]);
  });
});
