/** A response sent back as the body of an update is accepted, and changes nothing that responses show. */
import { describe, expect, it } from "vitest";
import { type Body, bodies, clusterBody } from "./support/bodies.js";
import { opened } from "./support/opened.js";
import { deployBody, serviceBodies, updatedServices } from "./support/services.js";

const { platform, send, refusal, read, inEnvironment, create, deploy } = opened({ speed: "instant" });

/** Times of updates differ, also those of the inner objects of autoscaling. */
const withoutTimes = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, each) => (key === "updated_at" ? undefined : each)));

const privatePort = { internal_port: 81, publicly_accessible: false };
const scaler = { scaler_type: "cpu", role: "PRIMARY", config_json: {} };
const workload: Body[] = [
  { ports: [{ internal_port: 80, publicly_accessible: true }, privatePort], storage: [{ size: 4, mount_point: "/a" }] },
  { ports: [{ internal_port: 53, publicly_accessible: true, protocol: "UDP" }], min_running_instances: 0 },
  { healthchecks: { liveness_probe: { type: { http: { port: 80 } } } }, max_running_instances: -1 },
  { healthchecks: { readiness_probe: { type: { grpc: { port: 80 } } } } },
  { healthchecks: { readiness_probe: { type: { exec: { command: ["a", ""] } } } }, entrypoint: "", description: "" },
  { max_running_instances: -1, autoscaling: { mode: "KEDA", scalers: [scaler] } },
];
const inGit = { git_repository: { url: "https://github.com/a/b", provider: "GITHUB" } };
const dockerSource = (more: Body) => ({ source: { docker: { ...inGit, ...more } } });
const variables = (...tf_vars: Body[]) => ({ terraform_variables_source: { tf_var_file_paths: ["a"], tf_vars } });

/** Changes to the minimal body; the full and the minimal one are variants of every kind. */
const variants: Record<string, Body[]> = {
  application: workload,
  container: workload,
  job: [
    { schedule: { on_start: {} } },
    { schedule: { on_stop: { arguments: [""], entrypoint: "" }, lifecycle_type: "GENERIC" } },
    { schedule: { cronjob: { scheduled_at: "0 0 * * 7", timezone: "Europe/Paris", arguments: ["a"] } } },
    dockerSource({ dockerfile_path: "Dockerfile" }),
    dockerSource({ dockerfile_raw: "FROM a", docker_target_build_stage: "b" }),
  ],
  database: [{ mode: "MANAGED" }],
  terraform: [
    { dockerfile_fragment: { type: "inline", content: "RUN a" }, backend: { kubernetes: {} } },
    { dockerfile_fragment: null, action_extra_arguments: { plan: [""] } },
    variables({ key: "a", value: "" }, { key: "b", value: "s3cret", secret: true }, { key: "b", value: "x" }),
    variables({ key: "b", value: "first", secret: true }, { key: "b", value: "second", secret: true }),
  ],
  helm: [
    { source: inGit, values_override: { file: { git: { ...inGit, paths: ["values.yaml"] } } } },
    { ports: [{ internal_port: 80, service_selectors: [{ key: "app", value: "grafana" }] }] },
  ],
};
const fullOf = (kind: string): Body => serviceBodies[kind]?.full(platform.ids) ?? {};
const allVariants = (kind: string): Body[] => [
  fullOf(kind),
  ...[{}, ...(variants[kind] ?? [])].map((change) => ({ ...serviceBodies[kind]?.minimal(platform.ids), ...change })),
];

async function expectUnchanged(path: string, response: Body, shown = () => read(path)): Promise<void> {
  const edited = await send("PUT", path, response);
  expect([edited.status, edited.body.violations]).toEqual([200, undefined]);
  expect(withoutTimes(edited.body)).toEqual(withoutTimes(response));
  expect(withoutTimes(await shown())).toEqual(withoutTimes(response));
}

/** The stored configurations; without their icons, because a default one that is sent back is stored from then on. */
const stored = async () => {
  const { tables } = await read("/_local/snapshot");
  return withoutTimes(tables.service.map(({ body }: { body: { config: Body } }) => ({ ...body.config, icon_uri: "" })));
};

describe.each(updatedServices)("PUT %s with its own response", (kind) => {
  it("changes nothing, in every variant of the service", async () => {
    for (const body of allVariants(kind)) {
      const { id } = await create(kind, body);
      const before = await stored();
      await expectUnchanged(`/${kind}/${id}`, await read(`/${kind}/${id}`));
      // Also what responses mask, such as secrets.
      expect(await stored()).toEqual(before);
      await send("DELETE", `/${kind}/${id}`);
    }
  });

  it("changes nothing after a deployment", async () => {
    const { id } = await create(kind, fullOf(kind));
    expect((await deploy(deployBody(kind, id))).status).toBe(202);
    await expectUnchanged(`/${kind}/${id}`, await read(`/${kind}/${id}`));
  });
});

it("PUT terraform with the response of a clone changes nothing, not even a secret", async () => {
  const { id } = await create("terraform", bodies.terraform.full(platform.ids));
  const body = { name: "copy", environment_id: platform.ids.environment };
  const clone = await send("POST", `/terraform/${id}/clone`, body);
  await expectUnchanged(`/terraform/${clone.body.id}`, clone.body);
  const [source, copy] = await stored();
  expect(copy.terraform_variables_source).toEqual(source.terraform_variables_source);
});

it("POST terraform returns 400 for a repository in both `git_repository` and `git`, and for a missing one", async () => {
  const body = bodies.terraform.full(platform.ids);
  const { git_repository } = body.terraform_files_source as Body;
  const refused = (terraform_files_source: Body) =>
    refusal("POST", inEnvironment("terraform"), { ...body, terraform_files_source });
  expect(await refused({})).toEqual(["terraform_files_source.git_repository"]);
  expect(await refused({ git: {} })).toEqual(["terraform_files_source.git.git_repository"]);
  expect(await refused({ git_repository, git: { git_repository } })).toEqual(["terraform_files_source.git"]);
});

it("PUT cluster with its own response changes nothing but its deployment_status", async () => {
  const { organization, cluster } = platform.ids;
  const shown = async () => (await read(`/organization/${organization}/cluster`)).results[0];
  const path = `/organization/${organization}/cluster/${cluster}`;
  const first = await shown();
  const edited = await send("PUT", path, first);
  // An update makes the cluster out of date; nothing else differs.
  const outOfDate = { ...first, deployment_status: "OUT_OF_DATE" };
  expect([edited.status, withoutTimes(edited.body)]).toEqual([200, withoutTimes(outOfDate)]);
  const { features } = first;
  const bare = { name: "main", region: "eu-west-3", cloud_provider: "AWS" };
  const parameters = [
    { metrics_parameters: {}, keda: {}, infrastructure_charts_parameters: {}, cloud_provider_credentials: {} },
    { features: [{ id: features[0].id, value: "true" }], min_running_nodes: 0, max_running_nodes: 0 },
  ];
  for (const body of [bare, clusterBody(platform.ids), ...parameters.map((more) => ({ ...bare, ...more }))]) {
    expect((await send("PUT", path, body)).status).toBe(200);
    await expectUnchanged(path, await shown(), shown);
  }
});

it("PUT database with description null removes the description", async () => {
  const made = await create("database", bodies.database.full(platform.ids));
  const edited = await send("PUT", `/database/${made.id}`, { description: null });
  expect(edited.body).toMatchObject({ description: null, cpu: made.cpu });
});
