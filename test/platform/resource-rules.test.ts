/** What connects several members of a request, and what only the platform knows; `request-schemas.test.ts` has each member by itself. */
import { describe, expect, it } from "vitest";
import { type Body, bodies, clusterBody, type KindName } from "./support/bodies.js";
import { fieldsOf, opened } from "./support/opened.js";

const { platform, send, refusal, inEnvironment, create } = opened({ endpoints: "documented", isFresh: false });

const unknownId = "00000000-0000-4000-8000-000000000000";

/** What is wrong, the members that make it so, and the fields that are named. */
type Case = [why: string, change: Body | ((body: Body) => Body), fields: string];

const probe = (type: unknown, rest: Body = {}) => ({ healthchecks: { liveness_probe: { type, ...rest } } });
const port = { internal_port: 80, publicly_accessible: true };
const ports = (...all: Body[]) => ({ ports: all.map((each) => ({ ...port, ...each })) });
const hidden = (more: Body) => ports({ publicly_accessible: false, ...more });
const storage = (...all: Body[]) => ({ storage: all.map((each) => ({ size: 4, mount_point: "/a", ...each })) });
const scaler = { scaler_type: "cpu", role: "PRIMARY", config_yaml: "a: 1" };
const scaling = (...scalers: Body[]) => ({ max_running_instances: 3, autoscaling: { mode: "KEDA", scalers } });
const scaledBy = (more: Body) => scaling({ ...scaler, ...more });
/** Of a container; an application has the same members. */
const workload: Case[] = [
  ["a lone surrogate", { name: "\ud800" }, "name"],
  ["healthchecks that are null", { healthchecks: null }, "healthchecks"],
  ["cpu that is null", { cpu: null }, "cpu"],
  ["a probe of two types", probe({ tcp: { port: 1 }, grpc: { port: 1 } }), "healthchecks.liveness_probe.type"],
  ["a minimum of instances above the maximum", { min_running_instances: 2 }, "min_running_instances"],
  ["a duplicate mount point", storage({}, {}), "storage[1].mount_point"],
  ["a duplicate internal port", ports({}, {}), "ports[1].internal_port"],
  ["a duplicate port name", ports({ name: "a" }, { name: "a", internal_port: 81 }), "ports[1].name"],
  ["an external port on a private port", hidden({ external_port: 80 }), "ports[0].external_port"],
  ["a public path over TCP", ports({ protocol: "TCP", public_path: "/" }), "ports[0].public_path"],
  ["a rewrite on a private port", hidden({ public_path_rewrite: "/" }), "ports[0].public_path_rewrite"],
  ["two default ports", ports({ is_default: true }, { internal_port: 81, is_default: true }), "ports[1].is_default"],
  ["no scaler", scaling(), "autoscaling.scalers"],
  ["no enabled scaler", scaledBy({ enabled: false }), "autoscaling.scalers"],
  ["a scaler with both configurations", scaledBy({ config_json: {} }), "autoscaling.scalers[0]"],
  ["scaling between equal bounds", { ...scaledBy({}), min_running_instances: 3 }, "min_running_instances"],
  ["a fraction together with a broken rule", { cpu: 0.5, min_running_instances: 2 }, "cpu min_running_instances"],
  [
    "configuration that is not an object together with a broken rule",
    { ...scaledBy({ config_yaml: undefined, config_json: [] }), ...ports({}, {}) },
    "autoscaling.scalers[0].config_json ports[1].internal_port",
  ],
];

const git_repository = { url: "https://github.com/a/b", provider: "GITHUB" };
const docker = (more: Body) => ({ source: { docker: { git_repository, ...more } } });
const at = (scheduled_at: string) => ({ schedule: { cronjob: { scheduled_at } } });
const every = at("* * * * *").schedule;
const wrongSchedules = [
  ...["* * * * mon-SUN", "* * * * 5-0", "* * * sun *", "* * * * jan", "? * * * *", "1/2/3 * * * *", "1jan * * * *"],
  "0 0 * janfeb *",
];

