/** Variables. Bodies are transcribed from the description of the extended set. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Body } from "./support/bodies.js";
import { anyId, anyTime, fieldsOf, opened } from "./support/opened.js";
import { serviceBodies } from "./support/services.js";

const { platform, send, read, refusal, conflict, inEnvironment, advance, ...ask } = opened();
/** What each scope names here. */
let parents: Record<string, string>;
let database: string;

beforeEach(async () => {
  const { project, environment } = platform.ids;
  parents = {
    PROJECT: project,
    ENVIRONMENT: environment,
    APPLICATION: (await ask.create("application")).id,
    CONTAINER: (await ask.create("container")).id,
    JOB: (await ask.create("job")).id,
    TERRAFORM: (await ask.create("terraform")).id,
  };
  database = (await ask.create("database")).id;
});

const nowhere = "00000000-0000-4000-8000-000000000000";
const bodyOf = (scope: string, members: Body = {}): Body => ({
  key: "LOG_LEVEL",
  value: "info",
  is_secret: false,
  variable_scope: scope,
  variable_parent_id: parents[scope],
  ...members,
});
const put = (id: unknown, body: Body) => send("PUT", `/variable/${id}`, body);
const remove = (id: unknown) => send("DELETE", `/variable/${id}`);
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
const keysOf = (variables: readonly Body[]) => variables.map(({ key }) => key);
/** The keys of those that are not built in. */
const keys = async (scope: string, query = "") =>
  keysOf((await list(scope, parents[scope], query)).filter((each) => each.scope !== "BUILT_IN"));

/** A whole response. */
const shown = (members: Body): Body => ({
  ...{ id: anyId, created_at: anyTime, updated_at: null, key: "LOG_LEVEL", value: "info", mount_path: null },
  ...{ scope: "ENVIRONMENT", variable_type: "VALUE", is_secret: false, secret_manager_access_id: null },
  ...{ service_id: null, service_name: null, service_type: null, overridden_variable: null, aliased_variable: null },
  ...members,
});
const ownerOf = (scope: string) => ({
  ...{ scope, service_id: parents[scope], service_name: expect.any(String), service_type: scope },
});

const scopes = ["PROJECT", "ENVIRONMENT", "APPLICATION", "CONTAINER", "JOB", "TERRAFORM"] as const;

describe("description of a variable or a stage", () => {
  it("is omitted from responses unless it's set, and may be empty", async () => {
    const variableWith = (members: Body) => create("JOB", { key: `KEY_${JSON.stringify(members)}`, ...members });
    const stageWith = async (members: Body) =>
      (await send("POST", inEnvironment("deploymentStage"), { name: JSON.stringify(members), ...members })).body;
    for (const createdWith of [variableWith, stageWith]) {
      for (const unset of [{}, { description: null }])
        expect(await createdWith(unset)).not.toHaveProperty("description");
      expect(await createdWith({ description: "" })).toHaveProperty("description", "");
    }
  });
});

describe("variable", () => {
  it("returns 409 for a key in use in its parent, but not in another letter case", async () => {
    const { id } = await create("JOB");
    const reason = `The variable "LOG_LEVEL" already exists; its id is ${id}.`;
    expect(await conflict("POST", "/variable", bodyOf("JOB"))).toBe(reason);
    await create("JOB", { key: "log_level" });
  });

  it("returns null for a secret value, and keeps the value in an update without one", async () => {
    const secret = await create("JOB", { key: "TOKEN", value: "s3cr3t-value", is_secret: true });
    expect(secret).toMatchObject({ value: null, is_secret: true });
    const updates = [await put(secret.id, { key: "TOKEN", description: "x" }), await put(secret.id, secret)];
    expect(JSON.stringify([updates, await list("JOB")])).not.toContain("s3cr3t-value");
    const { tables } = await read("/_local/snapshot");
    const stored = tables.record.find((row: Body) => row.id === secret.id);
    expect(stored.body.config.value).toBe("s3cr3t-value");
  });

  it("is a file if `mount_path` is set, and may be empty", async () => {
    const file = await create("JOB", { key: "CONFIG", value: "", mount_path: "/etc/app.yaml" });
    expect(file).toMatchObject({ variable_type: "FILE", mount_path: "/etc/app.yaml", value: "" });
  });

  it("returns 404 if its parent doesn't exist or isn't of its scope", async () => {
    for (const [scope, variable_parent_id] of [
      ["ENVIRONMENT", nowhere],
      ["JOB", parents.CONTAINER],
    ] as const)
      expect((await send("POST", "/variable", bodyOf(scope, { variable_parent_id }))).status).toBe(404);
  });
});

