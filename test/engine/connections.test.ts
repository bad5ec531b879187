import { Database, getDatabases } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { openedPlatform } from "../platform/support/opened.js";
import type { Platform } from "../platform/support/platform.js";
import { jwtNamed } from "../support/jwt.js";
import { databaseArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { openStack } from "./support/stack.js";

const main = openedPlatform();
const staging = openedPlatform({ endpoints: "extended" });

const unset = { APP_PLATFORM_BASE_URL: "", APP_PLATFORM_TOKEN: "" };
const nowhere = { url: "", tokens: { admin: "", editor: "", viewer: "" } };

const databases = async ({ request, ids }: Platform): Promise<string[]> =>
  (await request("GET", `/environment/${ids.environment}/database`)).body.results.map(
    ({ name }: { name: string }) => name,
  );

const database = (name: string, more: { connection?: string } = {}) => new Database(name, databaseArgs(main, more));

describe("connections: two platforms in one program", () => {
  test("have their own settings and endpoints", async () => {
    await Promise.all([main.request("POST", "/_local/reset"), staging.request("POST", "/_local/reset")]);
    const stack = await openStack(main, {
      env: {
        APP_PLATFORM_STAGING_BASE_URL: staging.url,
        APP_PLATFORM_STAGING_TOKEN: staging.tokens.admin,
        APP_PLATFORM_STAGING_ENDPOINTS: "extended",
      },
    });
    await stack.run("up", () => {
      database("here");
      database("there", { connection: "staging" });
    });
    expect([await databases(main), await databases(staging)]).toEqual([["here"], ["there"]]);
    expect((await stack.run("preview")).changes).toEqual({ same: 3 });
    await Promise.all([forgetRequests(main), forgetRequests(staging)]);
    expect((await stack.run("refresh")).changes).toEqual({ same: 3 });
    expect([await requests(main), await requests(staging)]).toEqual([
      { "GET /environment/{environmentId}/database 200": 1 },
      { "GET /database/{databaseId} 200": 1, "GET /database/{databaseId}/masterCredentials 200": 1 },
    ]);
    const { output } = await stack.run("destroy");
    // Only the other platform serves a delete.
    expect(output).toContain('Database "here"');
    expect(output).not.toContain('Database "there"');
    expect([await databases(main), await databases(staging)]).toEqual([["here"], []]);
    await stack.close();
  });

  const configured = async () => {
    await Promise.all([main.request("POST", "/_local/reset"), staging.request("POST", "/_local/reset")]);
    const { url: baseUrl, tokens } = staging;
    return openStack(nowhere, {
      env: unset,
      config: { "app-platform:baseUrl": main.url },
      secretConfig: {
        "app-platform:token": main.tokens.admin,
        "app-platform:connections": JSON.stringify({ staging: { baseUrl, token: tokens.admin } }),
      },
    });
  };

  test("replace a database if its `connection` changes", async () => {
    const stack = await configured();
    await stack.run("up", () => void database("moving"));
    const { changes } = await stack.run("up", () => void database("moving", { connection: "staging" }));
    expect(changes).toEqual({ same: 1, replace: 1 });
    // The basic API of the first platform can't delete it.
    expect([await databases(main), await databases(staging)]).toEqual([["moving"], ["moving"]]);
    await stack.close();
  });

  test("have lookups of their own", async () => {
    const stack = await configured();
    const both = () => [database("here"), database("there", { connection: "staging" })];
    await stack.run("up", () => void both());
    const { environment: environmentId } = main.ids;
    const { outputs } = await stack.run("up", async () => {
      both();
      const [here, there] = [{ environmentId }, { environmentId, connection: "staging" }];
      const namesIn = async (place: typeof here) => (await getDatabases(place)).map(({ name }) => name);
      return { here: await namesIn(here), there: await namesIn(there) };
    });
    expect(outputs).toEqual({ here: ["here"], there: ["there"] });
    await stack.close();
  });
});

test("destroy uses APP_PLATFORM_TOKEN if the state also has app-platform:token, and fails with AP3001 if the former is invalid", async () => {
  await Promise.all([main.request("POST", "/_local/reset"), staging.request("POST", "/_local/reset")]);
  const { token } = (await staging.request("POST", "/_local/tokens", { body: { role: "admin", ttl: "1h" } })).body;
  const stack = await openStack(nowhere, {
    env: unset,
    config: { "app-platform:baseUrl": staging.url, "app-platform:endpoints": "extended", "app-platform:token": token },
  });
  await stack.run("up", () => void database("old"));
  expect(await databases(staging)).toEqual(["old"]);
  const wrong = {
    APP_PLATFORM_BASE_URL: staging.url,
    APP_PLATFORM_TOKEN: jwtNamed("forged"),
    APP_PLATFORM_ENDPOINTS: "extended",
  };
  expect(await stack.fails("destroy", undefined, { env: wrong })).toContain("AP3001");
  const env = { ...wrong, APP_PLATFORM_TOKEN: staging.tokens.admin };
  await stack.run("destroy", undefined, { env });
  expect(await databases(staging)).toEqual([]);
  expect(await stack.resources()).toEqual([]);
  await stack.close();
});

test("app-platform:token is reported as stored in plain text if it isn't set with --secret", async () => {
  const reported = "warning: app-platform:token is stored in plain text in the stack's configuration and state.";
  const address = { "app-platform:baseUrl": main.url };
  const token = { "app-platform:token": main.tokens.admin };
  const plain = await openStack(nowhere, { env: unset, config: { ...address, ...token } });
  const secret = await openStack(nowhere, { env: unset, config: address, secretConfig: token });
  // A process reports a token once.
  expect((await secret.run("preview", () => void database("secret"))).output).not.toContain(reported);
  expect((await plain.run("preview", () => void database("plain"))).output).toContain(reported);
  for (const stack of [plain, secret]) await stack.close();
});
