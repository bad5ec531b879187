import { describe, expect, it } from "vitest";
import { type Body, bodies, clusterBody, type KindName } from "./bodies.js";
import { fieldsOf, opened } from "./opened.js";

const { platform, send, inEnvironment, create } = opened();

const unknownId = "00000000-0000-4000-8000-000000000000";

/** What is wrong, the members that make it so, and the fields that are named. */
type Case = [why: string, change: Body | ((body: Body) => Body), fields: string];

const probe = (type: unknown, rest: Body = {}) => ({ healthchecks: { liveness_probe: { type, ...rest } } });
const ports = (...all: Body[]) => ({
  ports: all.map((each) => ({ internal_port: 80, publicly_accessible: true, ...each })),
});
const hidden = (more: Body) => ports({ publicly_accessible: false, ...more });
const storage = (...all: Body[]) => ({ storage: all.map((each) => ({ size: 4, mount_point: "/a", ...each })) });
const scaler = { scaler_type: "cpu", role: "PRIMARY", config_yaml: "a: 1" };
const scaling = (more: Body) => ({
  max_running_instances: 3,
  autoscaling: { mode: "KEDA", scalers: [scaler], ...more },
});
const scaledBy = (more: Body) => scaling({ scalers: [{ ...scaler, ...more }] });
const at = "healthchecks.liveness_probe";
const within = (place: string, members: string) =>
  members
    .split(" ")
    .map((member) => `${place}.${member}`)
    .join(" ");

const workload: Case[] = [
  ["a missing name", { name: undefined }, "name"],
  ["a blank name", { name: "   " }, "name"],
  ["a name of 129 characters", { name: "x".repeat(129) }, "name"],
  ["a name that is a number", { name: 7 }, "name"],
  ["a lone surrogate", { name: "\ud800" }, "name"],
  ["no healthchecks", { healthchecks: undefined }, "healthchecks"],
  ["healthchecks that are null", { healthchecks: null }, "healthchecks"],
  ["a probe without a type", probe({}), `${at}.type`],
  ["a probe of two types", probe({ tcp: { port: 1 }, grpc: { port: 1 } }), `${at}.type`],
  ["a probe on port 0", probe({ tcp: { port: 0 } }), `${at}.type.tcp.port`],
  ["an empty command", probe({ exec: { command: [] } }), `${at}.type.exec.command`],
  [
    "probe numbers below their minimum",
    probe(
      { tcp: { port: 1 } },
      { initial_delay_seconds: -1, period_seconds: 0, timeout_seconds: 0, success_threshold: 0, failure_threshold: 0 },
    ),
    within(at, "initial_delay_seconds period_seconds timeout_seconds success_threshold failure_threshold"),
  ],
  ["cpu as a string", { cpu: "500" }, "cpu"],
  ["cpu with a fraction", { cpu: 0.5 }, "cpu"],
  ["cpu and memory of 0", { cpu: 0, memory: 0 }, "cpu memory"],
  ["cpu above the maximum of the cluster", { cpu: 32_001 }, "cpu"],
  ["memory above the maximum of the cluster", { memory: 131_073 }, "memory"],
  ["a negative gpu", { gpu: -1 }, "gpu"],
  ["gpu above the maximum of the cluster", { gpu: 9 }, "gpu"],
  ["cpu that is null", { cpu: null }, "cpu"],
  ["a minimum of instances above the maximum", { min_running_instances: 2 }, "min_running_instances"],
  ["a maximum of -2", { max_running_instances: -2 }, "max_running_instances"],
  ["storage below 1 GB", storage({ size: 0 }), "storage[0].size"],
  ["storage without a mount point", storage({ mount_point: undefined }), "storage[0].mount_point"],
  ["an unknown storage type", storage({ type: "TAPE" }), "storage[0].type"],
  ["a duplicate mount point", storage({}, {}), "storage[1].mount_point"],
  ["a port without its members", { ports: [{}] }, "ports[0].internal_port ports[0].publicly_accessible"],
  ["a port above 65535", ports({ internal_port: 65_536 }), "ports[0].internal_port"],
  ["a duplicate internal port", ports({}, {}), "ports[1].internal_port"],
  ["a duplicate port name", ports({ name: "a" }, { name: "a", internal_port: 81 }), "ports[1].name"],
  ["an external port on a private port", hidden({ external_port: 80 }), "ports[0].external_port"],
  ["a public path over TCP", ports({ protocol: "TCP", public_path: "/" }), "ports[0].public_path"],
  ["a rewrite on a private port", hidden({ public_path_rewrite: "/" }), "ports[0].public_path_rewrite"],
  ["two default ports", ports({ is_default: true }, { internal_port: 81, is_default: true }), "ports[1].is_default"],
  ["an unknown protocol", ports({ protocol: "SCTP" }), "ports[0].protocol"],
  ["an unknown annotations group", { annotations_groups: [{ id: unknownId }] }, "annotations_groups[0].id"],
  ["a labels group that is not a UUID", { labels_groups: [{ id: "x" }] }, "labels_groups[0].id"],
  ["an icon without a scheme", { icon_uri: "icon.svg" }, "icon_uri"],
  ["no scaler", scaling({ scalers: [] }), "autoscaling.scalers"],
  ["no enabled scaler", scaledBy({ enabled: false }), "autoscaling.scalers"],
  ["an unknown mode", scaling({ mode: "HPA" }), "autoscaling.mode"],
  ["a scaler with both configurations", scaledBy({ config_json: {} }), "autoscaling.scalers[0]"],
  ["a scaler with an unknown role", scaledBy({ role: "SECONDARY" }), "autoscaling.scalers[0].role"],
  ["scaling between equal bounds", { ...scaling({}), min_running_instances: 3 }, "min_running_instances"],
  ["a fraction together with a broken rule", { cpu: 0.5, min_running_instances: 2 }, "cpu min_running_instances"],
  [
    "configuration that is not an object together with a broken rule",
    { ...scaledBy({ config_yaml: undefined, config_json: [] }), ...ports({}, {}) },
    "autoscaling.scalers[0].config_json ports[1].internal_port",
  ],
];

