/** Variables with the name of a secret in a secret manager. Bodies are transcribed from the description of the extended set. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Body, clusterBody } from "./support/bodies.js";
import { anyId, anyTime, opened } from "./support/opened.js";
import { serviceBodies, servicesWithVariables } from "./support/services.js";

const { platform, send, read, local, refusal, conflict, inEnvironment, ...ask } = opened();
const access = (name: string, authentication: Body = { mode: "AUTOMATICALLY_CONFIGURED" }): Body => ({
  ...{ name, authentication, endpoint: { mode: "AWS_SECRET_MANAGER", region: "eu-west-3" } },
});
const at = (path: string) => `/organization/${platform.ids.organization}/${path}`;
const withAccesses = (accesses: Body[]) => ({ ...clusterBody(platform.ids), secret_manager_accesses: accesses });
const putCluster = (...accesses: Body[]) => send("PUT", at(`cluster/${platform.ids.cluster}`), withAccesses(accesses));
/** Another cluster, and what it responds to its create. */
const second = async (members: Body = {}): Promise<Body> =>
  (await send("POST", at("cluster"), { name: "second", region: "here", cloud_provider: "AZURE", ...members })).body;

let [shop, other]: Body[] = [];
let container: string;
beforeEach(async () => {
  [shop, other] = (await putCluster(access("shop"), access("other"))).body.secret_manager_accesses;
  container = (await ask.create("container")).id;
});

const external = (members: Body = {}): Body => ({
  ...{ key: "DB_PASSWORD", value: "shop/db", is_secret: false, secret_manager_access_id: shop?.id },
  ...{ variable_scope: "CONTAINER", variable_parent_id: container },
  ...members,
});
const create = async (members: Body = {}): Promise<Body & { id: string }> => {
  const { status, body } = await send("POST", "/variable", external(members));
  expect([status, body.violations]).toEqual([201, undefined]);
  return body;
};
const put = (id: unknown, body: Body) => send("PUT", `/variable/${id}`, body);
const ofProject = () => ({ variable_scope: "PROJECT", variable_parent_id: platform.ids.project });
const ofEnvironment = () => ({ variable_scope: "ENVIRONMENT", variable_parent_id: platform.ids.environment });
const listed = async (scope: string, parent: string): Promise<Body[]> =>
  (await read(`/variable?scope=${scope}&parent_id=${parent}&is_secret=false`)).results;

describe("POST variable with secret_manager_access_id", () => {
  it("creates an external secret, and returns its name as `value`", async () => {
    const created = await create();
    expect(created).toMatchObject({
      ...{ id: anyId, created_at: anyTime, value: "shop/db", is_secret: false, mount_path: null },
      ...{ variable_type: "EXTERNAL_SECRET", secret_manager_access_id: shop?.id, scope: "CONTAINER" },
    });
    expect(await listed("CONTAINER", container)).toContainEqual(created);
  });

  it("creates a file if `mount_path` is set", async () => {
    const file = await create({ mount_path: "/etc/db" });
    expect(file).toMatchObject({ variable_type: "FILE_EXTERNAL_SECRET", mount_path: "/etc/db", value: "shop/db" });
  });

  it("is accepted for an environment and all services with variables", async () => {
    await create(ofEnvironment());
    for (const kind of servicesWithVariables.filter((each) => each !== "container")) {
      const { id } = await ask.create(kind, serviceBodies[kind]?.minimal(platform.ids));
      const scope = { variable_scope: kind.toUpperCase(), variable_parent_id: id };
      expect(await create(scope)).toMatchObject({ variable_type: "EXTERNAL_SECRET", service_id: id });
    }
  });

  it.each<[what: string, members: () => Body, fields: readonly string[]]>([
    ["an unknown access", () => ({ secret_manager_access_id: container }), ["secret_manager_access_id"]],
    ["an access ID that isn't a UUID", () => ({ secret_manager_access_id: "shop" }), ["secret_manager_access_id"]],
    ["is_secret true", () => ({ is_secret: true }), ["is_secret"]],
    ["a variable of a project", ofProject, ["secret_manager_access_id"]],
  ])("returns 400 for %s", async (_what, members, fields) => {
    expect(await refusal("POST", "/variable", external(members()))).toEqual(fields);
    expect(await listed("CONTAINER", container)).not.toContainEqual(expect.objectContaining({ key: "DB_PASSWORD" }));
  });

  it("returns 400 for the access of another cluster", async () => {
    const [created] = (await second({ secret_manager_accesses: [access("shop")] })).secret_manager_accesses as Body[];
    const body = external({ secret_manager_access_id: created?.id });
    expect(await refusal("POST", "/variable", body)).toEqual(["secret_manager_access_id"]);
  });
});