describe("GET variable", () => {
  it("returns what a scope sees: its own variables, those of the scopes above, and built-in variables", async () => {
    for (const scope of scopes) await create(scope, { key: `OF_${scope}` });
    expect(await keys("PROJECT")).toEqual(["OF_PROJECT"]);
    expect(await keys("ENVIRONMENT")).toEqual(["OF_PROJECT", "OF_ENVIRONMENT"]);
    for (const scope of scopes.slice(2))
      expect(await keys(scope)).toEqual(["OF_PROJECT", "OF_ENVIRONMENT", `OF_${scope}`]);
    const builtIn = async (scope: string) => (await list(scope)).filter((each) => each.scope === "BUILT_IN");
    const own = parents.CONTAINER;
    const ofServices = async (scope: string) => (await builtIn(scope)).flatMap(({ service_id }) => service_id ?? []);
    expect(await ofServices("CONTAINER")).toEqual([...Array(5).fill(database), own, own]);
    const { APPLICATION, JOB, TERRAFORM } = parents;
    const all = [database, APPLICATION, own, JOB, TERRAFORM];
    expect(new Set(await ofServices("ENVIRONMENT"))).toEqual(new Set(all));
    expect(await ofServices("PROJECT")).toEqual([]);
  });

  it("filters by `is_secret`", async () => {
    await create("CONTAINER", { key: "A", is_secret: true });
    await create("CONTAINER", { key: "B" });
    expect(await keys("CONTAINER", "&is_secret=true")).toEqual(["A"]);
    expect(await keys("CONTAINER", "&is_secret=false")).toEqual(["B"]);
  });

  it.each([
    ["without parent_id and scope", "", ["parent_id", "scope"]],
    [
      "with a wrong parent_id, scope and is_secret",
      "?parent_id=x&scope=ALL&is_secret=1",
      ["parent_id", "scope", "is_secret"],
    ],
  ])("returns 400 for a query %s", async (_what, query, fields) => {
    expect(await refusal("GET", `/variable${query}`)).toEqual(fields);
  });

  it.each([
    ["JOB", "CONTAINER"],
    ["ENVIRONMENT", "PROJECT"],
    ["BUILT_IN", "nothing"],
  ])("returns 404 for the scope %s of a %s", async (scope, parent) => {
    expect((await send("GET", `/variable?parent_id=${parents[parent] ?? nowhere}&scope=${scope}`)).status).toBe(404);
  });
});

