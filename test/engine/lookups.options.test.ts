import { ComponentResource, secret } from "@pulumi/pulumi";
import { Database, getDatabase, getDatabaseOutput, getDatabases, getDatabasesOutput } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { databaseArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import type { Program } from "./support/test-stack.js";

const { platform, stack } = opened({ isConfigured: true });

const list = "GET /environment/{environmentId}/database 200";

const database = (name: string, parent?: ComponentResource) =>
  new Database(name, databaseArgs(platform), parent === undefined ? {} : { parent });

/** Looks each database up that the same program creates: by `dependsOn`, by a component's children, by an argument. */
const looking: Program = () => {
  const { environment: environmentId } = platform.ids;
  const shop = new ComponentResource("test:index:Shop", "shop");
  const [one, two, three] = [database("one"), database("two", shop), database("three")];
  return {
    one: getDatabaseOutput({ environmentId, name: "one" }, { dependsOn: [one], parent: shop }).id,
    two: getDatabaseOutput({ environmentId, name: "two" }, { dependsOn: shop }).id,
    three: getDatabaseOutput({ environmentId, name: three.name }).id,
    all: getDatabasesOutput({ environmentId }, { dependsOn: [one, two, three] }).apply(({ length }) => length),
  };
};

describe("failing lookup", () => {
  type Args = Readonly<Record<"environmentId" | "name", string>>;
  const later = (name: string) => new Promise<string>((resolve) => setTimeout(resolve, 100, name));
  test.each([
    ["getDatabaseOutput", "AP2007", (args: Args) => void getDatabaseOutput(args)],
    [
      "getDatabaseOutput with late arguments",
      "AP2007",
      ({ name, ...args }: Args) => void getDatabaseOutput({ ...args, name: later(name) }),
    ],
    ["getDatabase", "AP2007", (args: Args) => void getDatabase(args)],
    ["getDatabases", "AP3003", ({ name: environmentId }: Args) => void getDatabases({ environmentId })],
  ])("fails the program even if nothing awaits its result: %s (%s)", async (_, code, look) => {
    const { environment: environmentId } = platform.ids;
    await platform.request("PUT", "/_local/faults", { body: [{ fault: "delay", milliseconds: 300, times: 1 }] });
    const output = await stack.fails("preview", () => look({ environmentId, name: "none" }));
    expect(output).toContain(code);
  });

  test("fails with AP2007 without printing a secret `name`", async () => {
    const { environment: environmentId } = platform.ids;
    const named = { environmentId, name: secret("canary-name") };
    const output = await stack.fails("preview", () => void getDatabaseOutput(named));
    expect(output).toContain('AP2007: getDatabase: there is no Database named "***"');
    expect(output).not.toMatch(/canary/i);
  });
});

test("resource fails with AP1001, without printing the name, if its secret `connection` isn't configured", async () => {
  const hidden = databaseArgs(platform, { connection: secret("canaryWest") });
  const output = await stack.fails("preview", () => void new Database("hidden", hidden));
  expect(output).toContain("AP1001");
  expect(output).not.toMatch(/canary/i);
});

describe("lookup with `dependsOn`, or with an output as an argument", () => {
  test("doesn't run at preview until its resource exists, and then finds it", async () => {
    await forgetRequests(platform);
    expect((await stack.run("preview", looking)).changes).toEqual({ create: 5 });
    expect(await requests(platform)).toEqual({});
    const { outputs } = await stack.run("up", looking);
    const ids = await Promise.all(["one", "two", "three"].map(async (name) => (await stack.resource(name)).id));
    expect(outputs).toEqual({ one: ids[0], two: ids[1], three: ids[2], all: 3 });
    await forgetRequests(platform);
    expect((await stack.run("preview", looking)).changes).toEqual({ same: 5 });
    expect(Object.keys(await requests(platform))).toEqual([list]);
  });
});
