/** Variables as resources of their own: where they are, what they name, and who has them. */
import * as pulumi from "@pulumi/pulumi";
import {
  Application,
  Container,
  type ContainerArgs,
  Database,
  Environment,
  getVariablesOutput,
  Project,
  Variable,
  type VariableArgs,
} from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { forgetRequests, requests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const web = (others: Partial<ContainerArgs> = {}) => new Container("web", containerArgs(platform, others));
const environment = () => `environment/${platform.ids.environment}`;
const seenFrom = async (scope: string, id: string) => {
  const { results } = (await platform.request("GET", `/variable?scope=${scope}&parent_id=${id}`)).body;
  return results.filter((each: Record<string, string>) => each.scope !== "BUILT_IN");
};
const unknownId = "00000000-0000-4000-8000-00000000dead";
/** A variable of the environment. */
const declared = (args: Omit<VariableArgs, "on">) => () =>
  void new Variable("variable", { on: environment(), ...args } as VariableArgs);

test("Variable: `on` accepts a project, an environment or a service", async () => {
  const program = () => {
    const project = new Project("shop", { organizationId: platform.ids.organization });
    const staging = new Environment("staging", { projectId: project.id });
    const app = new Application("app", {
      environmentId: staging.id,
      gitRepository: { url: "https://github.com/acme/a.git", provider: "GITHUB" },
      dockerfilePath: "Dockerfile",
      healthchecks: {},
    });
    const places = { project, staging, app };
    for (const [name, on] of Object.entries(places)) new Variable(`${name}-level`, { on, key: "LEVEL", value: name });
    const all = getVariablesOutput({ on: pulumi.interpolate`environment/${staging.id}` }, { dependsOn: [staging] });
    return { seen: all.apply((each) => each.length) };
  };
  expect((await stack.run("preview", program)).changes).toEqual({ create: 7 });
  await stack.run("up", program);
  const { id } = await stack.resource("app");
  expect((await seenFrom("APPLICATION", id)).map(({ scope, value }: Record<string, string>) => [scope, value])).toEqual(
    [
      ["PROJECT", "project"],
      ["ENVIRONMENT", "staging"],
      ["APPLICATION", "app"],
    ],
  );
  // A list of a place also contains what is above it; a lookup finds what belongs to the place.
  expect((await stack.run("up", program)).outputs).toEqual({ seen: 1 });
  expect((await stack.run("refresh")).changes).toEqual({ same: 7 });
});

describe("secret Variable", () => {
  test.each<[why: string, args: Omit<VariableArgs, "on">]>([
    ["`secret` is true", { key: "token", value: "hunter22", secret: true }],
    ["its value is a secret of the program", { key: "token", value: pulumi.secret("hunter22") }],
  ])("is masked on the platform and encrypted in the state if %s", async (_, args) => {
    const { output } = await stack.run("up", declared(args));
    expect(output).not.toContain("hunter22");
    expect(await seenFrom("ENVIRONMENT", platform.ids.environment)).toMatchObject([{ is_secret: true, value: null }]);
    expect(await stack.exported()).not.toContain("hunter22");
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    expect((await stack.run("preview", declared(args))).changes).toEqual({ same: 2 });
  });
});

describe("Variable with aliasOf", () => {
  test.each([
    ["a resource", (target: Variable) => target],
    ["an ID", (target: Variable) => target.id],
  ])("refers to %s, and to another variable after aliasOf changes", async (_, named) => {
    const program = (other: boolean) => () => {
      const target = new Variable("source", { on: environment(), key: "SOURCE", value: "1" });
      const second = new Variable("second", { on: environment(), key: "SECOND", value: "2" });
      const on = web();
      new Variable(
        "alias",
        { on, key: "LEVEL", aliasOf: other ? second : named(target) },
        { dependsOn: [target, second] },
      );
    };
    await stack.run("up", program(false));
    const { id } = await stack.resource("web");
    const alias = async () =>
      (await seenFrom("CONTAINER", id)).find(({ key }: { readonly key: string }) => key === "LEVEL");
    expect(await alias()).toMatchObject({ variable_type: "ALIAS", value: "1", aliased_variable: { key: "SOURCE" } });
    expect((await stack.run("refresh")).changes).toEqual({ same: 5 });
    expect((await stack.run("preview", program(false))).changes).toEqual({ same: 5 });
    await stack.run("up", program(true));
    expect(await alias()).toMatchObject({ value: "2", aliased_variable: { key: "SECOND" } });
    await stack.run("destroy");
  });

  test("becomes a variable with a `value` if the program sets that instead, and the reverse", async () => {
    const program = (isAlias: boolean) => () => {
      const other = new Variable("source", { on: environment(), key: "SOURCE", value: "1" });
      const source = isAlias ? { aliasOf: other } : { value: "2" };
      new Variable("level", { on: environment(), key: "LEVEL", ...source });
    };
    for (const isAlias of [false, true, false]) {
      await stack.run("up", program(isAlias));
      const found = (await seenFrom("ENVIRONMENT", platform.ids.environment)).find(
        ({ key }: Record<string, string>) => key === "LEVEL",
      );
      expect(found).toMatchObject({ variable_type: isAlias ? "ALIAS" : "VALUE", value: isAlias ? "1" : "2" });
      expect((await stack.run("preview", program(isAlias))).changes).toEqual({ same: 3 });
    }
  });

  test("refers to the password of a database, which stays secret on the platform and is never read", async () => {
    const program = (version = "16") => {
      const db = new Database("db", databaseArgs(platform, { version }));
      new Variable("password", { on: web(), key: "DATABASE_PASSWORD", aliasOf: db.credentials.password });
    };
    expect((await stack.run("preview", program)).changes).toEqual({ create: 4 });
    await stack.run("up", program);
    const { id } = await stack.resource("web");
    const own = (await seenFrom("CONTAINER", id)).find(
      ({ scope }: { readonly scope: string }) => scope === "CONTAINER",
    );
    expect(own).toMatchObject({ key: "DATABASE_PASSWORD", is_secret: true, value: null });
    expect(own.aliased_variable.key).toMatch(/^POSTGRESQL_Z[0-9A-F]{8}_PASSWORD$/);
    await forgetRequests(platform);
    expect((await stack.run("preview", program)).changes).toEqual({ same: 4 });
    // Nothing is read to know the names, and an update of the database leaves them as they are.
    expect(await requests(platform)).toEqual({});
    const edited = await stack.run("preview", () => program("17"));
    expect(edited.changes).toEqual({ same: 3, update: 1 });
  });

  test("fails at up if no variable that `on` sees has the reference in `aliasOf`", async () => {
    const aliasOf = `database/${unknownId}/password`;
    const output = await stack.fails("up", declared({ key: "LEVEL", aliasOf }));
    expect(output).toContain(`aliasOf must name a variable that ${environment()} sees; got "${aliasOf}"`);
  });
});

test("Variable with `overrides` replaces the value of a variable of a wider scope, and is updated in place", async () => {
  const program = (value: string) => () => {
    const level = new Variable("level", { on: environment(), key: "LEVEL", value: "info" });
    new Variable("debug", { on: web(), key: "LEVEL", overrides: level, value });
  };
  await stack.run("up", program("debug"));
  const { id } = await stack.resource("web");
  expect(await seenFrom("CONTAINER", id)).toMatchObject([
    { scope: "ENVIRONMENT", value: "info" },
    { scope: "CONTAINER", value: "debug", variable_type: "OVERRIDE" },
  ]);
  await forgetRequests(platform);
  await stack.run("up", program("trace"));
  expect(await writes(platform)).toEqual(["PUT /variable/{variableId} 200"]);
  await stack.run("destroy");
});

test("Variable with `overrides` and a different `key` fails, and the error names the required key", async () => {
  const level = () => new Variable("level", { on: environment(), key: "LEVEL", value: "info" });
  await stack.run("up", () => void level());
  const output = await stack.fails(
    "up",
    () => void new Variable("debug", { on: web(), key: "DEBUG", overrides: level(), value: "1" }),
  );
  expect(output).toContain('key must be "LEVEL", the key of the variable that it overrides; got "DEBUG"');
});

test.each<[what: string, before: Omit<VariableArgs, "on" | "key">, after: Omit<VariableArgs, "on" | "key">]>([
  ["`secret` is set", { value: "1" }, { value: "1", secret: true }],
  ["`secret` becomes false", { value: "1", secret: true }, { value: "1", secret: false }],
  ["`mountPath` is set", { value: "1" }, { value: "1", mountPath: "/etc/level" }],
  ["`mountPath` changes", { value: "1", mountPath: "/etc/a" }, { value: "1", mountPath: "/etc/b" }],
])("Variable is replaced, deleted first, if %s", async (_, before, after) => {
  await stack.run("up", declared({ key: "LEVEL", ...before }));
  const old = await stack.resource("variable");
  const { changes } = await stack.run("up", declared({ key: "LEVEL", ...after }));
  expect(changes).toEqual({ same: 1, replace: 1 });
  const sent = (await platform.request("GET", "/_local/requests/log")).body.results
    .filter(({ method }: Record<string, string>) => method !== "GET")
    .map(({ method, operation }: Record<string, string>) => `${method} ${operation}`);
  // The newest is first.
  expect(sent.slice(0, 2)).toEqual(["POST createVariable", "DELETE deleteVariable"]);
  const [found] = await seenFrom("ENVIRONMENT", platform.ids.environment);
  expect(found).toMatchObject({ is_secret: after.secret === true, mount_path: after.mountPath ?? null });
  expect(found.id).not.toBe(old.id);
});

test.each<[string, Omit<VariableArgs, "on" | "key">, string]>([
  ["neither a value nor an alias", {}, "value is required, unless `aliasOf` is set"],
  ["a value and aliasOf", { value: "1", aliasOf: unknownId }, "value must be omitted, since `aliasOf` is set"],
  ["overrides without a value", { overrides: unknownId }, "value is required"],
  ["secret and aliasOf", { aliasOf: unknownId, secret: true }, "secret must be omitted"],
  [
    "interpolation without a file",
    { value: "1", enableInterpolationInFile: true },
    "must be omitted, unless `mountPath` is set",
  ],
  ["a key as aliasOf", { aliasOf: "SOURCE" }, "aliasOf must be a UUID"],
  ["a key as overrides", { value: "1", overrides: "LEVEL" }, "overrides must be a UUID"],
])("Variable with %s fails at preview", async (_, others, text) => {
  const output = await stack.fails("preview", declared({ key: "LEVEL", ...others }));
  expect(output).toContain(text);
  expect(Object.keys(await requests(platform))).toEqual([]);
});

test("variables of one parent are refreshed by one request", async () => {
  const program = () => {
    const on = web({ variables: { OWN: "1" } });
    // A key in other letters is another one.
    for (const key of ["KEY", "key", "KEY_1", "KEY_2"]) new Variable(key, { on, key, value: "1" });
  };
  await stack.run("up", program);
  await forgetRequests(platform);
  expect((await stack.run("preview", program)).changes).toEqual({ same: 6 });
  expect(await requests(platform)).toEqual({});
  expect((await stack.run("refresh")).changes).toEqual({ same: 6 });
  // What the service owns in `variables` is in the same list.
  expect(await requests(platform)).toMatchObject({ "GET /variable 200": 1 });
});
