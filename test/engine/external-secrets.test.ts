/** Secrets in a secret manager: the accesses of a cluster, and variables that have only the names of secrets. */
import * as pulumi from "@pulumi/pulumi";
import { CloudCredentials, Cluster, Container, Environment, Project, type types, Variable } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import type { Values } from "../support/provider.js";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

type Access = types.input.SecretManagerAccessArgs;
type Accesses = readonly Access[];
const region = "eu-west-3";
const secretKey = () => pulumi.secret("a canary of a key");
const keys = (secret: pulumi.Input<string>) => ({ region, accessKey: "key-1", secretKey: secret });
const accesses = (secret: pulumi.Input<string> = secretKey()): [Access, Access] => [
  {
    name: "shop",
    endpoint: { awsSecretManager: { region } },
    authentication: { awsStaticCredentials: keys(secret) },
  },
  { name: "other", endpoint: { awsParameterStore: { region } }, authentication: { automaticallyConfigured: {} } },
];

/** A cluster with an environment, and a container in it. */
function declared(secretManagerAccesses: Accesses = accesses()) {
  const { organization: organizationId } = platform.ids;
  const aws = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "another canary" };
  const credentials = new CloudCredentials("aws", { organizationId, aws });
  const cluster = new Cluster("main", {
    ...{ organizationId, name: "second", region, cloudProvider: "AWS" },
    secretManagerAccesses: [...secretManagerAccesses],
    cloudProviderCredentials: { cloudProvider: "AWS", credentials: { id: credentials.id } },
  });
  const project = new Project("shop", { organizationId });
  const environment = new Environment("staging", { projectId: project.id, clusterId: cluster.id });
  const container = (externalSecrets?: Record<string, object>, variables = {}) =>
    new Container(
      "web",
      containerArgs(platform, {
        environmentId: environment.id,
        variables,
        ...(externalSecrets && { externalSecrets }),
      }),
    );
  return {
    cluster,
    environment,
    container,
    id: (name: string) => cluster.secretManagerAccessIds.apply((ids) => ids?.[name] ?? ""),
  };
}

const variablesOf = async (id: string): Promise<Values[]> => {
  const { body } = await platform.request("GET", `/variable?scope=CONTAINER&parent_id=${id}`);
  return body.results.filter(({ scope }: Values) => scope === "CONTAINER");
};
const web = async () => variablesOf((await stack.resource("web")).id);
const idsNow = async (): Promise<Record<string, string>> =>
  (await stack.resource("main")).outputs.secretManagerAccessIds as Record<string, string>;
const expectNoChange = async (program: () => void) => {
  expect(Object.keys((await stack.run("refresh", program)).changes)).toEqual(["same"]);
  expect(Object.keys((await stack.run("preview", program)).changes)).toEqual(["same"]);
};

