import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../provider/platform/configuration.js";
import { platformOf } from "../../provider/platform/platform.js";
import { jwtNamed } from "../jwt.js";
import { ids } from "../kinds/shared/ids.js";
import { openedFolder } from "../opened-folder.js";
import { type ApiRequest, endpoint } from "../provider.js";
import { connected, failureOf, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

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

describe("an API token", () => {
  const connections = (settings: object) => ({
    "app-platform:connections": JSON.stringify({ staging: { baseUrl: platform.url, ...settings } }),
  });
  const sendAs = (environment: Record<string, string>, stack: Record<string, string> = {}, connection?: string) => {
    const variables = { APP_PLATFORM_BASE_URL: platform.url, ...environment };
    return platformOf(readConfiguration((key) => stack[key], connection, variables)).client.send(request);
  };

  const staging = { APP_PLATFORM_STAGING_TOKEN: opaque, APP_PLATFORM_STAGING_TOKEN_SCHEME: "token" };
  it.each<[where: string, ...Parameters<typeof sendAs>]>([
    ["the environment", { APP_PLATFORM_TOKEN: opaque, APP_PLATFORM_TOKEN_SCHEME: "token" }],
    ["a file", { APP_PLATFORM_TOKEN_FILE: file, APP_PLATFORM_TOKEN_SCHEME: "token" }],
    ["the stack", {}, { "app-platform:token": opaque, "app-platform:tokenScheme": "token" }],
    [
      "the environment, its scheme in the stack",
      { APP_PLATFORM_TOKEN: opaque },
      { "app-platform:tokenScheme": "token" },
    ],
    ["a connection in the environment", staging, {}, "staging"],
    ["a connection in the stack", {}, {}, "staging"],
  ])("from %s is sent as Token, and nothing shows it when it is refused", async (_, environment, stack, connection) => {
    writeFileSync(file, `${opaque}\n`);
    const ofConnection = connection === undefined ? {} : connections({ token: opaque, tokenScheme: "token" });
    platform.on(line, [401, { detail: `no such token: ${opaque}` }]);
    const failure = await failureOf(sendAs(environment, { ...stack, ...ofConnection }, connection));
    expect(platform.arrived[0]?.authorization).toBe(`Token ${opaque}`);
    expect(failure.code).toBe("AP3001");
    expect(failure.message).toContain("no such token: ***");
    expect(failure.message).toContain('the setting tokenScheme is "token"; a JWT needs "bearer"');
    expect(JSON.stringify(failure)).not.toContain(opaque);
  });

  it("is never judged by its content: one that looks like an expired JWT is sent", async () => {
    const expired = jwt({ exp: 1_700_000_000 });
    platform.on(line, [200, {}]);
    await send({ APP_PLATFORM_TOKEN: expired, APP_PLATFORM_TOKEN_SCHEME: "token" });
    expect(platform.arrived[0]?.authorization).toBe(`Token ${expired}`);
  });

  it("is refused without the setting, which the message names, and is not sent", async () => {
    expect(() => sendAs({ APP_PLATFORM_TOKEN: opaque })).toThrow(
      /APP_PLATFORM_TOKEN must be a JWT.*an API token needs the setting tokenScheme "token"/,
    );
    expect(platform.arrived).toEqual([]);
  });

  it("must be text that a header can carry", () => {
    const wrong = (text: string) => () => sendAs({ APP_PLATFORM_TOKEN: text, APP_PLATFORM_TOKEN_SCHEME: "token" });
    expect(wrong("two words")).toThrow(/visible ASCII/);
    expect(wrong(" ")).toThrow(/must not be empty/);
  });
});

describe("the access token", () => {
  const fromFile = { APP_PLATFORM_TOKEN: "", APP_PLATFORM_TOKEN_FILE: file };

  it("that has expired is reported with the time, and is not sent", async () => {
    const failure = await failureOf(send({ APP_PLATFORM_TOKEN: jwt({ exp: 1_700_000_000 }) }));
    expect(failure.code).toBe("AP1002");
    expect(failure.message).toContain("APP_PLATFORM_TOKEN expired at 2023-11-14T22:13:20.000Z");
    expect(failure.message).toMatch(/if this machine's clock is wrong, set it: it shows \d{4}-\S+Z/);
    expect(platform.arrived).toEqual([]);
  });

  it.each([{ exp: 9_999_999_999 }, {}, { exp: "soon" }, null, 7])("with the claims %o is sent", async (claims) => {
    platform.on(line, [200, {}]);
    await send({ APP_PLATFORM_TOKEN: jwt(claims) });
    expect(platform.arrived[0]?.authorization).toBe(`Bearer ${jwt(claims)}`);
  });

  it("is read from a file, without the line break at its end", async () => {
    writeFileSync(file, `${jwtNamed("from-file")}\n`);
    platform.on(line, [200, {}]);
    await send(fromFile);
    expect(platform.arrived[0]?.authorization).toBe(`Bearer ${jwtNamed("from-file")}`);
  });

  it("is read again once after a 401, and used only if it has changed", async () => {
    writeFileSync(file, jwtNamed("old"));
    platform.on(line, ({ authorization }) => {
      if (authorization === `Bearer ${jwtNamed("new")}`) return [200, { ok: true }];
      writeFileSync(file, jwtNamed("new"));
      return [401, {}];
    });
    expect(await send(fromFile)).toEqual({ ok: true });
    platform.reset();
    platform.on(line, [401, {}]);
    expect((await failureOf(send(fromFile))).message).toContain("APP_PLATFORM_TOKEN_FILE");
    expect(platform.arrived).toHaveLength(1);
  });

  it("that has expired in a file is reported with how to renew it", async () => {
    writeFileSync(file, jwt({ exp: 1_700_000_000 }));
    const failure = await failureOf(send(fromFile));
    expect(failure.code).toBe("AP1002");
    expect(failure.message).toContain("The access token from APP_PLATFORM_TOKEN_FILE expired at");
    expect(failure.message).toContain(`renew the file: write a new token to ${file}\n`);
  });

  it("is read again from its file when it has expired", async () => {
    const { client } = connected(platform.url, { environment: fromFile }).platform;
    platform.on(line, [200, {}]);
    writeFileSync(file, jwt({ exp: Date.now() / 1000 + 1 }));
    await client.send(request);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    writeFileSync(file, jwtNamed("fresh"));
    await client.send(request);
    expect(platform.arrived.at(-1)?.authorization).toBe(`Bearer ${jwtNamed("fresh")}`);
  });

  it.each([
    ["is missing", undefined, "ENOENT"],
    ["is empty", " \n", "content must not be empty"],
    ["contains no JWT", "hunter2", "content must be a JWT"],
    ["contains two lines", "hunter2\nhunter2", "line breaks"],
  ])("in a file that %s is reported", async (_, content, says) => {
    rmSync(file, { force: true });
    if (content !== undefined) writeFileSync(file, content);
    const failure = await failureOf(send(fromFile));
    expect(failure).toMatchObject({ code: "AP1001", message: expect.stringContaining("APP_PLATFORM_TOKEN_FILE") });
    expect(failure.message).toContain(says);
    expect(failure.message).not.toContain("hunter2");
    expect(platform.arrived).toEqual([]);
  });
});
