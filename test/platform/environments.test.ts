/** Projects and environments. Bodies are transcribed from the description of the extended set. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Body, bodies, type KindName, kindNames } from "./support/bodies.js";
import { anyId, anyTime, opened } from "./support/opened.js";

const { platform, send, read, inEnvironment, create, deploy, deployToTheEnd, advance } = opened();
let projects: string;

beforeAll(() => {
  projects = `/organization/${platform.ids.organization}/project`;
});

const make = async (path: string, body: unknown): Promise<Body & { id: string }> => {
  const { status, body: made } = await send("POST", path, body);
  expect([path, status, made.detail]).toEqual([path, expect.any(Number), undefined]);
  return made;
};
const environmentOf = (name: string, members: Body = {}) =>
  make(`/project/${platform.ids.project}/environment`, { name, ...members });
const variableOf = (environment: string, key: string, value: string) =>
  make("/variable", { key, value, is_secret: false, variable_scope: "ENVIRONMENT", variable_parent_id: environment });
const containerIn = (environment: string, members?: Body) => create("container", members, environment);

describe("project", () => {
  it("counts its environments, and can't be deleted (409) while it has any", async () => {
    const path = `/project/${platform.ids.project}`;
    expect(await read(path)).toMatchObject({ name: "main", associated_environments_count: 2 });
    expect((await send("DELETE", path)).status).toBe(409);
    const { body: other } = await send("POST", projects, { name: "other" });
    const { id: environment } = await make(`/project/${other.id}/environment`, { name: "dev" });
    expect((await read(`/project/${other.id}`)).associated_environments_count).toBe(1);
    expect((await send("DELETE", `/project/${other.id}`)).status).toBe(409);
    await send("DELETE", `/environment/${environment}`);
    await advance(10);
    expect((await send("DELETE", `/project/${other.id}`)).status).toBe(204);
  });
});

describe("environment", () => {
  it("has the only cluster and the mode DEVELOPMENT by default", async () => {
    const initial = await read(`/environment/${platform.ids.environment}`);
    expect(initial).toMatchObject({ name: "main", mode: "DEVELOPMENT", cluster_id: platform.ids.cluster });
    const made = await environmentOf("plain");
    expect(made).toEqual({ ...initial, id: anyId, created_at: anyTime, name: "plain" });
    expect(await containerIn(made.id)).toMatchObject({ environment: { id: made.id }, auto_preview: true });
  });

  it("may have the name of an environment in another project", async () => {
    const { id: other } = await make(projects, { name: "other" });
    expect((await send("POST", `/project/${other}/environment`, { name: "main" })).status).toBe(201);
  });
});

describe("DELETE environment/{} or container/{}", () => {
  it("deletes the environment with its contents over time, and frees its name", async () => {
    const { id: environment } = await environmentOf("pr-42");
    const path = `/environment/${environment}`;
    const { id: container } = await containerIn(environment);
    const { id: stage } = await make(`${path}/deploymentStage`, { name: "late" });
    const variable = await variableOf(environment, "A", "1");
    expect(await send("DELETE", path)).toEqual({ status: 204, body: undefined });
    const state = async () => (await read(`${path}/status`)).state;
    const serviceState = async () => (await read(`${path}/statuses`)).containers?.[0]?.state;
    expect([await state(), await serviceState()]).toEqual(["DELETE_QUEUED", "DELETE_QUEUED"]);
    await advance(1);
    expect([await state(), await serviceState()]).toEqual(["DELETING", "DELETING"]);
    expect((await send("GET", path)).status).toBe(200);
    expect((await send("DELETE", path)).status).toBe(204);
    await advance(2);
    expect([await state(), await serviceState()]).toEqual(["DELETED", undefined]);
    await advance(1);
    for (const gone of [path, `${path}/status`, `/container/${container}`, `/deploymentStage/${stage}`]) {
      expect([gone, (await send("GET", gone)).status]).toEqual([gone, 404]);
    }
    expect((await send("PUT", `/variable/${variable.id}`, { key: "A" })).status).toBe(404);
    const snapshot = JSON.stringify(await read("/_local/snapshot"));
    expect(snapshot).not.toContain(environment);
    expect((await send("POST", `/project/${platform.ids.project}/environment`, { name: "pr-42" })).status).toBe(201);
  });

  /** An environment, a container in it, and a request that deploys or stops that. */
  const withContainer = async () => {
    const { id: environment } = await environmentOf("pr-42");
    const { id: container } = await containerIn(environment);
    const deploy = { containers: [{ id: container, image_tag: "2" }] };
    return { environment, path: `/environment/${environment}`, container, deploy };
  };

  it("returns 409 while a deployment runs", async () => {
    const { path, deploy } = await withContainer();
    expect((await send("POST", `${path}/service/deploy`, deploy)).status).toBe(202);
    expect((await send("DELETE", path)).status).toBe(409);
  });

  it("makes creates and updates in the environment return 409", async () => {
    const { environment, path, container, deploy } = await withContainer();
    const writes = await belongingsOf(environment, container);
    expect((await send("POST", `${path}/service/deploy`, deploy)).status).toBe(202);
    await advance(60);
    expect((await send("DELETE", path)).status).toBe(204);
    const name = { name: "b" };
    const minimal = bodies.container.minimal(platform.ids);
    await expectConflicts([
      ["POST", `${path}/container`, { ...minimal, ...name }],
      ["PUT", `/container/${container}`, minimal],
      ["POST", `/container/${container}/clone`, { ...name, environment_id: environment }],
      ...["deploy", "stop"].map((act): Write => ["POST", `${path}/service/${act}`, deploy]),
      ...["clone", "deploymentStage"].map((what): Write => ["POST", `${path}/${what}`, name]),
      ["PUT", path, name],
      ...writes,
    ]);
  });

  it("makes writes to variables and domains of a deployed container return 409 once its deletion has started", async () => {
    const { environment } = platform.ids;
    const { id: container } = await containerIn(environment);
    const writes = await belongingsOf(environment, container);
    await deployToTheEnd({ containers: [{ id: container, image_tag: "2" }] });
    expect((await send("DELETE", `/container/${container}`)).status).toBe(204);
    await expectConflicts(writes.filter(([, path, body]) => [path, JSON.stringify(body)].join().includes(container)));
  });

  type Write = [method: string, path: string, body?: Body];
  /** Creates something of each kind in an environment and a container of it; what would create more, and change that. */
  async function belongingsOf(environment: string, container: string): Promise<Write[]> {
    const variableIn = (scope: string, id: string) =>
      ({ key: "A", value: "", is_secret: false, variable_scope: scope, variable_parent_id: id }) as const;
    const [shared, own] = [variableIn("ENVIRONMENT", environment), variableIn("CONTAINER", container)];
    const domains = `/container/${container}/customDomain`;
    const domain = { domain: "a.example.com", generate_certificate: true };
    const stages = `/environment/${environment}/deploymentStage`;
    const { id: sharedId } = await make("/variable", shared);
    const { id: ownId } = await make("/variable", { ...own, key: "B" });
    const { id: domainId } = await make(domains, domain);
    const { id: stage } = await make(stages, { name: "late" });
    const at = (what: string) => ({ [`${what}_scope`]: "CONTAINER", [`${what}_parent_id`]: container });
    return [
      ["POST", "/variable", { ...shared, key: "C" }],
      ["POST", "/variable", { ...own, key: "C" }],
      ["POST", `/variable/${sharedId}/alias`, { key: "D", ...at("alias") }],
      ["POST", `/variable/${sharedId}/override`, { value: "2", ...at("override") }],
      ["PUT", `/variable/${ownId}`, { key: container, value: "2" }],
      ["POST", domains, { ...domain, domain: "b.example.com" }],
      ["PUT", `${domains}/${domainId}`, { ...domain, use_cdn: true }],
      ["PUT", `/deploymentStage/${stage}/service/${container}`],
      ["PUT", `/variable/${sharedId}`, { key: "E" }],
      ["PUT", `/deploymentStage/${stage}`, { name: "later" }],
    ];
  }
  async function expectConflicts(writes: readonly Write[]): Promise<void> {
    const statuses = [];
    for (const [method, path, body] of writes) statuses.push([method, path, (await send(method, path, body)).status]);
    expect(statuses).toEqual(writes.map(([method, path]) => [method, path, 409]));
  }
});