describe("PUT of an external secret", () => {
  it("keeps secret_manager_access_id if the body omits it, has null or is the response of the create", async () => {
    const created = await create();
    const bodies = [{ key: "DB_PASSWORD" }, { key: "DB_PASSWORD", secret_manager_access_id: null }, created];
    for (const body of bodies) {
      const { status, body: updated } = await put(created.id, body);
      expect([status, updated]).toEqual([200, { ...created, updated_at: anyTime }]);
    }
  });

  it("returns 400 for an unknown access, and for an access of a plain value or an alias", async () => {
    const created = await create();
    const plain = await create({ key: "LEVEL", secret_manager_access_id: null });
    const alias = await send("POST", `/variable/${created.id}/alias`, {
      ...{ key: "ALIAS", alias_scope: "CONTAINER", alias_parent_id: container },
    });
    for (const [id, key, secret_manager_access_id] of [
      [created.id, "DB_PASSWORD", container],
      [plain.id, "LEVEL", shop?.id],
      [alias.body.id, "ALIAS", shop?.id],
    ]) {
      const fields = await refusal("PUT", `/variable/${id}`, { key, secret_manager_access_id });
      expect(fields).toEqual(["secret_manager_access_id"]);
    }
    expect(plain.variable_type).toBe("VALUE");
  });

  it("makes services OUT_OF_DATE if the name or the access changes", async () => {
    const created = await create();
    const status = async () => (await read(`/container/${container}/status`)).service_deployment_status;
    const deploy = () => ask.deployToTheEnd({ containers: [{ id: container, image_tag: "2" }] });
    for (const change of [{ secret_manager_access_id: other?.id }, { value: "shop/database" }]) {
      await deploy();
      await put(created.id, { key: "DB_PASSWORD" });
      expect(await status()).toBe("UP_TO_DATE");
      expect((await put(created.id, { key: "DB_PASSWORD", ...change })).body).toMatchObject(change);
      expect(await status()).toBe("OUT_OF_DATE");
    }
  });
});

describe("external secret", () => {
  it("has its name as the value of its aliases, can be overridden by a plain value, and isn't changed by an import", async () => {
    const created = await create(ofEnvironment());
    const parent = (what: string) => ({ [`${what}_scope`]: "CONTAINER", [`${what}_parent_id`]: container });
    const alias = await send("POST", `/variable/${created.id}/alias`, { key: "PASSWORD", ...parent("alias") });
    const target = { id: created.id, variable_type: "EXTERNAL_SECRET", value: "shop/db" };
    expect(alias.body).toMatchObject({ variable_type: "ALIAS", value: "shop/db", aliased_variable: target });
    const override = await send("POST", `/variable/${created.id}/override`, { value: "plain", ...parent("override") });
    const plain = { variable_type: "OVERRIDE", value: "plain", is_secret: false, secret_manager_access_id: null };
    expect(override.body).toMatchObject({ ...plain, overridden_variable: target });
    const query = `service_type=CONTAINER&service_id=${container}`;
    const vars = [{ name: "DB_PASSWORD", value: "x", scope: "ENVIRONMENT", is_secret: false }];
    const imported = await send("POST", `/variable/import?${query}`, { overwrite: true, vars });
    expect(imported.body.successful_imported_variables).toEqual([]);
  });
});

describe("clone of an environment", () => {
  const keysIn = async (environment: string) => (await listed("ENVIRONMENT", environment)).map(({ key }) => key);

  it("has the external secrets on the same cluster, and lacks them on another cluster", async () => {
    await create(ofEnvironment());
    const clone = (members: Body) => send("POST", `/environment/${platform.ids.environment}/clone`, members);
    const { id: cluster_id } = await second();
    const [same, elsewhere] = [await clone({ name: "same" }), await clone({ name: "b", cluster_id })];
    expect(await keysIn(same.body.id)).toContain("DB_PASSWORD");
    expect(await keysIn(elsewhere.body.id)).not.toContain("DB_PASSWORD");
  });
});

