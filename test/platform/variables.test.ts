/** Variables. Bodies are transcribed from the description of the extended set. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Body, bodies, type KindName } from "./bodies.js";
import { type Platform, startPlatform } from "./platform.js";

let platform: Platform;
/** What each scope names here. */
let parents: Record<string, string>;
let database: string;

beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended", speed: "manual" });
});
afterAll(() => platform.stop());
beforeEach(async () => {
  await platform.request("POST", "/_local/reset");
  const { project, environment } = platform.ids;
  parents = {
    PROJECT: project,
    ENVIRONMENT: environment,
    APPLICATION: await make("application"),
    CONTAINER: await make("container"),
    JOB: await make("job"),
    TERRAFORM: await make("terraform"),
  };
  database = await make("database");
});

async function make(kind: KindName, environment = platform.ids.environment): Promise<string> {
  const body = bodies[kind].minimal(platform.ids);
  return (await platform.request("POST", `/environment/${environment}/${kind}`, { body })).body.id;
}
const send = async (method: string, path: string, body?: unknown) => {
  const answer = await platform.request(method, path, body === undefined ? {} : { body });
  return { status: answer.status, body: answer.body };
};
const advance = (advanceSeconds: number) => send("POST", "/_local/clock", { advanceSeconds });

const id = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const bodyOf = (scope: string, members: Body = {}): Body => ({
  key: "LOG_LEVEL",
  value: "info",
  is_secret: false,
  variable_scope: scope,
  variable_parent_id: parents[scope],
  ...members,
});
const create = async (scope: string, members: Body = {}): Promise<Body & { id: string }> => {
  const { status, body } = await send("POST", "/variable", bodyOf(scope, members));
  expect([status, body.detail]).toEqual([201, undefined]);
  return body;
};
const list = async (scope: string, parent = parents[scope], query = ""): Promise<Body[]> => {
  const { status, body } = await send("GET", `/variable?parent_id=${parent}&scope=${scope}${query}`);
  expect(status).toBe(200);
  return body.results;
};
const own = async (scope: string, parent = parents[scope]) =>
  (await list(scope, parent)).filter((each) => each.scope === scope);

/** A whole response. */
const shown = (members: Body): Body => ({
  id,
  created_at: time,
  updated_at: null,
  key: "LOG_LEVEL",
  value: "info",
  mount_path: null,
  scope: "ENVIRONMENT",
  variable_type: "VALUE",
  is_secret: false,
  service_id: null,
  service_name: null,
  service_type: null,
  overridden_variable: null,
  aliased_variable: null,
  description: null,
  ...members,
});

const scopes = ["PROJECT", "ENVIRONMENT", "APPLICATION", "CONTAINER", "JOB", "TERRAFORM"] as const;