describe("POST variable/import", () => {
  const item = (name: string, value: string, scope = "CONTAINER") => ({ name, value, scope, is_secret: false });
  const importAll = (vars: readonly Body[], members: Body = {}, query: Body = {}) => {
    const parameters = { service_id: parents.CONTAINER, service_type: "CONTAINER", ...query };
    const text = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
    return send("POST", `/variable/import?${text.join("&")}`, { overwrite: false, vars, ...members });
  };

  it("creates values and secrets of a service, its environment and its project", async () => {
    const token = { name: "TOKEN", scope: "CONTAINER", is_secret: true };
    const [level, a, b] = [item("LOG_LEVEL", "info"), item("A", "1", "PROJECT"), item("B", "2", "ENVIRONMENT")];
    expect(await importAll([level, { ...token, value: "s3cr3t-value" }, a, b])).toEqual({
      status: 201,
      body: { total_variables_to_import: 4, successful_imported_variables: [level, token, a, b] },
    });
    const owner = ownerOf("CONTAINER");
    const secret = shown({ ...owner, key: "TOKEN", value: null, is_secret: true });
    expect(await own("CONTAINER")).toEqual([shown(owner), secret]);
    expect([keysOf(await own("PROJECT")), keysOf(await own("ENVIRONMENT"))]).toEqual([["A"], ["B"]]);
  });

  it.each([
    { overwrite: false, value: "info", imported: ["NEW"] },
    { overwrite: true, value: "debug", imported: ["LOG_LEVEL", "NEW"] },
  ])(
    "changes the values of existing variables only with `overwrite`: $overwrite",
    async ({ overwrite, value, imported }) => {
      const before = await create("CONTAINER", { description: "How much" });
      const { body } = await importAll([item("LOG_LEVEL", "debug"), item("NEW", "1")], { overwrite });
      expect(body.total_variables_to_import).toBe(2);
      expect(body.successful_imported_variables.map(({ name }: Body) => name)).toEqual(imported);
      expect(await own("CONTAINER")).toMatchObject([{ id: before.id, value, description: "How much" }, { key: "NEW" }]);
    },
  );

  it("doesn't change files, secrets and aliases, and imports the first of two with one name", async () => {
    await create("CONTAINER", { key: "FILE", mount_path: "/a" });
    await create("CONTAINER", { key: "SECRET", is_secret: true });
    const target = await create("PROJECT", { key: "TARGET" });
    await alias(target.id, "ALIAS", "CONTAINER");
    const vars = ["FILE", "SECRET", "ALIAS", "TWICE"].map((name) => item(name, "x"));
    const { body } = await importAll([...vars, { ...item("TWICE", "y"), is_secret: true }], { overwrite: true });
    expect(body).toEqual({ total_variables_to_import: 5, successful_imported_variables: [item("TWICE", "x")] });
    const left = (await own("CONTAINER")).map(({ key, value }) => `${key} ${value}`);
    expect(left).toEqual(["FILE info", "SECRET null", "ALIAS info", "TWICE x"]);
  });

  it.each<
    [
      what: string,
      status: number,
      vars: readonly Body[],
      members: Body,
      query: Body,
      fields: readonly string[] | undefined,
    ]
  >([
    [
      "400 for a variable without a value",
      400,
      [{ name: "A", scope: "CONTAINER", is_secret: false }],
      {},
      {},
      ["vars[0].value"],
    ],
    [
      "400 for a variable without members",
      400,
      [{}],
      {},
      {},
      ["vars[0].name", "vars[0].value", "vars[0].scope", "vars[0].is_secret"],
    ],
    ["400 for an empty name", 400, [item("", "1")], {}, {}, ["vars[0].name"]],
    ["400 for the scope of another service", 400, [item("A", "1"), item("B", "2", "JOB")], {}, {}, ["vars[1].scope"]],
    ["400 for the scope BUILT_IN", 400, [item("A", "1", "BUILT_IN")], {}, {}, ["vars[0].scope"]],
    ["400 for a wrong `overwrite` and `vars`", 400, [], { overwrite: "no", vars: null }, {}, ["overwrite", "vars"]],
    [
      "400 for a wrong service_id and service_type",
      400,
      [],
      {},
      { service_id: "x", service_type: "DATABASE" },
      ["service_id", "service_type"],
    ],
    ["404 for an unknown service_id", 404, [], {}, { service_id: nowhere }, undefined],
    ["404 for a service_type of another kind", 404, [], {}, { service_type: "JOB" }, undefined],
  ])("creates nothing, and returns %s", async (_what, status, vars, members, query, fields) => {
    const answer = await importAll(vars, members, query);
    expect([answer.status, fieldsOf(answer)]).toEqual([status, fields]);
    expect(await own("CONTAINER")).toEqual([]);
  });

  it("requires `service_id` and `service_type`", async () => {
    const body = { overwrite: false, vars: [] };
    expect(await refusal("POST", "/variable/import", body)).toEqual(["service_id", "service_type"]);
  });
});