describe("POST environment/{}/clone", () => {
  it("returns 202, and copies all services, stages and variables, with aliases of the copies, but no custom domains", async () => {
    const { environment } = platform.ids;
    const made = {} as Record<KindName, string>;
    for (const kind of kindNames) made[kind] = (await create(kind)).id;
    const stage = await make(`/environment/${environment}/deploymentStage`, { name: "data", description: "first" });
    await send("PUT", `/deploymentStage/${stage.id}/service/${made.database}`);
    const variables = async (scope: string, parent: string): Promise<Body[]> =>
      (await read(`/variable?parent_id=${parent}&scope=${scope}`)).results;
    const passwordOf = async (database: string) =>
      (await variables("BUILT_IN", database)).find(({ key }) => String(key).endsWith("_PASSWORD"))?.id;
    const alias = { key: "PASSWORD", alias_scope: "CONTAINER", alias_parent_id: made.container };
    await make(`/variable/${await passwordOf(made.database)}/alias`, alias);
    const level = await variableOf(environment, "LEVEL", "info");
    const override = { value: "debug", override_scope: "JOB", override_parent_id: made.job };
    await make(`/variable/${level.id}/override`, override);
    await make(`/container/${made.container}/customDomain`, { domain: "a.example.com", generate_certificate: false });
    const copy = { name: "copy", mode: "STAGING" };
    const cloned = await send("POST", `/environment/${environment}/clone`, copy);
    const shown = { ...copy, project: { id: platform.ids.project }, cluster_id: platform.ids.cluster };
    expect(cloned).toMatchObject({ status: 202, body: shown });
    const path = `/environment/${cloned.body.id}`;
    const copies = {} as Record<KindName, string>;
    for (const kind of kindNames) {
      const { results } = await read(`${path}/${kind}`);
      expect(results).toMatchObject([{ name: bodies[kind].minimal(platform.ids).name }]);
      copies[kind] = results[0].id;
    }
    expect(Object.values(copies).filter((id) => Object.values(made).includes(id))).toEqual([]);
    expect((await read(`${path}/deploymentStage`)).results).toMatchObject([
      { name: "default", environment: { id: cloned.body.id } },
      { name: "data", description: "first", services: [{ service_id: copies.database }] },
    ]);
    expect(await read(`/container/${copies.container}/customDomain`)).toEqual({ results: [] });
    const ofContainer = await variables("CONTAINER", copies.container);
    const copied = expect.objectContaining({ id: await passwordOf(copies.database) });
    for (const members of [
      { key: "PASSWORD", aliased_variable: copied },
      { key: "LEVEL", scope: "ENVIRONMENT", value: "info" },
    ])
      expect(ofContainer).toContainEqual(expect.objectContaining(members));
    const ofJob = await variables("JOB", copies.job);
    const levelOf = (scope: string) => ofJob.find((each) => each.key === "LEVEL" && each.scope === scope);
    const { id } = levelOf("ENVIRONMENT") ?? {};
    expect(levelOf("JOB")).toMatchObject({ value: "debug", overridden_variable: { id } });
    expect(id).not.toBe(level.id);
  });

  it("has the mode and the cluster of its source unless the request sets others", async () => {
    const { project, cluster } = platform.ids;
    const source = await make(`/project/${project}/environment`, { name: "live", mode: "PRODUCTION" });
    const copy = await send("POST", `/environment/${source.id}/clone`, { name: "copy" });
    expect(copy.body).toMatchObject({ mode: "PRODUCTION", cluster_id: cluster });
    const staging = await send("POST", `/environment/${source.id}/clone`, { name: "staging", mode: "STAGING" });
    expect(staging.body).toMatchObject({ mode: "STAGING", cluster_id: cluster });
  });

  it("returns 409 for a name in use in the project, and clones into another project", async () => {
    const path = `/environment/${platform.ids.environment}/clone`;
    expect((await send("POST", path, { name: "other" })).status).toBe(409);
    const { id: project } = await make(projects, { name: "second" });
    const cloned = await send("POST", path, { name: "other", project_id: project });
    expect([cloned.status, cloned.body.project]).toEqual([202, { id: project }]);
    const nowhere = "00000000-0000-4000-8000-000000000000";
    expect((await send("POST", path, { name: "x", project_id: nowhere })).status).toBe(404);
    expect((await send("POST", path, { name: "x", cluster_id: nowhere })).body.violations).toMatchObject([
      { field: "cluster_id" },
    ]);
  });
});