describe.each(scopes)("a variable with the scope %s", (scope) => {
  const ofService = () =>
    scope === "PROJECT" || scope === "ENVIRONMENT"
      ? {}
      : { service_id: parents[scope], service_name: expect.any(String), service_type: scope };

  it("is created, listed, updated and deleted", async () => {
    const created = await send("POST", "/variable", bodyOf(scope, { description: "How much" }));
    expect(created).toEqual({ status: 201, body: shown({ scope, ...ofService(), description: "How much" }) });
    expect(await own(scope)).toEqual([created.body]);
    const path = `/variable/${created.body.id}`;
    const edited = await send("PUT", path, { key: "LEVEL", value: "debug", description: null });
    expect(edited).toEqual({
      status: 200,
      body: { ...created.body, key: "LEVEL", value: "debug", description: null, updated_at: time },
    });
    expect(await own(scope)).toEqual([edited.body]);
    expect(await send("DELETE", path)).toEqual({ status: 204, body: undefined });
    expect(await own(scope)).toEqual([]);
    expect((await send("PUT", path, { key: "A" })).status).toBe(404);
  });

  it("has a key of its own, with its case", async () => {
    const first = await create(scope);
    const second = await send("POST", "/variable", bodyOf(scope));
    expect([second.status, second.body.detail]).toEqual([
      409,
      `The variable "LOG_LEVEL" already exists; its id is ${first.id}.`,
    ]);
    const other = await create(scope, { key: "log_level" });
    expect((await send("PUT", `/variable/${other.id}`, { key: "LOG_LEVEL" })).status).toBe(409);
    expect((await send("PUT", `/variable/${other.id}`, { key: "log_level", value: "x" })).status).toBe(200);
  });

  it("never shows a secret, and keeps it in an update without a value", async () => {
    const secret = await create(scope, { key: "TOKEN", value: "s3cr3t-value", is_secret: true });
    expect(secret).toMatchObject({ value: null, is_secret: true });
    const answers = [
      await list(scope),
      (await send("PUT", `/variable/${secret.id}`, { key: "TOKEN", description: "x" })).body,
      (await send("PUT", `/variable/${secret.id}`, secret)).body,
    ];
    expect(JSON.stringify(answers)).not.toContain("s3cr3t-value");
    const { tables } = (await send("GET", "/_local/snapshot")).body;
    const stored = tables.record.find((row: Body) => row.id === secret.id);
    expect(stored.body.config.value).toBe("s3cr3t-value");
  });

  it("is a file with a mount path", async () => {
    const file = await create(scope, { key: "CONFIG", value: "a: 1\n", mount_path: "/etc/app.yaml" });
    expect(file).toMatchObject({ variable_type: "FILE", mount_path: "/etc/app.yaml", value: "a: 1\n" });
  });
});

describe("the list of variables", () => {
  it("has what is seen from a service: its own, those of the environment and the project, and the built-in ones", async () => {
    for (const scope of scopes) await create(scope, { key: `OF_${scope}` });
    const keys = async (scope: string) =>
      (await list(scope)).flatMap((each) => (each.scope === "BUILT_IN" ? [] : [each.key]));
    expect(await keys("PROJECT")).toEqual(["OF_PROJECT"]);
    expect(await keys("ENVIRONMENT")).toEqual(["OF_PROJECT", "OF_ENVIRONMENT"]);
    for (const scope of scopes.slice(2))
      expect(await keys(scope)).toEqual(["OF_PROJECT", "OF_ENVIRONMENT", `OF_${scope}`]);
    const builtIn = (await list("CONTAINER")).filter((each) => each.scope === "BUILT_IN");
    expect(builtIn.map((each) => each.service_id)).toEqual(Array(4).fill(database));
    expect((await list("PROJECT")).filter((each) => each.scope === "BUILT_IN")).toEqual([]);
  });

  it("selects the secret ones, or the others", async () => {
    await create("CONTAINER", { key: "A", is_secret: true });
    await create("CONTAINER", { key: "B" });
    const keys = async (query: string) =>
      (await list("CONTAINER", parents.CONTAINER, query)).flatMap((each) =>
        each.scope === "BUILT_IN" ? [] : [each.key],
      );
    expect(await keys("&is_secret=true")).toEqual(["A"]);
    expect(await keys("&is_secret=false")).toEqual(["B"]);
  });

  it.each([
    [
      "",
      [
        ["parent_id", "is required"],
        ["scope", "is required"],
      ],
    ],
    [
      "?parent_id=x&scope=ALL&is_secret=1",
      [
        ["parent_id", "must be a UUID"],
        ["scope", expect.stringMatching(/^must be one of PROJECT, ENVIRONMENT, .*BUILT_IN$/)],
        ["is_secret", "must be true or false"],
      ],
    ],
  ])("is refused with the query %j", async (query, expected) => {
    const { status, body } = await send("GET", `/variable${query}`);
    expect([status, body.violations.map(({ field, message }: Body) => [field, message])]).toEqual([400, expected]);
  });

  it("is a 404 for what the scope does not name", async () => {
    const places: [string, string | undefined][] = [
      ["JOB", parents.CONTAINER],
      ["HELM", parents.CONTAINER],
      ["PROJECT", parents.ENVIRONMENT],
      ["ENVIRONMENT", parents.PROJECT],
      ["BUILT_IN", parents.PROJECT],
    ];
    for (const [scope, parent] of places) {
      const { status } = await send("GET", `/variable?parent_id=${parent}&scope=${scope}`);
      expect([scope, status]).toEqual([scope, 404]);
    }
  });
});

