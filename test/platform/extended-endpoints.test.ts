import { describe, expect, it } from "vitest";
import { type Body, bodies, type KindName } from "./support/bodies.js";
import { opened } from "./support/opened.js";
import { deployBody, serviceBodies, services, updatedServices } from "./support/services.js";

const { platform, send, refusal, read, inEnvironment, advance, ...ask } = opened();

const fullOf = (kind: string): Body => serviceBodies[kind]?.full(platform.ids) ?? {};
const create = (kind: string, body = fullOf(kind)): Promise<Body & { id: string }> => ask.create(kind, body);

const deploy = (kind: string, id: string) => ask.deployToTheEnd(deployBody(kind, id));

describe.each(services)("%s", (kind) => {
  it("is read and listed as created, with its status", async () => {
    const made = await create(kind);
    expect(await send("GET", `/${kind}/${made.id}`)).toEqual({ status: 200, body: made });
    expect(await read(inEnvironment(kind))).toEqual({ results: [made] });
    const [status] = (await read(inEnvironment("statuses")))[`${kind}s`];
    expect(await read(`/${kind}/${made.id}/status`)).toEqual(status);
    expect(await read(inEnvironment(`${kind}/status`))).toEqual({ results: [status] });
  });

  it.runIf(updatedServices.includes(kind))("is updated by a PUT with its create body", async () => {
    const made = await create(kind);
    const { ports: _ports, storage, ...rest } = { ...fullOf(kind), name: "renamed", description: "edited" } as Body;
    const edited = await send("PUT", `/${kind}/${made.id}`, typeof storage === "number" ? { ...rest, storage } : rest);
    const { id, created_at } = made;
    expect(edited).toMatchObject({ status: 200, body: { id, created_at, name: "renamed", description: "edited" } });
    expect(await read(`/${kind}/${made.id}`)).toEqual(edited.body);
  });

  it("is deleted at once if it was never deployed, and its name can be used again", async () => {
    const path = `/${kind}/${(await create(kind)).id}`;
    expect((await send("DELETE", path)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await send(method, path)).status).toBe(404);
    await create(kind);
  });

  it("is deleted over time if it was deployed; meanwhile, an update and a create with its name return 409", async () => {
    const made = await create(kind);
    await deploy(kind, made.id);
    expect((await send("DELETE", `/${kind}/${made.id}`)).status).toBe(204);
    const state = async () => (await read(inEnvironment("statuses")))[`${kind}s`][0]?.state;
    expect(await state()).toBe("DELETE_QUEUED");
    await advance(2);
    expect(await state()).toBe("DELETING");
    expect((await send("GET", `/${kind}/${made.id}`)).status).toBe(200);
    expect((await send("DELETE", `/${kind}/${made.id}`)).status).toBe(204);
    expect((await send("POST", inEnvironment(kind), fullOf(kind))).status).toBe(409);
    const edit = kind === "database" ? { cpu: 1 } : serviceBodies[kind]?.minimal(platform.ids);
    const edited = await send("PUT", `/${kind}/${made.id}`, edit);
    expect(edited.status).toBe(updatedServices.includes(kind) ? 409 : 405);
    await advance(1);
    expect((await send("GET", `/${kind}/${made.id}`)).status).toBe(404);
    expect(await state()).toBeUndefined();
  });
});

describe("PUT application/{}", () => {
  const path = async () => {
    const made = await create("application");
    return `/application/${made.id}`;
  };

  it("requires only `healthchecks`, keeps members that a create requires, and resets others", async () => {
    const place = await path();
    const before = await read(place);
    const { status, body } = await send("PUT", place, { healthchecks: {} });
    expect(status).toBe(200);
    const { name, git_repository, dockerfile_path } = before;
    expect(body).toMatchObject({ name, git_repository, dockerfile_path, healthchecks: {}, cpu: 500, ports: [] });
    expect(body).not.toHaveProperty("description");
    expect(await read(place)).toEqual(body);
  });

  it.each<[string, Body, string]>([
    ["missing healthchecks", { healthchecks: undefined }, "healthchecks"],
    ["a description that is null", { description: null }, "description"],
    ["a port without a protocol", { ports: [{ internal_port: 80, publicly_accessible: false }] }, "ports[0].protocol"],
  ])("returns 400 for %s", async (_, change, field) => {
    const place = await path();
    expect(await refusal("PUT", place, { healthchecks: {}, ...change })).toEqual([field]);
  });
});