const git = (more: Body) => ({ git_repository: { url: "https://github.com/a/b", provider: "GITHUB", ...more } });
const image = (more: Body) => (body: Body) => ({
  ...body,
  source: { image: { ...((body.source as Body).image as Body), ...more } },
});
const terraformDefaults = "terraform_variables_source backend engine provider_version job_resources description".split(
  " ",
);

const every = (schedule: Body = {}) => ({ cronjob: { scheduled_at: "* * * * *", ...schedule } });
const wrongSchedules = [
  ...["@daily", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "5-1 * * * *", "*/0 * * * *"],
  ...["a * * * *", "* * * * sat-sun", "* * * * mon-SUN", "* * * * 5-0", "* * * * 8", "* * * sun *", "* * * * jan"],
  ...["* * L * *", "? * * * *", "1,,2 * * * *", "1/2/3 * * * *", "1jan * * * *", "0 0 * janfeb *"],
];

/** Transcribed from the API document, which other services are not in. */
const cases: Record<KindName, Case[]> = {
  application: [
    ...workload,
    ["no dockerfile", { dockerfile_path: undefined }, "dockerfile_path"],
    ["a dockerfile that is null", { dockerfile_path: null }, "dockerfile_path"],
    ["an unknown build mode", { build_mode: "BUILDPACKS" }, "build_mode"],
    ["no repository", { git_repository: undefined }, "git_repository"],
    ["an unknown git provider", git({ provider: "SOURCEHUT" }), "git_repository.provider"],
    ["a repository that is not a URL", git({ url: "acme/shop" }), "git_repository.url"],
    ["an unknown git token", git({ git_token_id: unknownId }), "git_repository.git_token_id"],
  ],
  container: [
    ...workload,
    ["no tag", { tag: undefined }, "tag"],
    ["an unknown registry", { registry_id: unknownId }, "registry_id"],
    ["a tag in the image name", { image_name: "nginx:1" }, "image_name"],
    ["upper case in the image name", { image_name: "Nginx" }, "image_name"],
  ],
  job: [
    ["no source", { source: undefined }, "source"],
    ["an empty source", { source: {} }, "source"],
    [
      "both alternatives",
      (body) => ({ ...body, source: { ...(body.source as Body), docker: { ...git({}), dockerfile_path: "a" } } }),
      "source",
    ],
    ["an unknown registry", image({ registry_id: unknownId }), "source.image.registry_id"],
    ["a digest in the image name", image({ image_name: "a@sha256:0" }), "source.image.image_name"],
    ["no Dockerfile", { source: { docker: git({}) } }, "source.docker"],
    [
      "two Dockerfiles",
      { source: { docker: { ...git({}), dockerfile_path: "a", dockerfile_raw: "FROM b" } } },
      "source.docker",
    ],
    ["no schedule", { schedule: undefined }, "schedule"],
    ["an empty schedule", { schedule: {} }, "schedule"],
    ["a cron job with an event", { schedule: { ...every(), on_stop: {} } }, "schedule.on_stop"],
    [
      "a cron job with a lifecycle type",
      { schedule: { ...every(), lifecycle_type: "GENERIC" } },
      "schedule.lifecycle_type",
    ],
    ["an unknown lifecycle type", { schedule: { on_start: {}, lifecycle_type: "HELM" } }, "schedule.lifecycle_type"],
    ...wrongSchedules.map(
      (scheduled_at): Case => [
        `the schedule ${scheduled_at}`,
        { schedule: { cronjob: { scheduled_at } } },
        "schedule.cronjob.scheduled_at",
      ],
    ),
    ["an unknown time zone", { schedule: every({ timezone: "Mars/Olympus" }) }, "schedule.cronjob.timezone"],
    ["port 0", { port: 0 }, "port"],
    ["negative limits", { max_nb_restart: -1, max_duration_seconds: -1 }, "max_nb_restart max_duration_seconds"],
  ],
  database: [
    ["the type POSTGRES", { type: "POSTGRES" }, "type"],
    ["no version and no mode", { version: undefined, mode: undefined }, "version mode"],
    ["an instance type for a container database", { instance_type: "db.t3.micro" }, "instance_type"],
    ["an unknown accessibility", { accessibility: "SHARED" }, "accessibility"],
    ["storage of 0", { storage: 0 }, "storage"],
  ],
  terraform: [
    ...terraformDefaults.map((member): Case => [`no ${member}`, { [member]: undefined }, member]),
    [
      "half an auto deploy configuration",
      { auto_deploy_config: {} },
      "auto_deploy_config.auto_deploy auto_deploy_config.terraform_action",
    ],
    [
      "no variable arrays",
      { terraform_variables_source: {} },
      "terraform_variables_source.tf_var_file_paths terraform_variables_source.tf_vars",
    ],
    ["no state backend", { backend: {} }, "backend"],
    ["two state backends", { backend: { kubernetes: {}, user_provided: {} } }, "backend"],
    ["an unknown engine", { engine: "PULUMI" }, "engine"],
    ["no version", { provider_version: { read_from_terraform_block: true } }, "provider_version.explicit_version"],
    ["no resources", { job_resources: {} }, within("job_resources", "cpu_milli ram_mib gpu storage_gib")],
    ["a negative timeout", { timeout_sec: -1 }, "timeout_sec"],
    ["a file fragment without a path", { dockerfile_fragment: { type: "file" } }, "dockerfile_fragment.path"],
    [
      "an inline fragment with a path",
      { dockerfile_fragment: { type: "inline", content: "RUN a", path: "b" } },
      "dockerfile_fragment.path",
    ],
    [
      "an inline fragment above 8 KB",
      { dockerfile_fragment: { type: "inline", content: "é".repeat(4097) } },
      "dockerfile_fragment.content",
    ],
    ["arguments that are not arrays", { action_extra_arguments: { plan: "-lock" } }, "action_extra_arguments.plan"],
  ],
};