/** Transcribed from the API document, which other services are not in. */
const cases: Record<KindName, Case[]> = {
  application: [
    ["a duplicate internal port", ports({}, {}), "ports[1].internal_port"],
    ["a dockerfile that is null", { dockerfile_path: null }, "dockerfile_path"],
  ],
  container: [...workload, ["an unknown registry", { registry_id: unknownId }, "registry_id"]],
  job: [
    [
      "both sources",
      (body) => ({ ...body, source: { ...(body.source as Body), ...docker({ dockerfile_path: "a" }).source } }),
      "source",
    ],
    ["two Dockerfiles", docker({ dockerfile_path: "a", dockerfile_raw: "FROM b" }), "source.docker"],
    ["a cron job with an event", { schedule: { ...every, on_stop: {} } }, "schedule.on_stop"],
    ["a cron job with a type", { schedule: { ...every, lifecycle_type: "GENERIC" } }, "schedule.lifecycle_type"],
    ...wrongSchedules.map((each): Case => [`the schedule ${each}`, at(each), "schedule.cronjob.scheduled_at"]),
  ],
  database: [["an instance type for a container database", { instance_type: "db.t3.micro" }, "instance_type"]],
  terraform: [
    ["two state backends", { backend: { kubernetes: {}, user_provided: {} } }, "backend"],
    [
      "an inline fragment with a path",
      { dockerfile_fragment: { type: "inline", content: "RUN a", path: "b" } },
      "dockerfile_fragment.path",
    ],
    ["arguments that are not arrays", { action_extra_arguments: { plan: "-lock" } }, "action_extra_arguments.plan"],
  ],
};

describe.each(Object.keys(cases) as KindName[])("POST %s", (kind) => {
  it.each(cases[kind])("returns 400 for %s", async (_why, change, fields) => {
    const minimal = bodies[kind].minimal(platform.ids);
    const body = typeof change === "function" ? change(minimal) : { ...minimal, ...change };
    const response = await send("POST", inEnvironment(kind), body);
    expect([response.status, fieldsOf(response)?.join(" ")]).toEqual([400, fields]);
  });

  it("creates a service with the name of the refused bodies, since none of them was stored", async () => {
    await create(kind);
  });
});