describe("undocumented members", () => {
  const instance = { cpu_architecture: "ARM64", ephemeral_storage_in_gib: 20 };
  const blueprint = { blueprint_id: "0d1e2f30-4152-4637-8495-a6b7c8d9e0f1" };
  const undocumented: [KindName, Body, Body][] = [
    ["application", instance, { cpu_architecture: "MIPS" }],
    ["container", instance, { ephemeral_storage_in_gib: "20" }],
    ["job", instance, { cpu_architecture: 64 }],
    ["terraform", blueprint, { blueprint_id: "none" }],
  ];

  it.each(undocumented)(
    "are stored, returned, cloned, and reset by an update without them: %s",
    async (kind, specified, wrong) => {
      const minimal = bodies[kind].minimal(platform.ids);
      const plain = await create(kind, minimal);
      for (const name of Object.keys(specified)) expect(plain).not.toHaveProperty(name);
      const made = await create(kind, { ...minimal, ...specified, name: "undocumented" });
      expect(made).toMatchObject(specified);
      const body = { name: "copy", environment_id: platform.ids.environment };
      expect((await send("POST", `/${kind}/${made.id}/clone`, body)).body).toMatchObject(specified);
      const reset = await send("PUT", `/${kind}/${made.id}`, { ...minimal, name: "undocumented" });
      expect(reset.status).toBe(200);
      for (const name of Object.keys(specified)) expect(reset.body).not.toHaveProperty(name);
      expect(await refusal("POST", inEnvironment(kind), { ...minimal, ...wrong })).toEqual(Object.keys(wrong));
    },
  );
});

describe("PUT container/{}: ports and storage", () => {
  const two = {
    storage: [
      { size: 4, mount_point: "/a" },
      { size: 5, mount_point: "/b" },
    ],
    ports: [
      { internal_port: 80, publicly_accessible: true },
      { internal_port: 81, publicly_accessible: false },
    ],
  };

  async function make() {
    const made = await create("container", { ...bodies.container.minimal(platform.ids), ...two });
    const items = made as unknown as { storage: Body[]; ports: Body[] };
    return { path: `/container/${made.id}`, storage: items.storage, ports: items.ports };
  }

  it("updates items with an `id`, also at another index (a moved disk), adds others, and removes omitted items", async () => {
    const { path, storage, ports } = await make();
    const edited = await send("PUT", path, {
      ...bodies.container.minimal(platform.ids),
      storage: [
        { size: 9, mount_point: "/c" },
        { ...storage[0], size: 8 },
      ],
      ports: [{ ...ports[1], internal_port: 8081 }],
    });
    expect(edited.status).toBe(200);
    expect(edited.body.ports).toMatchObject([{ id: ports[1]?.id, internal_port: 8081 }]);
    const [made, changed] = edited.body.storage;
    expect(changed).toMatchObject({ id: storage[0]?.id, size: 8, mount_point: "/a" });
    expect(storage.map((item) => item.id)).not.toContain(made.id);
  });

  it("returns 400 for unknown and duplicate IDs of items, with all other violations", async () => {
    const {
      path,
      ports: [first],
    } = await make();
    const storage = [
      { id: platform.ids.cluster, size: 0, mount_point: "/a" },
      { id: "x", size: 4, mount_point: "/b" },
    ];
    const ports = [first, { ...first, internal_port: 82 }];
    const body = { ...bodies.container.minimal(platform.ids), ports, storage };
    const wrong = ["storage[0].size", "storage[1].id", "storage[0].id", "ports[1].id"];
    expect((await refusal("PUT", path, body))?.sort()).toEqual(wrong.sort());
  });
});

it("clone of an application has its advanced settings, but neither its custom domains nor its deployment restrictions", async () => {
  const made = await create("application");
  const grace = { "deployment.termination_grace_period_seconds": 120 };
  expect((await send("PUT", `/application/${made.id}/advancedSettings`, grace)).status).toBe(201);
  const records = {
    customDomain: { domain: "clone.example.com", generate_certificate: false },
    deploymentRestriction: { mode: "MATCH", type: "PATH", value: "src/" },
  };
  for (const [path, body] of Object.entries(records))
    expect((await send("POST", `/application/${made.id}/${path}`, body)).status).toBe(201);
  const target = { name: "copy", environment_id: platform.ids.environment };
  const { body: copy } = await send("POST", `/application/${made.id}/clone`, target);
  expect(await read(`/application/${copy.id}/advancedSettings`)).toMatchObject(grace);
  for (const path of Object.keys(records))
    expect(await read(`/application/${copy.id}/${path}`)).toEqual({ results: [] });
});

it("argoCdConfig of a cluster is read and deleted", async () => {
  const path = `/cluster/${platform.ids.cluster}/argoCdConfig`;
  const body = { argocd_url: "https://argo.example.com", argocd_token: "x" };
  expect(await read(path)).toMatchObject({ status: 404 });
  expect((await send("POST", path, body)).body).toEqual(await read(path));
  for (const status of [204, 404]) expect((await send("DELETE", path)).status).toBe(status);
});

