import { describe, expect, it } from "vitest";
import { records } from "../kinds/index.js";
import { type Body, bodies, clusterBody, type KindName, kindNames } from "./support/bodies.js";
import { opened } from "./support/opened.js";

const { platform, send, conflict, inEnvironment, create } = opened({ endpoints: "documented" });

/** The members of a response, copied from the tables of the document. */
const answerOf = (kind: KindName) => {
  const record = Object.values(records).find(({ service }) => service === kind);
  return record?.documented.response.split(/\s+/) ?? [];
};

/** Members with another form in responses, which are tested separately. */
const others = `annotations_groups labels_groups autoscaling git_repository source terraform_files_source
  terraform_variables_source ports`.split(/\s+/);

/** The members of a body that a created service must return. The storage of a database is a number. */
function comparable(body: Body): Body {
  const isOther = (name: string) => others.includes(name) || (name === "storage" && Array.isArray(body.storage));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isOther(name)));
}

describe.each(kindNames)("%s", (kind) => {
  it("is created with every response member of the API document, from a full and a minimal body", async () => {
    const body = bodies[kind].full(platform.ids);
    const made = await create(kind, body);
    expect(Object.keys(made).sort()).toEqual([...answerOf(kind)].sort());
    expect(made).toMatchObject(comparable(body));
    expect(made.environment).toEqual({ id: platform.ids.environment });
    expect(made.service_type).toBe(kind.toUpperCase());
    expect(new Date(made.created_at).toISOString()).toBe(made.created_at);
    const least = await create(kind, {}, platform.ids.otherEnvironment);
    // An application without a description has none: its update does not accept null.
    const always = answerOf(kind).filter((member) => kind !== "application" || member !== "description");
    expect(Object.keys(least).sort()).toEqual(always.sort());
    expect(least.icon_uri).toMatch(/^app:/);
  });

  it("returns 409 for a name in use in the environment, ignoring case and surrounding blanks", async () => {
    const made = await create(kind, { name: "  Straße  " });
    expect(made.name).toBe("Straße");
    const again = { ...bodies[kind].minimal(platform.ids), name: "STRAßE" };
    expect(await conflict("POST", inEnvironment(kind), again)).toContain(made.id);
    await create(kind, again, platform.ids.otherEnvironment);
  });

  it("is cloned with its whole configuration under new IDs (404 for an application)", async () => {
    const made = await create(kind, bodies[kind].full(platform.ids));
    const target = { name: "copy", environment_id: platform.ids.otherEnvironment };
    const cloned = await send("POST", `/${kind}/${made.id}/clone`, target);
    if (kind === "application") {
      expect(cloned.status).toBe(404);
      return;
    }
    expect(cloned.status).toBe(202);
    const omitted = { name: "", environment: "", host: "" };
    const comparable = (body: Body) =>
      JSON.stringify({ ...body, ...omitted }).replace(/"(id|service_id|created_at|updated_at)":("[^"]+"|null),?/g, "");
    expect(comparable(cloned.body)).toBe(comparable(made));
    expect(cloned.body.id).not.toBe(made.id);
    expect(cloned.body.environment.id).toBe(platform.ids.otherEnvironment);
    if (made.ports?.length) expect(cloned.body.ports[0].id).not.toBe(made.ports[0].id);
    if (made.storage?.length) expect(cloned.body.storage[0].id).not.toBe(made.storage[0].id);
  });
});

it("POST container assigns the IDs of ports and disks, and ignores those of the body", async () => {
  const id = platform.ids.cluster;
  const ports = [{ id, internal_port: 80, publicly_accessible: false }];
  const made = await create("container", { ports, storage: [{ id, type: "FAST_SSD", size: 4, mount_point: "/a" }] });
  const assigned = [made.ports[0].id, made.storage[0].id];
  expect(assigned).toEqual([expect.any(String), expect.any(String)]);
  expect(assigned).not.toContain(id);
});

it("POST container has defaults for sizes, probes, autoscaling and ports (external_port 443)", async () => {
  const made = await create("container", {
    healthchecks: { liveness_probe: { type: { http: { port: 80 } } } },
    ports: [
      { internal_port: 80, publicly_accessible: true },
      { internal_port: 81, publicly_accessible: false },
    ],
    max_running_instances: 2,
    autoscaling: { mode: "KEDA", scalers: [{ scaler_type: "cpu", role: "SAFETY", config_yaml: "a" }] },
  });
  expect(made).toMatchObject({
    ...{ cpu: 500, memory: 512, gpu: 0, min_running_instances: 1 },
    ...{ auto_preview: true, auto_deploy: false, storage: [], arguments: [], entrypoint: null },
    autoscaling: {
      ...{ polling_interval_seconds: 30, cooldown_period_seconds: 300 },
      scalers: [{ enabled: true, config_yaml: "a", config_json: null }],
    },
    ...{ maximum_cpu: 32_000, maximum_memory: 131_072, maximum_gpu: 8 },
  });
  expect(made.healthchecks.liveness_probe).toEqual({
    type: { http: { path: "/", scheme: "HTTP", port: 80 } },
    ...{ initial_delay_seconds: 30, period_seconds: 10, timeout_seconds: 5 },
    ...{ success_threshold: 1, failure_threshold: 9 },
  });
  expect(made.ports[0]).toMatchObject({ protocol: "HTTP", external_port: 443, is_default: false });
  expect(made.ports[1]).toMatchObject({ protocol: "HTTP", external_port: null });
  expect(await create("container", { name: "other" })).toMatchObject({ max_running_instances: 1, autoscaling: null });
});

it.each(kindNames.filter((kind) => answerOf(kind).includes("auto_preview")))(
  "POST %s stores the environment's auto_preview if the body omits it",
  async (kind) => {
    expect((await create(kind)).auto_preview).toBe(true);
    expect((await create(kind, {}, platform.ids.otherEnvironment)).auto_preview).toBe(false);
  },
);

it("services return their groups, registry, repository and autoscaling", async () => {
  const made = await create("application", bodies.application.full(platform.ids));
  expect(made.annotations_groups[0]).toMatchObject({
    id: platform.ids.annotationsGroup,
    scopes: ["DEPLOYMENTS"],
    annotations: [{ key: expect.any(String), value: expect.any(String) }],
  });
  expect(made.labels_groups[0].labels[0]).toHaveProperty("propagate_to_cloud_provider");
  const { git_repository } = bodies.application.full(platform.ids);
  const neverDeployed = ["id", "date", "contributor", "tag"].map((name) => [`deployed_commit_${name}`, null]);
  const shown = { owner: "acme", name: "shop", has_access: true, git_token_name: expect.any(String) };
  const known = { ...(git_repository as Body), ...shown, ...Object.fromEntries(neverDeployed) };
  expect(made.git_repository).toEqual(known);
  expect(made.maximun_gpu).toBe(8);
  expect(made.autoscaling).toMatchObject({ id: expect.any(String), service_id: made.id, mode: "KEDA" });
  expect(made.autoscaling.scalers[0]).toMatchObject({ config_json: { targetValue: "70", keepAsIs: [1] } });
  expect(made.autoscaling.scalers[1].trigger_authentication).toMatchObject({
    ...{ organization_id: platform.ids.organization, config_yaml: "password: hunter2\n" },
  });
  const container = await create("container");
  expect(container.registry).toMatchObject({ id: platform.ids.registries.ECR, kind: "ECR" });
});

it("POST job creates a cron job, with the time zone Etc/UTC by default, or a lifecycle job, by default GENERIC", async () => {
  const cron = await create("job");
  expect(cron.job_type).toBe("CRON");
  expect(cron.schedule.cronjob).toEqual({
    scheduled_at: "*/5 8-18 * jan,feb MON-FRI",
    timezone: "Etc/UTC",
    arguments: [],
    entrypoint: null,
  });
  expect(cron.source.image).toMatchObject({ image_name: "migrate", registry: { kind: "ECR" } });
  const lifecycle = await create("job", { name: "start", schedule: { on_start: {} } });
  expect(lifecycle.job_type).toBe("LIFECYCLE");
  expect(lifecycle.schedule).toMatchObject({ on_start: { arguments: [] }, lifecycle_type: "GENERIC" });
});

it.each([
  ["POSTGRESQL", "CONTAINER", 100, 5432],
  ["REDIS", "CONTAINER", 100, 6379],
  ["MYSQL", "CONTAINER", 512, 3306],
  ["MONGODB", "CONTAINER", 256, 27_017],
  ["POSTGRESQL", "MANAGED", 100, 5432],
  ["MYSQL", "MANAGED", 100, 3306],
])("POST database of type %s in mode %s sets %d MB of memory and port %d", async (type, mode, memory, port) => {
  const made = await create("database", { type, mode });
  expect(made).toMatchObject({ cpu: 250, memory, port, storage: 10, accessibility: "PRIVATE" });
  expect(made.host).toEqual(expect.any(String));
  expect(made.disk_type === null).toBe(mode === "CONTAINER");
});

it("POST terraform derives the provider of its repository", async () => {
  const made = await create("terraform", bodies.terraform.full(platform.ids));
  expect(made.terraform_files_source.git.git_repository).toMatchObject({
    provider: "BITBUCKET",
    owner: "acme",
    name: "network",
    git_token_id: platform.ids.gitToken,
  });
  expect(made.auto_deploy).toBe(true);
});

it("POST terraform returns secret variables as REDACTED", async () => {
  const made = await create("terraform", bodies.terraform.full(platform.ids));
  expect(made.terraform_variables_source.tf_vars).toEqual([
    { key: "region", value: "eu-west-3", secret: false },
    { key: "password", value: "REDACTED", secret: true },
  ]);
});

it("PUT job resets omitted members", async () => {
  const made = await create("job", bodies.job.full(platform.ids));
  const edited = await send("PUT", `/job/${made.id}`, bodies.job.minimal(platform.ids));
  expect(edited.status).toBe(200);
  const { id, created_at } = made;
  const updated_at = expect.any(String);
  expect(edited.body).toMatchObject({ id, created_at, updated_at, cpu: 500, description: null, port: null });
});

it("PUT database keeps omitted members and those that it ignores: type, mode", async () => {
  const made = await create("database", bodies.database.full(platform.ids));
  const changes = { cpu: 999, name: "renamed" };
  const edited = await send("PUT", `/database/${made.id}`, { ...changes, type: "REDIS", mode: "MANAGED" });
  expect(edited).toEqual({ status: 200, body: { ...made, ...changes, updated_at: expect.any(String) } });
});

it("PUT database returns 409 for a name in use", async () => {
  const first = await create("database", { name: "first" });
  await create("database", { name: "second" });
  expect((await send("PUT", `/database/${first.id}`, { name: "SECOND" })).status).toBe(409);
});

it("PUT database accepts its own name in another letter case", async () => {
  const { id } = await create("database", { name: "first" });
  expect((await send("PUT", `/database/${id}`, { name: "FIRST" })).body.name).toBe("FIRST");
});

it("PUT cluster replaces and returns all members", async () => {
  const path = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}`;
  const body = clusterBody(platform.ids);
  const { labels_groups: _groups, ...plain } = body;
  const edited = await send("PUT", path, body);
  expect(edited.status).toBe(200);
  expect(edited.body).toMatchObject(plain);
  expect(edited.body.labels_groups[0].id).toBe(platform.ids.labelsGroup);
  expect(edited.body.organization).toEqual({ id: platform.ids.organization });
  const [feature] = edited.body.features;
  const bare = { name: "main", region: "eu-west-3", cloud_provider: "AWS" };
  const features = [{ id: feature.id, value: "true" }];
  const second = await send("PUT", path, { ...bare, features });
  expect(second.body).toMatchObject({ disk_size: 40, min_running_nodes: 1, kubernetes: "MANAGED", description: null });
  expect(second.body.features[0].value_object).toEqual({ type: "BOOLEAN", value: true });
});

it("POST argoCdConfig keeps the ID when it's repeated, with the token as REDACTED", async () => {
  const path = `/cluster/${platform.ids.cluster}/argoCdConfig`;
  const body = { argocd_url: "https://argo.example.com", argocd_token: "t0p-secret" };
  const first = await send("POST", path, body);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ ...body, argocd_token: "REDACTED", cluster_id: platform.ids.cluster });
  const second = await send("POST", path, { ...body, argocd_url: "https://other.example.com" });
  expect(second.body).toMatchObject({ id: first.body.id, created_at: first.body.created_at });
  expect(second.body.last_checked_at).toBe(second.body.updated_at);
});