describe.each(Object.keys(cases) as KindName[])("creating a %s", (kind) => {
  it.each(cases[kind])("refuses %s", async (_why, change, fields) => {
    const minimal = bodies[kind].minimal(platform.ids);
    const body = typeof change === "function" ? change(minimal) : { ...minimal, ...change };
    const response = await send("POST", inEnvironment(kind), body);
    expect([response.status, fieldsOf(response)?.join(" ")]).toEqual([400, fields]);
  });

  it("stored none of these bodies", async () => {
    await create(kind);
  });
});

it("reports all violations at once, with a sentence and the error body of the platform", async () => {
  const path = inEnvironment("container");
  const response = await send("POST", path, { cpu: "x", ports: [{}, 5] });
  expect(response.body).toEqual({
    status: 400,
    error: "Bad Request",
    detail: expect.stringMatching(/^The request isn't valid: .*\.$/),
    path,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    violations: [
      { field: "name", message: "is required" },
      { field: "healthchecks", message: "is required" },
      { field: "ports[0].internal_port", message: "is required" },
      { field: "ports[0].publicly_accessible", message: "is required" },
      { field: "ports[1]", message: "must be an object" },
      { field: "cpu", message: "must be an integer" },
      { field: "image_name", message: "is required" },
      { field: "tag", message: "is required" },
      { field: "registry_id", message: "is required" },
    ],
  });
});

it.each([
  ...["* * * * *", "0 0 1 1 0", "*/15 8-18 1,15 JAN-jun mon-FRI", "5/10 * * * sat-7", "0 12 * * 7"],
  "*/90 * * * 0-sun",
])("accepts the schedule %s", async (scheduled_at) => {
  const { schedule } = await create("job", { name: scheduled_at, schedule: { cronjob: { scheduled_at } } });
  expect(schedule.cronjob.scheduled_at).toBe(scheduled_at);
});

it("ignores unknown members", async () => {
  const made = await create("database", { name: "unknown", disk_type: "gp9", colour: "red" });
  expect(made.disk_type).toBeNull();
  expect(made).not.toHaveProperty("colour");
});

it.each([
  ["ECR", ["nginx", "team/nginx", "a/b/c"], ["a//b", "/a", "UP"]],
  ["SCALEWAY_CR", ["ns/nginx"], ["nginx", "a/b/c"]],
  ["DOCKER_HUB", ["nginx", "library/nginx"], ["a/b/c"]],
  ["PUBLIC_ECR", ["alias/nginx", "alias/team/nginx"], ["nginx"]],
  ["GENERIC_CR", ["nginx", "a/b/c/d"], ["nginx:1", "nginx@sha256:0", ""]],
] as const)("takes from a registry of kind %s %j and refuses %j", async (kind, good, bad) => {
  const path = inEnvironment("container", platform.ids.otherEnvironment);
  const registry_id = platform.ids.registries[kind];
  for (const image_name of [...good, ...bad]) {
    const body = { ...bodies.container.minimal(platform.ids), name: `${kind} ${image_name}`, registry_id, image_name };
    const response = await send("POST", path, body);
    expect([image_name, response.status, fieldsOf(response)]).toEqual(
      (good as readonly string[]).includes(image_name)
        ? [image_name, 201, undefined]
        : [image_name, 400, ["image_name"]],
    );
  }
});

it.each([
  ["no name", { name: undefined }, "name"],
  ["another provider", { cloud_provider: "GCP" }, "cloud_provider"],
  ["another region", { region: "eu-west-1" }, "region"],
  ["a minimum of nodes above the maximum", { min_running_nodes: 10 }, "min_running_nodes"],
  ["too few operations per second", { disk_iops: 2999 }, "disk_iops"],
  ["too many operations per second", { disk_iops: 16_001 }, "disk_iops"],
  ["too little throughput", { disk_throughput: 124 }, "disk_throughput"],
  ["too much throughput", { disk_throughput: 1001 }, "disk_throughput"],
  ["an unknown feature", { features: [{ id: unknownId, value: "x" }] }, "features[0].id"],
  [
    "an unknown resource profile",
    { metrics_parameters: { enabled: true, configuration: { kind: "MANAGED_BY_PLATFORM", resource_profile: "HUGE" } } },
    "metrics_parameters.configuration.resource_profile",
  ],
])("refuses a cluster update with %s", async (_why, change, fields) => {
  const path = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}`;
  expect(fieldsOf(await send("PUT", path, { ...clusterBody(platform.ids), ...change }))).toEqual([fields]);
});

it.each([
  ["CONTAINER", { instance_type: "x", disk_type: "gp3", cpu: 0 }, ["cpu", "instance_type", "disk_type"]],
  ["MANAGED", { disk_type: "io1" }, ["disk_type"]],
  ["MANAGED", { instance_type: "db.t3.large", disk_type: "gp3" }, undefined],
] as const)("judges the edit of a %s database %j", async (mode, body, fields) => {
  const { id } = await create("database", { name: `${mode} ${JSON.stringify(body)}`.slice(0, 120), mode });
  expect(fieldsOf(await send("PUT", `/database/${id}`, body))).toEqual(fields);
});