describe("running deployment", () => {
  it.each(["stop", "redeploy"])("makes %s return 409 with the ID of the deployment, and continues", async (what) => {
    const made = await create("database");
    await deploy("database", made.id);
    const running = await ask.deploy({ databases: [made.id] });
    expect(await ask.conflict("POST", inEnvironment(what))).toContain(running.body.last_deployment_id);
    await advance(60);
    const { environment: status, databases } = await read(inEnvironment("statuses"));
    expect(status).toMatchObject({ state: "DEPLOYED", last_deployment_id: running.body.last_deployment_id });
    expect(databases).toMatchObject([
      { state: "DEPLOYED", deployment_request_id: running.body.deployment_request_id, is_part_last_deployment: true },
    ]);
    expect((await send("POST", inEnvironment(what))).status).toBe(202);
  });

  it("allows an update of its service, and leaves the service OUT_OF_DATE", async () => {
    const made = await create("database");
    await ask.deploy({ databases: [made.id] });
    expect((await send("PUT", `/database/${made.id}`, { cpu: 1000 })).status).toBe(200);
    await advance(60);
    const { databases } = await read(inEnvironment("statuses"));
    expect(databases).toMatchObject([{ state: "DEPLOYED", service_deployment_status: "OUT_OF_DATE" }]);
  });
});

it("statuses have the request that last deployed each service, and its result", async () => {
  const ids = await Promise.all(
    ["a", "b"].map(async (name) => (await create("database", { ...bodies.database.full(platform.ids), name })).id),
  );
  const started: Body[] = [];
  for (const databases of [ids, [ids[1]]]) {
    const response = await ask.deploy({ databases });
    started.push(response.body);
    await advance(60);
  }
  const shown = () => read(inEnvironment("statuses"));
  const statusOf = (id: unknown, deployment: Body, isLast: boolean) => ({
    ...{ id, state: "DEPLOYED", service_deployment_status: "UP_TO_DATE" },
    status_details: { action: "DEPLOY", status: "SUCCESS", sub_action: "NONE" },
    ...{ is_part_last_deployment: isLast, deployment_requests_count: 0, execution_id: deployment.last_deployment_id },
    deployment_request_id: deployment.deployment_request_id,
    last_deployment_date: deployment.last_deployment_date,
    steps: {
      ...{ total_duration_sec: 4, total_computing_duration_sec: 3 },
      details: [
        { step_name: "DEPLOYMENT_QUEUEING", status: "SUCCESS", duration_sec: 1 },
        { step_name: "DEPLOYMENT", status: "SUCCESS", duration_sec: 3 },
      ],
    },
  });
  const [first, second] = started as [Body, Body];
  expect((await shown()).databases).toEqual([statusOf(ids[0], first, false), statusOf(ids[1], second, true)]);
  expect((await shown()).environment).toMatchObject({
    last_deployment_id: second.last_deployment_id,
    deployment_request_id: second.deployment_request_id,
  });
  const again = (await send("POST", inEnvironment("redeploy"))).body;
  expect(started.map((each) => each.deployment_request_id)).not.toContain(again.deployment_request_id);
  const running = {
    status_details: { action: "DEPLOY", status: "QUEUED", sub_action: "NONE" },
    is_part_last_deployment: true,
    deployment_requests_count: 1,
    deployment_request_id: again.deployment_request_id,
  };
  expect((await shown()).databases).toMatchObject([running, running]);
  expect((await shown()).databases[0]).not.toHaveProperty("steps");
  await send("POST", inEnvironment("cancelDeployment"), {});
  await advance(60);
  const canceled = { action: "DEPLOY", status: "CANCELED", sub_action: "NONE" };
  expect((await shown()).databases[0].status_details).toEqual(canceled);
});

it("status of a service that was never deployed has no execution, date and steps", async () => {
  const made = await create("terraform");
  const status = async () => (await read(inEnvironment("statuses"))).terraforms[0];
  expect(await status()).toEqual({
    id: made.id,
    state: "READY",
    service_deployment_status: "NEVER_DEPLOYED",
    status_details: { action: "UNKNOWN", status: "NEVER", sub_action: "NONE" },
    is_part_last_deployment: false,
    deployment_requests_count: 0,
    deployment_request_id: null,
  });
  const terraforms = [{ id: made.id, git_commit_id: "a", action: "PLAN" }];
  await ask.deployToTheEnd({ terraforms });
  const planned = { action: "DEPLOY", status: "SUCCESS", sub_action: "TERRAFORM_PLAN_ONLY" };
  expect((await status()).status_details).toEqual(planned);
});

it("redeploy deploys only services that were deployed before, with their updates", async () => {
  const [first, other] = [await create("database"), await create("container")];
  await deploy("database", first.id);
  await send("PUT", `/database/${first.id}`, { cpu: 1000 });
  expect((await send("POST", inEnvironment("redeploy"))).status).toBe(202);
  await advance(60);
  expect(await read(inEnvironment("statuses"))).toMatchObject({
    databases: [{ state: "DEPLOYED", service_deployment_status: "UP_TO_DATE" }],
    containers: [{ id: other.id, state: "READY", service_deployment_status: "NEVER_DEPLOYED" }],
  });
});

it("status of a new environment is READY and NEVER_DEPLOYED", async () => {
  const never = { state: "READY", last_deployment_state: "READY", deployment_status: "NEVER_DEPLOYED", metrics: [] };
  const status = { id: platform.ids.environment, ...never };
  const none = Object.fromEntries(services.map((kind) => [`${kind}s`, []]));
  expect(await read(inEnvironment("statuses"))).toEqual({ environment: status, ...none });
  expect(await read(inEnvironment("status"))).toEqual(status);
});