const builtIn = async (end: string) => {
  const found = (await list("BUILT_IN", database)).find((each) => String(each.key).endsWith(`_${end}`));
  if (found === undefined) throw new Error(`There is no ${end}.`);
  return found as Body & { id: string };
};
const alias = (of: unknown, key: string, scope: string, parent = parents[scope], members: Body = {}) =>
  send("POST", `/variable/${of}/alias`, { key, alias_scope: scope, alias_parent_id: parent, ...members });
const override = (of: unknown, value: string, scope: string) =>
  send("POST", `/variable/${of}/override`, { value, override_scope: scope, override_parent_id: parents[scope] });

describe("built-in variables of a database", () => {
  it("are host, port, user and password from its creation", async () => {
    const body = await read(`/database/${database}`);
    const prefix = `POSTGRESQL_Z${database.slice(0, 8).toUpperCase()}`;
    const made = {
      ...{ scope: "BUILT_IN", variable_type: "BUILT_IN", created_at: body.created_at },
      ...{ service_id: database, service_name: body.name, service_type: "DATABASE" },
    };
    expect(await list("BUILT_IN", database)).toEqual([
      shown({ ...made, key: `${prefix}_HOST`, value: body.host }),
      shown({ ...made, key: `${prefix}_PORT`, value: String(body.port) }),
      shown({ ...made, key: `${prefix}_USER`, value: "app" }),
      shown({ ...made, key: `${prefix}_PASSWORD`, value: null, is_secret: true }),
      shown({ ...made, key: `PLATFORM_${prefix}_HOST_INTERNAL`, value: body.host }),
    ]);
    const seen = await list("BUILT_IN", parents.ENVIRONMENT);
    expect(seen.filter(({ service_id }) => service_id === database)).toEqual(await list("BUILT_IN", database));
  });

  it("return 409 for an update and a delete", async () => {
    const { id: host } = await builtIn("HOST");
    await conflict("PUT", `/variable/${host}`, { key: "X", value: "1" });
    await conflict("DELETE", `/variable/${host}`);
  });
});

describe.each(["application", "container", "helm"])("built-in variables of a %s", (kind) => {
  const hostsOf = async (id: string) => {
    const named = (await list("BUILT_IN", id)).filter(({ key }) => /_HOST_/.test(String(key)));
    const prefix = `PLATFORM_${kind.toUpperCase()}_Z${id.slice(0, 8).toUpperCase()}`;
    return Object.fromEntries(named.map(({ key, value }) => [String(key).replace(prefix, ""), value]));
  };

  const internalHost = (id: string) => `${kind === "helm" ? "helm" : "app"}-z${id.slice(0, 8)}`;

  it("are its internal host and, with a public port, the host of its default link", async () => {
    const of = kind === "helm" ? { service_name: "web" } : { publicly_accessible: true };
    const minimal = serviceBodies[kind]?.minimal(platform.ids);
    const { id } = await ask.create(kind, { ...minimal, name: "public", ports: [{ internal_port: 80, ...of }] });
    const { results } = await read(`/${kind}/${id}/link`);
    const { hostname } = new URL(results[0].url);
    expect(await hostsOf(id)).toEqual({ _HOST_INTERNAL: internalHost(id), _HOST_EXTERNAL: hostname });
    const hidden = await ask.create(kind, { ...minimal, name: "private" });
    expect(await hostsOf(hidden.id)).toEqual({ _HOST_INTERNAL: internalHost(hidden.id) });
  });
});

