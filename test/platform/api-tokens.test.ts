/** API tokens: the backend issues them and JWTs, and accepts each with its own scheme only. */
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openedFolder } from "../support/opened-folder.js";
import { holds } from "../support/seeds.js";
import { fieldsOf } from "./support/opened.js";
import { type Platform, startPlatform } from "./support/platform.js";
import { runBackend } from "./support/platform-process.js";

const folder = openedFolder("api-tokens");
const data = join(folder, "data.db");
let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ data });
});
afterAll(async () => {
  await platform.stop();
});

const run = (...args: string[]) => runBackend(["token", ...args, "--data", data]);
const issue = async (body: object) => (await platform.request("POST", "/_local/tokens", { body })).body.token as string;
const path = () => `/environment/${platform.ids.environment}/container`;
const read = (authorization: string) => platform.request("GET", path(), { token: null, headers: { authorization } });

describe("API token", () => {
  it.each<[issuer: string, issue: () => Promise<string> | string]>([
    ["POST /_local/tokens", () => issue({ role: "viewer", scheme: "token" })],
    ["app-platform-backend token", () => run("--role", "viewer", "--scheme", "token").stdout.trim()],
  ])("is accepted with its role after a restart: %s", async (_, make) => {
    const authorization = `Token ${await make()}`;
    expect((await read(authorization)).status).toBe(200);
    await platform.stop();
    platform = await startPlatform({ data });
    expect((await read(authorization)).status).toBe(200);
    const write = await platform.request("POST", path(), { token: null, headers: { authorization }, body: {} });
    expect(write.status).toBe(403);
  });

  it("is refused as Bearer, and a JWT as Token, with a 401 that names the right scheme", async () => {
    const token = await issue({ scheme: "token" });
    const { admin } = platform.tokens;
    // The JWT is known by now: what is remembered of it must not help it with the other scheme.
    expect((await read(`Bearer ${admin}`)).status).toBe(200);
    for (const [authorization, says] of [
      [`Bearer ${token}`, "An API token is sent as Token"],
      [`Token ${admin}`, "A JWT is sent as Bearer"],
    ] as const) {
      const { status, body, headers } = await read(authorization);
      expect({ status, body }).toMatchObject({ status: 401, body: { detail: expect.stringContaining(says) } });
      expect(headers["www-authenticate"]).toBe('Bearer realm="app-platform", Token realm="app-platform"');
    }
  });

  it("is refused with 401 after a change of any character, and by another platform", async () => {
    const token = await issue({ role: "admin", scheme: "token" });
    const changed = fc
      .tuple(fc.nat(token.length - 1), fc.constantFrom("", "A", "-", "_", "9", "=", "."))
      .map(([at, text]) => token.slice(0, at) + text + token.slice(at + 1))
      .filter((each) => each !== token);
    await holds(
      fc.asyncProperty(changed, async (each) => {
        expect((await read(`Token ${each}`)).status).toBe(401);
      }),
      100,
    );
    const other = await startPlatform();
    const foreign = await other.request("POST", "/_local/tokens", { body: { role: "admin", scheme: "token" } });
    await other.stop();
    expect((await read(`Token ${foreign.body.token}`)).status).toBe(401);
  });

  it("can't be issued with `ttl` or `issuer` (400, exit code 1), since it never expires", async () => {
    const body = { scheme: "token", ttl: "1h", issuer: "x" };
    const refused = await platform.request("POST", "/_local/tokens", { body });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ["ttl", "issuer"]]);
    const { status: code, stderr } = run("--role", "admin", "--scheme", "token", "--ttl", "1h");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("an API token never expires") });
  });
});