describe.each(["container_ids", "containers"])("POST service/stop and service/delete: list %s", (list) => {
  const listed = (...ids: unknown[]) => ({ [list]: ids.map((id) => (list === "containers" ? { id } : id)) });
  const stop = (...ids: unknown[]) => send("POST", inEnvironment("service/stop"), listed(...ids));
  let web: unknown;
  let api: unknown;
  beforeEach(async () => {
    web = (await create("container")).id;
    api = (await create("container", { name: "api" })).id;
  });

  it("stop deployed services under one request ID", async () => {
    expect((await stop(web, api)).status).toBe(409);
    await deploy({ containers: [web, api].map((id) => ({ id, image_tag: "2" })) });
    expect((await stop(web, api)).status).toBe(409);
    await advance(60);
    const stopped = await stop(web, api);
    expect(stopped).toMatchObject({ status: 200, body: { id: platform.ids.environment, state: "STOP_QUEUED" } });
    const { deployment_request_id } = stopped.body;
    expect(deployment_request_id).toEqual(anyId);
    await advance(60);
    const { containers } = await read(inEnvironment("statuses"));
    expect(containers).toMatchObject([1, 2].map(() => ({ state: "STOPPED", deployment_request_id })));
  });

  it("delete services by ID, over time if they were deployed", async () => {
    await deployToTheEnd({ containers: [{ id: web, image_tag: "2" }] });
    const deleted = await send("POST", inEnvironment("service/delete"), listed(web, api));
    expect([deleted.status, deleted.body.id]).toEqual([200, platform.ids.environment]);
    const states = async () =>
      (await read(inEnvironment("statuses"))).containers.map((each: Body) => [each.id, each.state]);
    expect(await states()).toEqual([[web, "DELETE_QUEUED"]]);
    await advance(3);
    expect(await states()).toEqual([]);
    expect((await send("POST", inEnvironment("service/delete"), listed(web))).status).toBe(404);
    expect((await send("POST", inEnvironment("service/delete"), {})).status).toBe(400);
  });
});