describe("a body of a variable", () => {
  it.each<[Body, [string, string][]]>([
    [
      { key: undefined, value: undefined, is_secret: undefined },
      [
        ["key", "is required"],
        ["value", "is required"],
        ["is_secret", "is required"],
      ],
    ],
    [{ key: "" }, [["key", "must not be empty"]]],
    [
      { value: 5, is_secret: "true" },
      [
        ["value", "must be a string"],
        ["is_secret", "must be true or false"],
      ],
    ],
    [
      { variable_scope: "BUILT_IN" },
      [["variable_scope", "must be one of PROJECT, ENVIRONMENT, APPLICATION, CONTAINER, JOB, HELM, TERRAFORM"]],
    ],
    [{ variable_parent_id: "x" }, [["variable_parent_id", "must be a UUID"]]],
    [{ description: "x".repeat(256) }, [["description", "must be at most 255 characters long"]]],
    [{ mount_path: "" }, [["mount_path", "must not be empty"]]],
  ])("is refused with the members %j", async (members, expected) => {
    const { status, body } = await send("POST", "/variable", bodyOf("ENVIRONMENT", members));
    expect([status, body.violations.map(({ field, message }: Body) => [field, message])]).toEqual([400, expected]);
  });

  it("may have an empty value, and a description of 255 characters", async () => {
    const made = await create("ENVIRONMENT", { value: "", description: "é".repeat(255) });
    expect(made).toMatchObject({ value: "", description: "é".repeat(255) });
  });

  it("is a 404 if it names a parent that is not there, or is something else than its scope", async () => {
    const nowhere = "00000000-0000-4000-8000-000000000000";
    expect((await send("POST", "/variable", bodyOf("ENVIRONMENT", { variable_parent_id: nowhere }))).status).toBe(404);
    expect((await send("POST", "/variable", bodyOf("JOB", { variable_parent_id: parents.CONTAINER }))).status).toBe(
      404,
    );
  });
});

const builtIn = async (end: string, of = database) => {
  const found = (await list("BUILT_IN", of)).find((each) => String(each.key).endsWith(`_${end}`));
  if (found === undefined) throw new Error(`There is no ${end}.`);
  return found as Body & { id: string };
};

describe("a database", () => {
  it("has built-in variables from its creation on: host, port, user and password", async () => {
    const { body } = await send("GET", `/database/${database}`);
    const prefix = `POSTGRESQL_Z${database.slice(0, 8).toUpperCase()}`;
    const common = {
      scope: "BUILT_IN",
      variable_type: "BUILT_IN",
      service_id: database,
      service_name: body.name,
      service_type: "DATABASE",
    };
    const made = { ...common, created_at: body.created_at };
    expect(await list("BUILT_IN", database)).toEqual([
      shown({ ...made, key: `${prefix}_HOST`, value: body.host }),
      shown({ ...made, key: `${prefix}_PORT`, value: String(body.port) }),
      shown({ ...made, key: `${prefix}_USER`, value: "app" }),
      shown({ ...made, key: `${prefix}_PASSWORD`, value: null, is_secret: true }),
    ]);
    expect(await list("BUILT_IN", database)).toEqual(await list("BUILT_IN", parents.ENVIRONMENT));
  });

  it("has variables that nobody but the platform changes", async () => {
    const { id: host } = await builtIn("HOST");
    expect((await send("PUT", `/variable/${host}`, { key: "X", value: "1" })).status).toBe(409);
    expect((await send("DELETE", `/variable/${host}`)).status).toBe(409);
  });
});

