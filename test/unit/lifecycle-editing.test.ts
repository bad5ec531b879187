import { describe, expect, it } from "vitest";
import {
  application,
  argoCdConfig,
  argsOf,
  cluster,
  container,
  database,
  ids,
  job,
  terraformService,
} from "../kinds/fixtures.js";
import type { Values } from "../provider.js";
import { type Answer, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const one = `/container/${ids.container}`;
/** A full edit of the container: its items keep the IDs that the platform assigned. */
const fullRequest = {
  ...container.request,
  storage: container.response.storage as Values[],
  ports: container.response.ports as Values[],
};
const extended = { endpoints: "extended" } as const;
const clusters = `/organization/${ids.organization}/cluster`;
/** The lifecycle of clusters on a platform whose only one is described so. */
function clusterAs(now: Values) {
  platform.on(`GET ${clusters}`, [200, { results: [now] }]).on(`PUT ${clusters}/${ids.cluster}`, [200, now]);
  return lifecycle("Cluster", platform.url, extended);
}

/** What the platform is sent when a container is edited, and what the state holds afterwards. */
async function editContainer(
  before: Values,
  wanted: Values,
  state: Values = container.path,
): Promise<{ body: Values; outputs: Values }> {
  platform.on(`GET ${one}`, [200, before]).on(`PUT ${one}`, ({ body }) => [200, { ...before, ...(body as Values) }]);
  const image = { registryId: ids.registry, imageName: "library/nginx", tag: "1.27" };
  const required = { ...container.path, name: "web", ...image, healthchecks: {} };
  const { update } = lifecycle("Container", platform.url, extended);
  const result = await update(ids.container, state, { ...required, ...wanted });
  const put = platform.arrived.findLast(({ line }) => line === `PUT ${one}`);
  return { body: put?.body as Values, outputs: result?.outputs as Values };
}

describe("a full edit", () => {
  it("sends the platform's ids of the ports and disks that stay, and none of new ones", async () => {
    const port = (container.program.ports as Values[])[0] as Values;
    const ports = [
      { internalPort: 9000, publiclyAccessible: false },
      { ...port, name: "front" },
    ];
    const storage = [{ type: "FAST_SSD", size: 40, mountPoint: "/data" }];
    const { body } = await editContainer(container.response, { ports, storage });
    expect(body.ports).toEqual([
      { internal_port: 9000, publicly_accessible: false, protocol: "HTTP" },
      { ...fullRequest.ports[0], name: "front" },
    ]);
    expect(body.storage).toEqual([{ id: ids.storage, type: "FAST_SSD", size: 40, mount_point: "/data" }]);
  });

  it("keeps what the program does not manage, also what was set since the last read", async () => {
    const own = { description: "set in the console", cpu: 1234 };
    const { body, outputs } = await editContainer({ ...container.response, ...own }, { memory: 2048 });
    expect(body).toEqual({ ...fullRequest, ...own, memory: 2048 });
    expect(outputs).toMatchObject({ ...own, memory: 2048 });
  });

  it("empties a list that the program empties", async () => {
    const { body } = await editContainer(container.response, { ports: [], arguments: [] });
    expect(body).toMatchObject({ ports: [], arguments: [] });
  });

  it("clears what the program sets to null", async () => {
    const { body } = await editContainer(container.response, { autoDeploy: null });
    expect(body.auto_deploy).toBeNull();
  });

  it("follows the platform where another kind of probe was set there since the last read", async () => {
    const before = { ...container.response, healthchecks: { readiness_probe: { type: { tcp: { port: 1 } } } } };
    const { body, outputs } = await editContainer(before, {}, container.outputs);
    expect(body.healthchecks).toMatchObject({ readiness_probe: { type: { tcp: { port: 1 } } } });
    expect(JSON.stringify([body.healthchecks, outputs.healthchecks])).not.toContain("http");
  });

  const probe = (type: Values, more: Values = {}) => ({ type, ...more });
  const scaler = { scalerType: "cpu", role: "PRIMARY", configYaml: "a: 1" };
  const times = { polling_interval_seconds: 15, cooldown_period_seconds: 120 };
  const sentScaler = { scaler_type: "cpu", role: "PRIMARY", enabled: true, config_yaml: "a: 1" };

  it.each<[title: string, before: Values, wanted: Values, sent: Values]>([
    [
      "another kind of probe",
      { healthchecks: { readiness_probe: probe({ tcp: { port: 1 } }, { period_seconds: 99 }) } },
      { healthchecks: { readinessProbe: probe({ http: { port: 2 } }) } },
      { healthchecks: { readiness_probe: probe({ http: { port: 2 } }, { period_seconds: 99 }) } },
    ],
    [
      "a scaler with YAML in place of JSON",
      { autoscaling: container.response.autoscaling as Values },
      { autoscaling: { mode: "KEDA", scalers: [scaler] } },
      { autoscaling: { ...{ mode: "KEDA", scalers: [sentScaler] }, ...times } },
    ],
  ])("to %s sends only what goes together", async (_, before, wanted, sent) => {
    const { body } = await editContainer({ ...container.response, ...before }, wanted);
    expect(body).toMatchObject(sent);
    const [member = ""] = Object.keys(sent);
    expect(body[member]).toEqual(sent[member]);
  });
});

describe("an edit of", () => {
  it("a container's tag is kept for the next deployment where no edit is served, and says so", async () => {
    const cycle = lifecycle("Container", platform.url);
    const wanted = { ...argsOf(container), tag: "1.28" };
    const result = await cycle.update(ids.container, { ...container.outputs, __managed: "tag" }, wanted);
    expect(platform.lines()).toEqual([]);
    expect(result?.outputs).toEqual({ ...container.outputs, tag: "1.28", __managed: expect.any(String) });
    expect(cycle.warnings).toEqual([]);
    expect(cycle.told).toEqual([
      expect.stringMatching(/^Container "web": tag: "1\.27" → "1\.28" takes effect with the next deployment/),
    ]);
  });

  it("a secret that the platform masks keeps the new value", async () => {
    const line = `/cluster/${ids.cluster}/argoCdConfig`;
    platform.on(`POST ${line}`, [200, argoCdConfig.response]);
    const wanted = { ...argsOf(argoCdConfig), argocdToken: "rotated" };
    const result = await lifecycle("ArgoCdConfig", platform.url).update(ids.argoCdConfig, argoCdConfig.outputs, wanted);
    expect(platform.arrived[0]?.body).toEqual({ argocd_url: "https://argocd.acme.io", argocd_token: "rotated" });
    expect(result?.outputs?.argocdToken).toBe("rotated");
  });

  it("a masked variable sends the program's value, never the mask", async () => {
    const line = `/terraform/${ids.terraform}`;
    platform.on(`GET ${line}`, [200, terraformService.response]).on(`PUT ${line}`, [200, terraformService.response]);
    const cycle = lifecycle("TerraformService", platform.url, extended);
    const wanted = { ...argsOf(terraformService), timeoutSec: 1 };
    const result = await cycle.update(ids.terraform, terraformService.outputs, wanted);
    expect(JSON.stringify(platform.arrived.at(-1)?.body)).not.toContain("REDACTED");
    expect(JSON.stringify(result?.outputs)).not.toContain("REDACTED");
  });

  it("a database sends neither type nor mode, and no size of a managed one", async () => {
    platform.on(`PUT /database/${ids.database}`, [200, database.response]);
    const wanted = { ...argsOf(database), cpu: 900, memory: 900 };
    await lifecycle("Database", platform.url).update(ids.database, database.outputs, wanted);
    const { type: _, mode: __, ...body } = database.request;
    expect(platform.arrived[0]?.body).toEqual(body);
  });

  it("a cluster keeps the features that the program does not name", async () => {
    const other = { id: ids.helm, value_object: { type: "STRING", value: "on" }, is_value_updatable: true };
    const now = { ...cluster.response, features: [other, ...(cluster.response.features as Values[])] };
    const given = { id: ids.feature, value: "false" };
    await clusterAs(now).update(ids.cluster, cluster.outputs, { ...argsOf(cluster), features: [given] });
    expect(platform.arrived.at(-1)?.body).toMatchObject({ features: [given, { id: ids.helm, value: "on" }] });
  });

  it.each<[what: string, there: Values | null, sent: Values]>([
    ["as they are", { vault: 1 }, { secret_manager_accesses: { vault: 1 } }],
    ["unless the platform has none", null, {}],
  ])("a cluster sends members back that the document doesn't have, %s", async (_, there, sent) => {
    const cycle = clusterAs({ ...cluster.response, secret_manager_accesses: there });
    await cycle.update(ids.cluster, cluster.outputs, { ...argsOf(cluster), maxRunningNodes: 10 });
    await cycle.create({ ...argsOf(cluster), maxRunningNodes: 10 });
    const bodies = platform.arrived.flatMap(({ line, body }) => (line.startsWith("PUT") ? [body] : []));
    expect(bodies.map((body) => ({ secret_manager_accesses: (body as Values).secret_manager_accesses }))).toEqual(
      [sent, sent].map((each) => ({ secret_manager_accesses: undefined, ...each })),
    );
  });

  it.each<[title: string, hidden: (response: Values) => Values]>([
    ["nothing", (response) => ({ ...response, cloud_provider_credentials: null })],
    ["no member", ({ cloud_provider_credentials: _, ...response }) => response],
    ["only a part", (response) => ({ ...response, cloud_provider_credentials: { cloud_provider: "AWS" } })],
  ])("a cluster whose responses have %s of its credentials keeps them", async (_, hidden) => {
    const cycle = clusterAs(hidden(cluster.response));
    const state: Values = { ...cluster.outputs, __managed: "+cloudProviderCredentials(credentials(name))" };
    const seen = await cycle.read(ids.cluster, state);
    const { credentials } = cluster.outputs.cloudProviderCredentials as Values;
    expect(seen.outputs.cloudProviderCredentials).toMatchObject({ credentials } as Values);
    const { outputs } = await cycle.update(ids.cluster, state, { ...argsOf(cluster), maxRunningNodes: 10 });
    expect(platform.arrived.at(-1)?.body).toMatchObject({ cloud_provider_credentials: { credentials } } as Values);
    expect(outputs.cloudProviderCredentials).toEqual(cluster.outputs.cloudProviderCredentials);
  });

  it("an application clears its description by omitting it, and creates with null", async () => {
    const line = `/application/${ids.application}`;
    const wanted = { ...argsOf(application), description: null };
    platform.on(`GET ${line}`, [200, application.response]);
    platform.on(`PUT ${line}`, [200, { ...application.response, description: null }]);
    platform.on(`POST /environment/${ids.environment}/application`, [201, application.response]);
    const cycle = lifecycle("Application", platform.url, extended);
    const { outputs } = await cycle.update(ids.application, application.outputs, wanted);
    const lastWrite = () => platform.arrived.findLast(({ line }) => !line.startsWith("GET "))?.body;
    expect(lastWrite()).not.toHaveProperty("description");
    expect(outputs).not.toHaveProperty("description");
    await cycle.create(wanted);
    expect(lastWrite()).toMatchObject({ description: null });
  });

  it.each([
    { given: "true", shown: true },
    { given: false, shown: "false" },
    { given: { vpc_id: "vpc-1" }, shown: { vpc_id: "vpc-1" } },
  ])("a cluster's feature with the value $given is the same if responses have $shown", async ({ given, shown }) => {
    const [feature] = cluster.response.features as Values[];
    const answer = { ...cluster.response, features: [{ ...feature, value_object: { type: "ANY", value: shown } }] };
    const cycle = clusterAs(answer);
    const seen = await cycle.read(ids.cluster, cluster.outputs);
    const wanted = { ...argsOf(cluster), features: [{ id: ids.feature, value: given }] };
    expect(await cycle.diff(ids.cluster, seen.outputs, wanted)).toEqual({ changes: false });
    const other = { ...wanted, features: [{ id: ids.feature, value: "other" }] };
    expect(await cycle.diff(ids.cluster, seen.outputs, other)).not.toEqual({ changes: false });
  });

  it.each([
    { title: "nothing", answer: undefined },
    { title: "a number", answer: 7 },
    { title: "a list", answer: [] },
  ])("a job that is answered with $title keeps what was asked for", async ({ answer }) => {
    platform.on(`GET /environment/${ids.environment}/job`, [200, { results: [job.response] }]);
    platform.on(`PUT /job/${ids.job}`, [200, answer]);
    const wanted = { ...argsOf(job), cpu: 444 };
    const result = await lifecycle("Job", platform.url).update(ids.job, job.outputs, wanted);
    expect(result?.outputs).toMatchObject({ cpu: 444, jobType: "CRON", name: "report" });
  });

  it("a resource that is gone fails and says so", async () => {
    platform.on(`GET /environment/${ids.environment}/job`, [200, { results: [] }]);
    const failure = await failureOf(lifecycle("Job", platform.url).update(ids.job, job.outputs, argsOf(job)));
    expect(failure.code).toBe("AP3003");
  });
});

describe("a destroy", () => {
  it("is refused where the settings say so and no delete is served", async () => {
    const cycle = lifecycle("Container", platform.url, { onDelete: "fail" });
    const failure = await failureOf(cycle.delete(ids.container, container.outputs));
    expect(failure.code).toBe("AP2003");
    expect(failure.message).toContain(`Container "web" (id ${ids.container}) can't be deleted`);
    expect(cycle.warnings).toEqual([]);
  });

  it("leaves a cluster as it is, whatever the settings say", async () => {
    const cycle = lifecycle("Cluster", platform.url, { onDelete: "fail", endpoints: "extended" });
    await cycle.delete(ids.cluster, cluster.outputs);
    expect(cycle.warnings).toEqual([expect.stringContaining("this stack didn't create it")]);
  });

  it.each([401, 403, 409, 500])("that the platform answers with %i fails", async (status) => {
    platform.on(`DELETE ${one}`, [status, { detail: "no" }]);
    const { delete: remove } = lifecycle("Container", platform.url, extended);
    expect((await failureOf(remove(ids.container, container.outputs))).code).toMatch(/^AP3/);
  });

  it("waits until the resource is gone", async () => {
    platform.on(`DELETE ${one}`, [204]).on(`GET ${one}`, [200, container.response], [404, {}]);
    platform.on(`GET /environment/${ids.environment}/container`, [200, { results: [] }]);
    await lifecycle("Container", platform.url, extended).delete(ids.container, container.outputs);
    const inside = [
      `GET /container/${ids.container}/customDomain`,
      `GET /variable?parent_id=${ids.container}&scope=CONTAINER`,
    ];
    expect(platform.lines()).toEqual([...inside, `DELETE ${one}`, `GET ${one}`, `GET ${one}`]);
  });

  it.each<[what: string, deletion: Answer, reading: Answer]>([
    ["that may not read the resource", [204], [403, { detail: "no" }]],
    ["of what the platform does not find", [404, { detail: "gone" }], [404]],
  ])("%s waits until the list no longer contains it", async (_, deletion, reading) => {
    platform.on(`DELETE ${one}`, deletion).on(`GET ${one}`, reading);
    const list = `GET /environment/${ids.environment}/container`;
    platform.on(list, [200, { results: [container.response] }], [200, { results: [] }]);
    await lifecycle("Container", platform.url, extended).delete(ids.container, container.outputs);
    expect(platform.lines().filter((line) => line === list)).toHaveLength(2);
  });

  it("looks for the resource alone and not for its parts, which the token may not read", async () => {
    const variables = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;
    const own = { "deployment.termination_grace_period_seconds": 90 };
    platform.on(`DELETE ${one}`, [404]).on(variables, [200, { results: [] }], [403]);
    platform.on(`GET ${one}/advancedSettings`, [403]);
    platform.on(`GET ${one}`, [200, container.response], [404]);
    platform.on(`GET /environment/${ids.environment}/container`, [200, { results: [] }]);
    const state = { ...container.outputs, variables: { LOG_LEVEL: "info" }, advancedSettings: own };
    await lifecycle("Container", platform.url, extended).delete(ids.container, state);
    expect(platform.lines().filter((line) => line === variables)).toHaveLength(1);
    expect(platform.lines()).not.toContain(`GET ${one}/advancedSettings`);
  });

  /** A destroy that may wait for as long, in seconds. */
  const within = (timeoutSeconds: number) => {
    const { delete: remove, platform: here } = lifecycle("Container", platform.url, extended);
    const start = here.clock.elapsed();
    return failureOf(remove(ids.container, { ...container.outputs, timeoutSeconds })).then(({ code, message }) => ({
      ...{ code, message, seconds: (here.clock.elapsed() - start) / 1000 },
    }));
  };
  const failing = { ...container.response, status: "DELETE_ERROR" };

  it.each<[what: string, reading: Answer, seconds: number, code: string, text: string, from: number, to: number]>([
    ["takes too long", [200, container.response], 5, "AP5003", "still exists on the platform 5 s after", 2, 8],
    ["ends with an error", [200, failing], 60, "AP5003", "after the platform accepted its deletion", 14, 40],
    ["can't be seen to end", [500], 5, "AP5003", "no response within 5 s confirmed that it's gone", 2, 8],
  ])("that the platform accepts and that %s fails", async (_, reading, limit, code, text, from, to) => {
    platform.on(`DELETE ${one}`, [204]).on(`GET ${one}`, reading);
    const { seconds, ...failure } = await within(limit);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(seconds).toBeGreaterThan(from);
    expect(seconds).toBeLessThan(to);
  });

  it("that finds nothing fails with what keeps it from seeing that", async () => {
    platform
      .on(`DELETE ${one}`, [404])
      .on(`GET ${one}`, [403])
      .on(`GET /environment/${ids.environment}/container`, [403]);
    expect((await within(5)).code).toBe("AP3002");
  });
});