describe("externalSecrets of a service", () => {
  const program =
    (name = "shop/db", more: Record<string, object> = {}) =>
    () => {
      const { container, id } = declared();
      container({ DB_PASSWORD: { secretManagerAccessId: id("shop"), name }, ...more }, { LOG_LEVEL: "info" });
    };

  test("are created with their cluster, without a secret in the state or output", async () => {
    const { output } = await stack.run("up", program());
    const ids = await idsNow();
    expect(Object.keys(ids).sort()).toEqual(["other", "shop"]);
    expect(await web()).toMatchObject([
      { key: "LOG_LEVEL", variable_type: "VALUE" },
      { key: "DB_PASSWORD", value: "shop/db", variable_type: "EXTERNAL_SECRET", secret_manager_access_id: ids.shop },
    ]);
    expect(`${output}${await stack.exported()}`).not.toMatch(/canary/);
    const { outputs } = await stack.resource("web");
    expect(outputs.externalSecrets).toEqual({ DB_PASSWORD: { secretManagerAccessId: ids.shop, name: "shop/db" } });
    await expectNoChange(program());
    expect((await stack.run("destroy")).changes).toMatchObject({ delete: 6 });
  });

  test("keep the variable's ID if their name or access changes, and can become files or values", async () => {
    await stack.run("up", program());
    const idOf = async () => (await web()).find(({ key }) => key === "DB_PASSWORD")?.id;
    const first = await idOf();
    await stack.run("up", program("shop/database"));
    expect(await idOf()).toBe(first);
    const withAccess = (members: object) => () => {
      const { container, id } = declared();
      container({ DB_PASSWORD: { secretManagerAccessId: id("other"), name: "shop/database", ...members } });
    };
    await stack.run("up", withAccess({}));
    expect((await web()).map(({ key }) => key)).toEqual(["DB_PASSWORD"]);
    expect(await web()).toMatchObject([{ id: first, secret_manager_access_id: (await idsNow()).other }]);
    await stack.run("up", withAccess({ mountPath: "/etc/db" }));
    expect(await web()).toMatchObject([{ variable_type: "FILE_EXTERNAL_SECRET", mount_path: "/etc/db" }]);
    await expectNoChange(withAccess({ mountPath: "/etc/db" }));
    await stack.run("up", withAccess({}));
    expect(await web()).toMatchObject([{ variable_type: "EXTERNAL_SECRET", mount_path: null }]);
    const plain = () => void declared().container(undefined, { DB_PASSWORD: "plain" });
    await stack.run("up", plain);
    expect(await web()).toMatchObject([{ variable_type: "VALUE", value: "plain" }]);
    await stack.run("up", program());
    expect((await web()).map(({ variable_type }) => variable_type)).toContain("EXTERNAL_SECRET");
    await stack.run("up", () => void declared().container());
    expect(await web()).toEqual([]);
  });

  test("are restored by the next up if a refresh finds them changed or deleted by hand", async () => {
    await stack.run("up", program());
    const [, before] = await web();
    await platform.request("PUT", `/variable/${before?.id}`, { body: { key: "DB_PASSWORD", value: "by hand" } });
    expect((await stack.run("refresh", program())).changes).toMatchObject({ update: 1 });
    await stack.run("up", program());
    expect(await web()).toMatchObject([{}, { value: "shop/db" }]);
    await platform.request("DELETE", `/variable/${before?.id}`);
    expect((await stack.run("refresh", program())).changes).toMatchObject({ update: 1 });
    await stack.run("up", program());
    expect((await web()).map(({ value }) => value)).toEqual(["info", "shop/db"]);
  });

  test("fail at preview if a key is also in `variables`", async () => {
    const twice = () =>
      void declared().container({ A: { secretManagerAccessId: platform.ids.cluster, name: "a" } }, { A: "1" });
    expect(await stack.fails("preview", twice)).toMatch(
      /variables\.A must be omitted, since `externalSecrets` has the key/,
    );
  });
});