describe("an alias", () => {
  it("has the value of its target, and is secret if that is", async () => {
    const password = await builtIn("PASSWORD");
    const alias = { key: "DB_PASSWORD", alias_scope: "CONTAINER", alias_parent_id: parents.CONTAINER };
    const secret = await send("POST", `/variable/${password.id}/alias`, { ...alias, description: "d" });
    const target = {
      id: password.id,
      key: password.key,
      value: null,
      scope: "BUILT_IN",
      variable_type: "BUILT_IN",
      mount_path: null,
    };
    expect(secret).toEqual({
      status: 201,
      body: shown({
        key: "DB_PASSWORD",
        value: null,
        scope: "CONTAINER",
        variable_type: "ALIAS",
        is_secret: true,
        service_id: parents.CONTAINER,
        service_name: expect.any(String),
        service_type: "CONTAINER",
        aliased_variable: target,
        description: "d",
      }),
    });
    const host = await builtIn("HOST");
    const plain = await send("POST", `/variable/${host.id}/alias`, { ...alias, key: "DB_HOST" });
    expect(plain.body).toMatchObject({ value: host.value, is_secret: false, aliased_variable: { value: host.value } });
  });

  it("follows the value of its target, and can be renamed but not given another value", async () => {
    const target = await create("PROJECT");
    const body = { key: "LEVEL", alias_scope: "ENVIRONMENT", alias_parent_id: parents.ENVIRONMENT };
    const alias = (await send("POST", `/variable/${target.id}/alias`, body)).body;
    await send("PUT", `/variable/${target.id}`, { key: "LOG_LEVEL", value: "debug" });
    const [now] = await own("ENVIRONMENT");
    expect(now).toMatchObject({ id: alias.id, value: "debug" });
    expect((await send("PUT", `/variable/${alias.id}`, now)).status).toBe(200);
    expect((await send("PUT", `/variable/${alias.id}`, { key: "OTHER" })).body).toMatchObject({
      key: "OTHER",
      value: "debug",
    });
    expect((await send("PUT", `/variable/${alias.id}`, { key: "OTHER", value: "x" })).body.violations).toMatchObject([
      { field: "value" },
    ]);
  });

  it("goes with its target, also with a database", async () => {
    const target = await create("ENVIRONMENT");
    const body = (key: string) => ({ key, alias_scope: "JOB", alias_parent_id: parents.JOB });
    const alias = (await send("POST", `/variable/${target.id}/alias`, body("A"))).body;
    await send("POST", `/variable/${alias.id}/alias`, body("B"));
    await send("POST", `/variable/${(await builtIn("HOST")).id}/alias`, body("C"));
    expect((await own("JOB")).map(({ key }) => key)).toEqual(["A", "B", "C"]);
    await send("DELETE", `/variable/${target.id}`);
    expect((await own("JOB")).map(({ key }) => key)).toEqual(["C"]);
    await send("DELETE", `/database/${database}`);
    expect(await own("JOB")).toEqual([]);
  });

  it("can be set only where its target is seen, under a key that is free", async () => {
    const host = await builtIn("HOST");
    const other = await make("container", platform.ids.otherEnvironment);
    const alias = (scope: string, parent = parents[scope]) =>
      send("POST", `/variable/${host.id}/alias`, { key: "H", alias_scope: scope, alias_parent_id: parent });
    for (const answer of [await alias("PROJECT"), await alias("CONTAINER", other)]) {
      expect([answer.status, answer.body.violations]).toMatchObject([400, [{ field: "alias_parent_id" }]]);
    }
    expect((await alias("CONTAINER")).status).toBe(201);
    expect((await alias("CONTAINER")).status).toBe(409);
    expect((await alias("ENVIRONMENT")).status).toBe(201);
  });
});