describe("built-in variables", () => {
  const valuesAt = async (scope: string) => {
    const ofNoService = (await list(scope)).filter(({ service_id }) => service_id === null);
    return Object.fromEntries(ofNoService.map(({ key, value }) => [key, value]));
  };

  it("describe the project and the environment in their own scopes and those below", async () => {
    const { project, environment } = platform.ids;
    const { name, mode, cloud_provider } = await read(`/environment/${environment}`);
    const ofProject = { PLATFORM_PROJECT_ID: project };
    const ofBoth = {
      ...{ ...ofProject, PLATFORM_ENVIRONMENT_ID: environment },
      ...{ PLATFORM_ENVIRONMENT_NAME: name, PLATFORM_ENVIRONMENT_TYPE: mode },
      ...{ PLATFORM_CLOUD_PROVIDER: cloud_provider.provider, PLATFORM_CLOUD_PROVIDER_REGION: cloud_provider.cluster },
    };
    expect(await valuesAt("PROJECT")).toEqual(ofProject);
    expect(await valuesAt("ENVIRONMENT")).toEqual(ofBoth);
    expect(await valuesAt("JOB")).toEqual(ofBoth);
    const [own] = (await list("JOB")).filter(({ service_id }) => service_id === parents.JOB);
    expect(own).toMatchObject({ key: "PLATFORM_JOB_ID", value: parents.JOB, scope: "BUILT_IN", is_secret: false });
  });

  it("have the new name of an environment, and services with an alias of them stay UP_TO_DATE", async () => {
    const named = (await list("ENVIRONMENT")).find(({ key }) => key === "PLATFORM_ENVIRONMENT_NAME");
    for (const scope of scopes.slice(1)) expect((await alias(named?.id, "NAME", scope)).status).toBe(201);
    const { CONTAINER: id } = parents;
    await send("POST", inEnvironment("service/deploy"), { containers: [{ id, image_tag: "1" }] });
    await advance(60);
    await send("PUT", `/environment/${platform.ids.environment}`, { name: "renamed" });
    expect((await own("CONTAINER")).map(({ value }) => value)).toEqual(["renamed"]);
    expect((await read(`/container/${id}/status`)).service_deployment_status).toBe("UP_TO_DATE");
  });

  it("accept an alias in every scope, and refuse updates, deletes and overrides in their own", async () => {
    const [ofProject] = await list("PROJECT");
    for (const scope of scopes) expect((await alias(ofProject?.id, "PROJECT", scope)).status).toBe(201);
    expect((await override(ofProject?.id, "other", "PROJECT")).status).toBe(400);
    expect((await override(ofProject?.id, "other", "ENVIRONMENT")).status).toBe(201);
    expect((await put(ofProject?.id, { key: "X", value: "1" })).status).toBe(409);
    expect((await remove(ofProject?.id)).status).toBe(409);
  });

  it("are in no snapshot, and their aliases have their values after it is restored", async () => {
    const [ofProject] = await list("PROJECT");
    await alias(ofProject?.id, "PROJECT", "PROJECT");
    const { body } = await send("GET", "/_local/snapshot");
    expect(JSON.stringify(body)).not.toContain("PLATFORM_PROJECT_ID");
    expect((await send("PUT", "/_local/snapshot", body)).status).toBe(204);
    expect((await own("PROJECT")).map(({ value }) => value)).toEqual([parents.PROJECT]);
  });
});