describe("Variable with secretManagerAccessId", () => {
  const program = (args: object, on?: (its: ReturnType<typeof declared>) => pulumi.Input<string>) => () => {
    const its = declared();
    const scope = on?.(its) ?? pulumi.interpolate`environment/${its.environment.id}`;
    new Variable("db", {
      on: scope,
      key: "DB_PASSWORD",
      value: "shop/db",
      secretManagerAccessId: its.id("shop"),
      ...args,
    } as never);
  };
  const variable = async () => {
    const { id } = await stack.resource("staging");
    const { body } = await platform.request("GET", `/variable?scope=ENVIRONMENT&parent_id=${id}`);
    return body.results.find(({ key }: Values) => key === "DB_PASSWORD");
  };

  test("is updated if its name or access changes, and replaced if it becomes a file or value", async () => {
    await stack.run("up", program({}));
    const first = await variable();
    expect(first).toMatchObject({ variable_type: "EXTERNAL_SECRET", secret_manager_access_id: (await idsNow()).shop });
    await expectNoChange(program({}));
    expect((await stack.run("up", program({ value: "b" }))).changes).toMatchObject({ update: 1 });
    const other = () => {
      const its = declared();
      const scope = pulumi.interpolate`environment/${its.environment.id}`;
      new Variable("db", { on: scope, key: "DB_PASSWORD", value: "b", secretManagerAccessId: its.id("other") });
    };
    expect((await stack.run("up", other)).changes).toMatchObject({ update: 1 });
    expect(await variable()).toMatchObject({
      id: first.id,
      value: "b",
      secret_manager_access_id: (await idsNow()).other,
    });
    expect((await stack.run("up", program({ mountPath: "/etc/db" }))).changes).toMatchObject({ replace: 1 });
    expect(await variable()).toMatchObject({ variable_type: "FILE_EXTERNAL_SECRET", mount_path: "/etc/db" });
    const plain = program({ secretManagerAccessId: undefined, value: "plain" });
    expect((await stack.run("up", plain)).changes).toMatchObject({ replace: 1 });
    expect(await variable()).toMatchObject({ variable_type: "VALUE", value: "plain", secret_manager_access_id: null });
    expect((await stack.run("up", program({}))).changes).toMatchObject({ replace: 1 });
    await expectNoChange(program({}));
  });

  test.each<[what: string, args: object, message: RegExp]>([
    ["`secret: true`", { secret: true }, /secret must be omitted: `value` is only the name/],
    ["a secret `value`", { value: pulumi.secret("s3cr3t") }, /value must not be marked as secret/],
    [
      "`aliasOf`",
      { value: undefined, aliasOf: "00000000-0000-4000-8000-00000000dead" },
      /secretManagerAccessId must be omitted/,
    ],
  ])("fails at preview with %s", async (_, args, message) => {
    const known = { secretManagerAccessId: platform.ids.cluster };
    const rejected = program({ ...known, ...args }, () => `environment/${platform.ids.environment}`);
    const failure = await stack.fails("preview", rejected);
    expect(failure).toMatch(message);
    expect(failure).not.toContain("s3cr3t");
  });
});

describe("secret manager access of another cluster", () => {
  const service = (id: string) => () => {
    declared();
    const externalSecrets = { DB_PASSWORD: { secretManagerAccessId: id, name: "shop/db" } };
    new Container("elsewhere", containerArgs(platform, { externalSecrets }));
  };
  const variable = (id: string) => () => {
    declared();
    const on = `environment/${platform.ids.environment}`;
    new Variable("elsewhere", { on, key: "DB_PASSWORD", value: "shop/db", secretManagerAccessId: id });
  };

  test.each([
    ["a service", service, /externalSecrets\.DB_PASSWORD\.secretManagerAccessId must be a secret manager access of/],
    [
      "a Variable",
      variable,
      /secretManagerAccessId must be a secret manager access of the environment's cluster, "main"/,
    ],
  ])("fails the preview of %s, and the error names both clusters", async (_, program, message) => {
    await stack.run("up", () => void declared());
    await forgetRequests(platform);
    const failure = await stack.fails("preview", program((await idsNow()).shop as string));
    expect(failure).toMatch(message);
    expect(failure).toContain('"shop" is one of the cluster "second"');
    expect(Object.keys(await requests(platform)).filter((each) => !each.startsWith("GET"))).toEqual([]);
  });
});

describe("secretManagerAccesses of a Cluster", () => {
  const program =
    (all: Accesses, isUsed = true) =>
    () => {
      const { container, id } = declared(all);
      container(isUsed ? { DB_PASSWORD: { secretManagerAccessId: id("shop"), name: "shop/db" } } : undefined);
    };

  test("can't lose an access that a variable uses: up fails until the variable is removed", async () => {
    await stack.run("up", program(accesses()));
    const [, other] = accesses();
    const removed = () => {
      const { container, id } = declared([other]);
      container({ DB_PASSWORD: { secretManagerAccessId: id("other"), name: "shop/db" } });
    };
    expect(await stack.fails("up", removed)).toContain("DB_PASSWORD");
    await stack.run("up", program(accesses(), false));
    expect(Object.keys(await idsNow()).sort()).toEqual(["other", "shop"]);
    await stack.run("up", program([other], false));
    expect(Object.keys(await idsNow()).sort()).toEqual(["other"]);
  });
});