describe("an override", () => {
  it("has the key, the secrecy and the mount path of its target, and a value of its own", async () => {
    const target = await create("ENVIRONMENT", { key: "CONFIG", mount_path: "/etc/a" });
    const body = { value: "mine", override_scope: "CONTAINER", override_parent_id: parents.CONTAINER };
    const made = await send("POST", `/variable/${target.id}/override`, body);
    expect(made).toEqual({
      status: 201,
      body: shown({
        key: "CONFIG",
        value: "mine",
        mount_path: "/etc/a",
        scope: "CONTAINER",
        variable_type: "OVERRIDE",
        service_id: parents.CONTAINER,
        service_name: expect.any(String),
        service_type: "CONTAINER",
        overridden_variable: {
          id: target.id,
          key: "CONFIG",
          value: "info",
          scope: "ENVIRONMENT",
          variable_type: "FILE",
          mount_path: "/etc/a",
        },
      }),
    });
    expect((await send("POST", `/variable/${target.id}/override`, body)).status).toBe(409);
    expect((await send("PUT", `/variable/${made.body.id}`, { key: "X" })).body.violations).toMatchObject([
      { field: "key" },
    ]);
    await send("PUT", `/variable/${target.id}`, { key: "SETTINGS" });
    expect((await own("CONTAINER")).map(({ key }) => key)).toEqual(["SETTINGS"]);
    await send("DELETE", `/variable/${target.id}`);
    expect(await own("CONTAINER")).toEqual([]);
  });

  it("of a secret is one, too", async () => {
    const target = await create("PROJECT", { is_secret: true });
    const body = { value: "mine", override_scope: "ENVIRONMENT", override_parent_id: parents.ENVIRONMENT };
    expect((await send("POST", `/variable/${target.id}/override`, body)).body).toMatchObject({
      value: null,
      is_secret: true,
    });
  });

  it("can be set only below the place of its target", async () => {
    const target = await create("ENVIRONMENT");
    const override = (scope: string) =>
      send("POST", `/variable/${target.id}/override`, {
        value: "",
        override_scope: scope,
        override_parent_id: parents[scope],
      });
    for (const scope of ["PROJECT", "ENVIRONMENT"]) {
      expect((await override(scope)).body.violations).toMatchObject([{ field: "override_parent_id" }]);
    }
    expect((await override("TERRAFORM")).status).toBe(201);
  });
});