it("POST container reports all violations at once", async () => {
  const path = inEnvironment("container");
  const wrong = { name: "x".repeat(129), arguments: 7, entrypoint: 7, auto_deploy: "yes", min_running_instances: -1 };
  const others = { cpu: "x", tag: "", ports: [{}, 5], labels_groups: [{ id: "x" }] };
  const response = await send("POST", path, { ...wrong, ...others });
  expect(response.body).toEqual({
    status: 400,
    error: "Bad Request",
    detail: expect.stringMatching(/^The request isn't valid: .*\.$/),
    path,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    violations: [
      { field: "name", message: "must be at most 128 characters long" },
      { field: "healthchecks", message: "is required" },
      { field: "ports[0].internal_port", message: "is required" },
      { field: "ports[0].publicly_accessible", message: "is required" },
      { field: "ports[1]", message: "must be an object" },
      { field: "cpu", message: "must be an integer" },
      { field: "min_running_instances", message: "must be at least 0" },
      { field: "arguments", message: "must be an array" },
      { field: "entrypoint", message: "must be a string" },
      { field: "auto_deploy", message: "must be true or false" },
      { field: "labels_groups[0].id", message: "must be a UUID" },
      { field: "image_name", message: "is required" },
      { field: "tag", message: "must not be empty" },
      { field: "registry_id", message: "is required" },
    ],
  });
});

const scaled = scaledBy({ role: "SAFETY", config_yaml: undefined, config_json: { a: "" } });
it.each<[what: string, members: Body]>([
  ["as many instances as the maximum", { min_running_instances: 2, max_running_instances: 2 }],
  ["no maximum of instances", { min_running_instances: 9, max_running_instances: -1 }],
  ["no maximum of instances, scaled", { ...scaled, max_running_instances: -1 }],
  ["a probe over HTTPS", probe({ http: { port: 80, scheme: "HTTPS" } })],
])("POST container accepts %s", async (name, members) => {
  await create("container", { name, ...members });
});

it.each(["5/10 * * * sat-7", "*/90 * * * 0-sun"])("POST job accepts the schedule %s", async (scheduled_at) => {
  const { schedule } = await create("job", { name: scheduled_at, ...at(scheduled_at) });
  expect(schedule.cronjob.scheduled_at).toBe(scheduled_at);
});

it("POST database ignores unknown members", async () => {
  const made = await create("database", { name: "unknown", disk_type: "gp9", colour: "red" });
  expect(made.disk_type).toBeNull();
  expect(made).not.toHaveProperty("colour");
});

const images = [
  ["ECR", ["nginx", "team/nginx", "a/b/c"], ["a//b", "/a", "UP"]],
  ["SCALEWAY_CR", ["ns/nginx"], ["nginx", "a/b/c"]],
  ["DOCKER_HUB", ["nginx", "library/nginx"], ["a/b/c"]],
  ["PUBLIC_ECR", ["alias/nginx", "alias/team/nginx"], ["nginx"]],
  ["GENERIC_CR", ["nginx", "a/b/c/d"], ["nginx:1", "nginx@sha256:0", ""]],
] as const;

it.each(images)(
  "POST container with a %s registry accepts image names such as %j, and returns 400 for %j",
  async (kind, good, bad) => {
    const path = inEnvironment("container", platform.ids.otherEnvironment);
    const registry_id = platform.ids.registries[kind];
    const bodyWith = (image_name: string) => {
      const named = { name: `${kind} ${image_name}`, registry_id, image_name };
      return { ...bodies.container.minimal(platform.ids), ...named };
    };
    for (const each of good) expect([each, (await send("POST", path, bodyWith(each))).status]).toEqual([each, 201]);
    for (const each of bad) expect([each, await refusal("POST", path, bodyWith(each))]).toEqual([each, ["image_name"]]);
  },
);

it.each([
  ["another provider", { cloud_provider: "GCP" }, "cloud_provider"],
  ["another region", { region: "eu-west-1" }, "region"],
  ["an unknown feature", { features: [{ id: unknownId, value: "x" }] }, "features[0].id"],
])("PUT cluster returns 400 for %s", async (_why, change, fields) => {
  const path = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}`;
  expect(await refusal("PUT", path, { ...clusterBody(platform.ids), ...change })).toEqual([fields]);
});

it.each([
  [
    "refuses instance_type, disk_type and a wrong cpu (400)",
    "CONTAINER",
    { instance_type: "x", disk_type: "gp3", cpu: 0 },
    ["cpu", "instance_type", "disk_type"],
  ],
  ["refuses an unknown disk_type (400)", "MANAGED", { disk_type: "io1" }, ["disk_type"]],
  ["accepts instance_type and disk_type", "MANAGED", { instance_type: "db.t3.large", disk_type: "gp3" }, []],
] as const)("PUT database %s in mode %s", async (_what, mode, body, fields) => {
  const { id } = await create("database", { name: `${mode} ${JSON.stringify(body)}`.slice(0, 120), mode });
  expect(fieldsOf(await send("PUT", `/database/${id}`, body)) ?? []).toEqual(fields);
});

/** Wrong values of `cpu` and `memory`. */
const wrongSizes = [0, -1, 0.5, "500", null, true, [], { a: 1 }, 1e300];

describe("MANAGED database", () => {
  it("ignores `cpu` and `memory` of any value in a create and an update", async () => {
    for (const value of wrongSizes) {
      const size = { cpu: value, memory: value };
      const made = await create("database", { mode: "MANAGED", name: `managed ${JSON.stringify(value)}`, ...size });
      expect(made).toMatchObject({ cpu: 250, memory: 100 });
      const edited = await send("PUT", `/database/${made.id}`, { ...size, storage: 11 });
      expect([value, edited]).toMatchObject([value, { status: 200, body: { cpu: 250, memory: 100, storage: 11 } }]);
    }
  });

  it("returns 400 for wrong values of other members", async () => {
    const wrong = { ...bodies.database.minimal(platform.ids), mode: "MANAGED", storage: 0, cpu: "x", version: "" };
    expect(fieldsOf(await send("POST", inEnvironment("database"), wrong))).toEqual(["version", "storage"]);
  });
});

describe("database that isn't MANAGED", () => {
  it("returns 400 for wrong values of `cpu` and `memory`", async () => {
    const path = inEnvironment("database");
    const minimal = bodies.database.minimal(platform.ids);
    const { id } = await create("database", { name: "contained" });
    for (const value of wrongSizes.filter((each) => each !== null)) {
      const size = { cpu: value, memory: value };
      expect(fieldsOf(await send("POST", path, { ...minimal, ...size }))).toEqual(["cpu", "memory"]);
      const unknown = { ...minimal, ...size, mode: "OTHER" };
      expect(fieldsOf(await send("POST", path, unknown))).toEqual(["mode", "cpu", "memory"]);
      expect(fieldsOf(await send("PUT", `/database/${id}`, size))).toEqual(["cpu", "memory"]);
    }
  });
});
