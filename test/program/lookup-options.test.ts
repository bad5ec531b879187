import { ComponentResource } from "@pulumi/pulumi";
import { Database, getDatabaseOutput, getDatabases, getDatabasesOutput } from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { forgetRequests, requests } from "./journal.js";
import { openStack, type Program, type TestStack } from "./stack.js";

let platform: Platform;
let stack: TestStack;
const list = "GET /environment/{environmentId}/database 200";

beforeAll(async () => {
  platform = await startPlatform();
  // An inline program runs in this process, whose environment is not the stack's: the configuration serves both.
  stack = await openStack(platform, {
    env: { APP_PLATFORM_BASE_URL: "", APP_PLATFORM_TOKEN: "" },
    config: { "app-platform:baseUrl": platform.url },
    secretConfig: { "app-platform:token": platform.tokens.admin },
  });
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

const database = (name: string, parent?: ComponentResource) => {
  const { environment: environmentId } = platform.ids;
  const args = { environmentId, type: "MYSQL", version: "8.4", mode: "CONTAINER" } as const;
  return new Database(name, args, parent === undefined ? {} : { parent });
};

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

describe("the options of look-ups", () => {
  test("with resources that are still to be created, nothing is looked up at preview", async () => {
    await forgetRequests(platform);
    expect((await stack.run("preview", looking)).changes).toEqual({ create: 5 });
    expect(await requests(platform)).toEqual({});
  });

  test("the look-ups run when these resources are created", async () => {
    const { outputs } = await stack.run("up", looking);
    const ids = await Promise.all(["one", "two", "three"].map(async (name) => (await stack.resource(name)).id));
    expect(outputs).toEqual({ one: ids[0], two: ids[1], three: ids[2], all: 3 });
  });

  test("with resources that exist, the look-ups run at preview too", async () => {
    await forgetRequests(platform);
    expect((await stack.run("preview", looking)).changes).toEqual({ same: 5 });
    expect(Object.keys(await requests(platform))).toEqual([list]);
  });

  test("options without effect are named once, and parent is accepted", async () => {
    const { output } = await stack.run("preview", async () => {
      looking();
      const { environment: environmentId } = platform.ids;
      for (const version of ["1.0.0", "2.0.0"])
        await getDatabases({ environmentId }, { version, parent: new ComponentResource("test:index:Shop", version) });
      return {};
    });
    const warnings = new Set(output.match(/The option `\w+` has no effect.*/g));
    expect([...warnings]).toEqual([
      "The option `version` has no effect on resources and look-ups of pulumi-app-platform: the installed version of the npm package pulumi-app-platform is used.",
    ]);
  });
});