describe("POST variable/{}/alias", () => {
  it("creates a variable with the value of its target, secret if the target is secret", async () => {
    const password = await builtIn("PASSWORD");
    const { id, key, value, scope, variable_type, mount_path } = password;
    const secret = await alias(password.id, "DB_PASSWORD", "CONTAINER", parents.CONTAINER, { description: "d" });
    const aliased = { variable_type: "ALIAS", aliased_variable: { id, key, value, scope, variable_type, mount_path } };
    const own = { key: "DB_PASSWORD", value: null, is_secret: true, description: "d" };
    expect(secret).toEqual({ status: 201, body: shown({ ...ownerOf("CONTAINER"), ...aliased, ...own }) });
    expect(password).toMatchObject({ value: null, scope: "BUILT_IN", variable_type: "BUILT_IN", mount_path: null });
    const host = await builtIn("HOST");
    const plain = await alias(host.id, "DB_HOST", "CONTAINER");
    expect(plain.body).toMatchObject({ value: host.value, is_secret: false, aliased_variable: { value: host.value } });
  });

  it("creates a variable that follows its target, can be renamed, and refuses another value", async () => {
    const target = await create("PROJECT");
    const { id } = (await alias(target.id, "LEVEL", "ENVIRONMENT")).body;
    await put(target.id, { key: "LOG_LEVEL", value: "debug" });
    const [now = {}] = await own("ENVIRONMENT");
    expect(now).toMatchObject({ id, value: "debug" });
    expect((await put(id, now)).status).toBe(200);
    expect((await put(id, { key: "OTHER" })).body).toMatchObject({ key: "OTHER", value: "debug" });
    expect(fieldsOf(await put(id, { key: "OTHER", value: "x" }))).toEqual(["value"]);
  });

  it("returns 400 for an alias of an alias", async () => {
    const target = await create("ENVIRONMENT");
    const { id } = (await alias(target.id, "A", "JOB")).body;
    expect(await alias(id, "B", "JOB")).toMatchObject({
      ...{ status: 400, body: { detail: expect.stringContaining(target.id) } },
    });
  });

  it("creates an alias that is deleted with its target", async () => {
    const target = await create("ENVIRONMENT");
    await alias(target.id, "A", "JOB");
    await alias((await builtIn("HOST")).id, "C", "JOB");
    expect(keysOf(await own("JOB"))).toEqual(["A", "C"]);
    await remove(target.id);
    expect(keysOf(await own("JOB"))).toEqual(["C"]);
    await send("DELETE", `/database/${database}`);
    expect(await own("JOB")).toEqual([]);
  });

  it("returns 400 for a parent that doesn't see the target", async () => {
    const host = await builtIn("HOST");
    const other = (await ask.create("container", {}, platform.ids.otherEnvironment)).id;
    for (const refused of [await alias(host.id, "H", "PROJECT"), await alias(host.id, "H", "CONTAINER", other)])
      expect([refused.status, fieldsOf(refused)]).toEqual([400, ["alias_parent_id"]]);
  });

  it("returns 409 for a key in use", async () => {
    const host = await builtIn("HOST");
    expect((await alias(host.id, "H", "CONTAINER")).status).toBe(201);
    expect((await alias(host.id, "H", "CONTAINER")).status).toBe(409);
    expect((await alias(host.id, "H", "ENVIRONMENT")).status).toBe(201);
  });
});

describe("POST variable/{}/override", () => {
  it("creates a variable with a new value, but the key and mount path of its target", async () => {
    const target = await create("ENVIRONMENT", { key: "CONFIG", mount_path: "/etc/a" });
    const made = await override(target.id, "mine", "CONTAINER");
    const { id, key, value, scope, variable_type, mount_path } = target;
    const overridden_variable = { id, key, value, scope, variable_type, mount_path };
    const overriding = { variable_type: "OVERRIDE", key: "CONFIG", value: "mine", mount_path: "/etc/a" };
    const body = shown({ ...ownerOf("CONTAINER"), ...overriding, overridden_variable });
    expect(made).toEqual({ status: 201, body });
    expect((await override(target.id, "mine", "CONTAINER")).status).toBe(409);
    expect(fieldsOf(await put(made.body.id, { key: "X" }))).toEqual(["key"]);
    await put(target.id, { key: "SETTINGS" });
    expect(keysOf(await own("CONTAINER"))).toEqual(["SETTINGS"]);
    await remove(target.id);
    expect(await own("CONTAINER")).toEqual([]);
    const secret = await create("PROJECT", { is_secret: true });
    expect((await override(secret.id, "mine", "JOB")).body).toMatchObject({ value: null, is_secret: true });
  });

  it("returns 400 unless its parent is below the parent of its target", async () => {
    const target = await create("ENVIRONMENT");
    for (const scope of ["PROJECT", "ENVIRONMENT"]) {
      const refused = await override(target.id, "", scope);
      expect([refused.status, fieldsOf(refused)]).toEqual([400, ["override_parent_id"]]);
    }
    expect((await override(target.id, "", "TERRAFORM")).status).toBe(201);
  });
});

