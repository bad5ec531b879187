import { ComponentResource, type ComponentResourceOptions, type CustomResourceOptions, runtime } from "@pulumi/pulumi";
import { Database, getDatabaseOutput, getDatabasesOutput, withConnection } from "pulumi-app-platform";
import { beforeEach, describe, expect, test } from "vitest";
import { openedPlatform } from "../platform/support/opened.js";
import type { Platform } from "../platform/support/platform.js";
import { databaseArgs } from "./support/declare.js";
import { openStack } from "./support/stack.js";
import type { Program, TestStack } from "./support/test-stack.js";

const main = openedPlatform({ endpoints: "extended" });
const staging = openedPlatform({ endpoints: "extended" });
const other = openedPlatform({ endpoints: "extended" });
let stack: TestStack;

const settingsOf = ({ url: baseUrl, tokens: { admin: token } }: Platform) => ({
  baseUrl,
  token,
  endpoints: "extended",
});

beforeEach(async () => {
  await Promise.all([main, staging, other].map(({ request }) => request("POST", "/_local/reset")));
  // An inline program runs in this process, whose environment is not the stack's: lookups use the configuration.
  const connections = JSON.stringify({ staging: settingsOf(staging), other: settingsOf(other) });
  const env = { APP_PLATFORM_ENDPOINTS: "extended" };
  stack = await openStack(main, { env, secretConfig: { "app-platform:connections": connections } });
  return () => stack.close();
});

/** Sorted, since resources are created at the same time. */
const namesOn = async ({ request, ids }: Platform): Promise<string[]> => {
  const { body } = await request("GET", `/environment/${ids.environment}/database`);
  return body.results.map(({ name }: { name: string }) => name).sort();
};
const names = async () => ({ main: await namesOn(main), staging: await namesOn(staging), other: await namesOn(other) });

const database = (name: string, args: { connection?: string; name?: string } = {}, options?: CustomResourceOptions) =>
  new Database(name, databaseArgs(main, args), options);

class Shop extends ComponentResource {
  constructor(name: string, options: ComponentResourceOptions, make: (shop: Shop) => void) {
    super("test:index:Shop", name, {}, options);
    make(this);
    this.registerOutputs({});
  }
}

describe("withConnection as a transform of a component", () => {
  const twice: Program = () => {
    new Shop("here", {}, (parent) => void database("here-db", { name: "db" }, { parent }));
    new Shop("there", { transforms: [withConnection("staging")] }, (parent) => {
      database("there-db", { name: "db" }, { parent });
      database("elsewhere", { connection: "other" }, { parent });
    });
    database("beside");
  };

  test("sets the connection of all children that don't have one", async () => {
    expect((await stack.run("up", twice)).changes).toEqual({ create: 7 });
    expect(await names()).toEqual({ main: ["beside", "db"], staging: ["db"], other: ["elsewhere"] });
    expect((await stack.run("preview")).changes).toEqual({ same: 7 });
    expect((await stack.run("refresh")).changes).toEqual({ same: 7 });
    expect((await stack.run("destroy")).changes).toEqual({ delete: 7 });
    expect(await names()).toEqual({ main: [], staging: [], other: [] });
  });

  test("isn't inherited by lookups: without `connection`, they read the default platform", async () => {
    await stack.configure({ "app-platform:baseUrl": main.url, "app-platform:token": main.tokens.admin });
    const { outputs } = await stack.run("up", () => {
      const transforms = [withConnection("staging")];
      const parent = new ComponentResource("test:index:Shop", "looking", {}, { transforms });
      const dependsOn = database("looking-db", {}, { parent });
      const { environment: environmentId } = main.ids;
      const countOf = (place: { connection?: string }) =>
        getDatabasesOutput({ environmentId, ...place }, { parent, dependsOn }).apply(({ length }) => length);
      return { inherited: countOf({}), own: countOf({ connection: "staging" }) };
    });
    expect(outputs).toEqual({ inherited: 0, own: 1 });
  });

  test("takes precedence over that of an outer component", async () => {
    await stack.run("up", () => {
      new Shop("outer", { transforms: [withConnection("staging")] }, (outer) => {
        new Shop("plain", { parent: outer }, (parent) => void database("outer-db", {}, { parent }));
        const transforms = [withConnection("other")];
        new Shop("inner", { parent: outer, transforms }, (parent) => void database("inner-db", {}, { parent }));
      });
    });
    expect(await names()).toEqual({ main: [], staging: ["outer-db"], other: ["inner-db"] });
  });
});

test("withConnection as a transform of the stack sets the connection of resources that have none", async () => {
  const { outputs } = await stack.run("up", () => {
    runtime.registerResourceTransform(withConnection("staging"));
    const db = database("db");
    database("own", { connection: "other" });
    const where = { environmentId: main.ids.environment, connection: "staging" };
    return { found: getDatabaseOutput({ ...where, name: "db" }, { dependsOn: db }).name };
  });
  expect(await names()).toEqual({ main: [], staging: ["db"], other: ["own"] });
  expect(outputs.found).toBe("db");
});