describe("secret_manager_accesses of a cluster", () => {
  it("return 409 with the variable's key if an omitted access is in use", async () => {
    const { id } = await create();
    const reason = `The secret manager access "shop" is used by the variable "DB_PASSWORD" (${id}).`;
    for (const others of [[], [other as Body], [access("shop")]])
      expect(await conflict("PUT", at(`cluster/${platform.ids.cluster}`), withAccesses(others))).toBe(reason);
    expect((await putCluster(shop as Body)).status).toBe(200);
    await send("DELETE", `/variable/${id}`);
    expect((await putCluster()).body.secret_manager_accesses).toEqual([]);
  });

  it("set `infrastructure_outputs.external_secrets_automatic_authentication`", async () => {
    const identityWith = async (...accesses: Body[]) =>
      (await putCluster(...accesses)).body.infrastructure_outputs.external_secrets_automatic_authentication;
    expect(await identityWith(shop as Body)).toEqual({ eks_role_arn: expect.stringMatching(/^arn:aws:iam:/) });
    expect(await identityWith()).toBeUndefined();
  });
});

describe("GET secretManagerAccess/{}/secrets and associatedServices", () => {
  beforeEach(async () => {
    await create();
    await create({ ...ofEnvironment(), key: "API_KEY", value: "api" });
    await create({ ...ofEnvironment(), key: "SAME", value: "api" });
    await create({ ...ofEnvironment(), key: "ELSEWHERE", value: "shop/x", secret_manager_access_id: other?.id });
  });

  it.each([
    ["without a query", "", ["api", "shop/db"]],
    ["with the `namePrefix` of one of them", "?namePrefix=shop", ["shop/db"]],
    ["with the `namePrefix` of none", "?namePrefix=x", []],
  ])("secrets returns the names that variables use: %s", async (_, query, results) => {
    expect(await read(`/secretManagerAccess/${shop?.id}/secrets${query}`)).toEqual({ results });
  });

  it("associatedServices returns the service of a service's variable, and only the environment for an environment's variable", async () => {
    const { results } = await read(`/secretManagerAccess/${shop?.id}/associatedServices`);
    const { name } = await read(`/container/${container}`);
    const environment = await read(`/environment/${platform.ids.environment}`);
    const project = await read(`/project/${platform.ids.project}`);
    const place = {
      ...{ project_id: project.id, project_name: project.name },
      ...{ environment_id: environment.id, environment_name: environment.name },
    };
    const none = { service_id: null, service_name: null, service_type: null };
    expect(results).toEqual([
      {
        ...{ ...place, variable_name: "DB_PASSWORD", external_secret_name: "shop/db" },
        ...{ service_id: container, service_name: name, service_type: "CONTAINER" },
      },
      { ...place, variable_name: "API_KEY", external_secret_name: "api", ...none },
      { ...place, variable_name: "SAME", external_secret_name: "api", ...none },
    ]);
  });

  it("both return 404 for an unknown access", async () => {
    for (const path of ["secrets", "associatedServices"])
      expect((await send("GET", `/secretManagerAccess/${container}/${path}`)).status).toBe(404);
  });
});

describe("external secrets on the dashboard", () => {
  it("show secret and access by name, and a cluster's accesses without secrets", async () => {
    const keys = { mode: "AWS_STATIC_CREDENTIALS", region: "eu-west-3", access_key: "key-1", secret_key: "a secret" };
    await putCluster(shop as Body, access("static", keys));
    await create();
    const { variables } = (await local("GET", `services/${container}`)).body;
    expect(variables).toContainEqual(
      expect.objectContaining({ key: "DB_PASSWORD", value: "shop/db", access: "shop", type: "EXTERNAL_SECRET" }),
    );
    const organization = await local("GET", "organization");
    const cluster = organization.body.clusters.find((each: Body) => each.id === platform.ids.cluster);
    expect(cluster.secretManagers).toEqual([
      { id: shop?.id, name: "shop", mode: "AWS_SECRET_MANAGER" },
      { id: anyId, name: "static", mode: "AWS_SECRET_MANAGER" },
    ]);
    expect(JSON.stringify(organization.body)).not.toContain("a secret");
  });
});

describe("snapshot with external secrets", () => {
  const restore = async (members: Body) => {
    const { body } = await local("GET", "snapshot");
    const rows: { body: { config?: Body } }[] = body.tables.record;
    Object.assign(rows.find((each) => each.body.config?.key === "DB_PASSWORD")?.body.config ?? {}, members);
    return local("PUT", "snapshot", body);
  };

  it("is restored, and refused if the access isn't of the environment's cluster", async () => {
    await create();
    expect((await restore({})).status).toBe(204);
    const { status, body } = await restore({ secret_manager_access_id: container });
    expect(status).toBe(400);
    expect(body.violations[0].field).toMatch(/config\.secret_manager_access_id$/);
    expect((await restore({ type: "VALUE" })).status).toBe(400);
  });
});