describe("a changed variable", () => {
  /** The kinds whose services are out of date. */
  async function outOfDate(): Promise<string[]> {
    const { body } = await send("GET", `/environment/${platform.ids.environment}/statuses`);
    return Object.entries(body as Record<string, Body[]>).flatMap(([kind, services]) =>
      Array.isArray(services) && services.some((each) => each.service_deployment_status === "OUT_OF_DATE")
        ? [kind]
        : [],
    );
  }
  async function deployAll(): Promise<void> {
    const deployed = await send("POST", `/environment/${platform.ids.environment}/service/deploy`, {
      applications: [{ application_id: parents.APPLICATION, git_commit_id: "abc" }],
      containers: [{ id: parents.CONTAINER, image_tag: "2" }],
      jobs: [{ id: parents.JOB, image_tag: "2" }],
      databases: [database],
      terraforms: [{ id: parents.TERRAFORM, git_commit_id: "abc" }],
    });
    expect(deployed.status).toBe(202);
    await advance(60);
    expect(await outOfDate()).toEqual([]);
  }
  const all = ["applications", "containers", "jobs", "terraforms"];

  it("makes no service out of date that was never deployed", async () => {
    await create("PROJECT");
    expect(await outOfDate()).toEqual([]);
  });

  it.each([
    ["PROJECT", all],
    ["ENVIRONMENT", all],
    ["APPLICATION", ["applications"]],
    ["CONTAINER", ["containers"]],
    ["JOB", ["jobs"]],
    ["TERRAFORM", ["terraforms"]],
  ])("of the scope %s makes those out of date that see it, until their next deployment", async (scope, seen) => {
    await deployAll();
    const { id: made } = await create(scope);
    expect(await outOfDate()).toEqual(seen);
    await deployAll();
    await send("PUT", `/variable/${made}`, { key: "LOG_LEVEL", value: "info", description: "only words" });
    expect(await outOfDate()).toEqual([]);
    await send("PUT", `/variable/${made}`, { key: "LOG_LEVEL", value: "debug" });
    expect(await outOfDate()).toEqual(seen);
    await deployAll();
    await send("DELETE", `/variable/${made}`);
    expect(await outOfDate()).toEqual(seen);
  });

  it("leaves those alone for which a lower scope counts", async () => {
    const ofProject = await create("PROJECT");
    const ofEnvironment = await create("ENVIRONMENT");
    await create("JOB");
    await deployAll();
    await send("PUT", `/variable/${ofProject.id}`, { key: "LOG_LEVEL", value: "debug" });
    expect(await outOfDate()).toEqual([]);
    await send("PUT", `/variable/${ofEnvironment.id}`, { key: "LOG_LEVEL", value: "debug" });
    expect(await outOfDate()).toEqual(["applications", "containers", "terraforms"]);
  });

  it("reaches services through aliases, and a service whose override is deleted", async () => {
    const target = await create("JOB", { key: "A" });
    const wide = await create("ENVIRONMENT", { key: "W" });
    const override = { value: "", override_scope: "CONTAINER", override_parent_id: parents.CONTAINER };
    const { id: made } = (await send("POST", `/variable/${wide.id}/override`, override)).body;
    const alias = { key: "B", alias_scope: "JOB", alias_parent_id: parents.JOB };
    await send("POST", `/variable/${target.id}/alias`, alias);
    const host = await builtIn("HOST");
    await send("POST", `/variable/${host.id}/alias`, {
      key: "DB",
      alias_scope: "TERRAFORM",
      alias_parent_id: parents.TERRAFORM,
    });
    await deployAll();
    await send("PUT", `/variable/${target.id}`, { key: "A", value: "other" });
    expect(await outOfDate()).toEqual(["jobs"]);
    await send("DELETE", `/variable/${made}`);
    expect(await outOfDate()).toEqual(["containers", "jobs"]);
    await send("DELETE", `/database/${database}`);
    await advance(10);
    expect(await outOfDate()).toEqual(["containers", "jobs", "terraforms"]);
  });

  it("leaves the services of other environments alone", async () => {
    await deployAll();
    const other = await make("container", platform.ids.otherEnvironment);
    await send("POST", "/variable", bodyOf("CONTAINER", { variable_parent_id: other }));
    await send("POST", "/variable", bodyOf("ENVIRONMENT", { variable_parent_id: platform.ids.otherEnvironment }));
    expect(await outOfDate()).toEqual([]);
  });
});

it("variables survive a restart and a snapshot, and go with what they belong to", async () => {
  await create("PROJECT");
  const secret = await create("CONTAINER", { key: "TOKEN", is_secret: true });
  await send("POST", `/variable/${(await builtIn("PASSWORD")).id}/alias`, {
    key: "P",
    alias_scope: "CONTAINER",
    alias_parent_id: parents.CONTAINER,
  });
  const before = await list("CONTAINER");
  const snapshot = (await send("GET", "/_local/snapshot")).body;
  await send("DELETE", `/container/${parents.CONTAINER}`);
  expect((await send("PUT", `/variable/${secret.id}`, { key: "X" })).status).toBe(404);
  await send("POST", "/_local/reset");
  expect((await send("PUT", "/_local/snapshot", snapshot)).status).toBe(204);
  expect(await list("CONTAINER")).toEqual(before);
});