describe("change of a variable", () => {
  /** The kinds whose services are out of date. */
  async function outOfDate(): Promise<string[]> {
    const { environment: _, ...kinds } = await read(inEnvironment("statuses"));
    const isOutOfDate = (kind: string) =>
      kinds[kind].some((each: Body) => each.service_deployment_status === "OUT_OF_DATE");
    return Object.keys(kinds).filter(isOutOfDate);
  }
  async function deployAll(): Promise<void> {
    await ask.deployToTheEnd({
      applications: [{ application_id: parents.APPLICATION, git_commit_id: "abc" }],
      containers: [{ id: parents.CONTAINER, image_tag: "2" }],
      jobs: [{ id: parents.JOB, image_tag: "2" }],
      databases: [database],
      terraforms: [{ id: parents.TERRAFORM, git_commit_id: "abc" }],
    });
    expect(await outOfDate()).toEqual([]);
  }
  const all = ["applications", "containers", "jobs", "terraforms"];

  it.each([
    ["PROJECT", all],
    ["ENVIRONMENT", all],
    ["APPLICATION", ["applications"]],
    ["CONTAINER", ["containers"]],
    ["JOB", ["jobs"]],
    ["TERRAFORM", ["terraforms"]],
  ])("makes the services that see it OUT_OF_DATE until their next deployment: scope %s", async (scope, seen) => {
    await deployAll();
    const { id: made } = await create(scope);
    expect(await outOfDate()).toEqual(seen);
    await deployAll();
    await put(made, { key: "LOG_LEVEL", value: "info", description: "only words" });
    expect(await outOfDate()).toEqual([]);
    await put(made, { key: "LOG_LEVEL", value: "debug" });
    expect(await outOfDate()).toEqual(seen);
    await deployAll();
    await remove(made);
    expect(await outOfDate()).toEqual(seen);
  });

  it("doesn't affect services with a variable of the same key in a lower scope", async () => {
    const ofProject = await create("PROJECT");
    const ofEnvironment = await create("ENVIRONMENT");
    await create("JOB");
    // None was deployed yet.
    expect(await outOfDate()).toEqual([]);
    await deployAll();
    await put(ofProject.id, { key: "LOG_LEVEL", value: "debug" });
    expect(await outOfDate()).toEqual([]);
    await put(ofEnvironment.id, { key: "LOG_LEVEL", value: "debug" });
    expect(await outOfDate()).toEqual(["applications", "containers", "terraforms"]);
  });

  it("makes services with an alias OUT_OF_DATE, as does the delete of an override", async () => {
    const target = await create("JOB", { key: "A" });
    const wide = await create("ENVIRONMENT", { key: "W" });
    const { id: made } = (await override(wide.id, "", "CONTAINER")).body;
    await alias(target.id, "B", "JOB");
    await alias((await builtIn("HOST")).id, "DB", "TERRAFORM");
    await deployAll();
    await put(target.id, { key: "A", value: "other" });
    expect(await outOfDate()).toEqual(["jobs"]);
    await remove(made);
    expect(await outOfDate()).toEqual(["containers", "jobs"]);
    await send("DELETE", `/database/${database}`);
    await advance(10);
    expect(await outOfDate()).toEqual(["containers", "jobs", "terraforms"]);
  });

  it("doesn't affect the services of other environments", async () => {
    await deployAll();
    const other = (await ask.create("container", {}, platform.ids.otherEnvironment)).id;
    await send("POST", "/variable", bodyOf("CONTAINER", { variable_parent_id: other }));
    await send("POST", "/variable", bodyOf("ENVIRONMENT", { variable_parent_id: platform.ids.otherEnvironment }));
    expect(await outOfDate()).toEqual([]);
  });
});
