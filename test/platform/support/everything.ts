/** A platform with everything that it can hold, and what it shows of that. */
import { credentialsBodies } from "../access/endpoints.js";
import { type Body, bodies, clusterBody, type KindName, kindNames } from "./bodies.js";
import type { Platform } from "./platform.js";

export const local = (platform: Platform, method: string, path: string, body?: unknown) =>
  platform.request(method, `/_local/${path}`, { token: null, body });
export const snapshotOf = async (platform: Platform) => (await local(platform, "GET", "snapshot")).body;
export const advance = (platform: Platform, advanceSeconds: number) =>
  local(platform, "POST", "clock", { advanceSeconds });

/** Everything that the API shows of a platform's environments. */
export async function shown({ request, ids }: Platform): Promise<unknown> {
  const paths = [ids.environment, ids.otherEnvironment].flatMap((id) =>
    ["statuses", "deploymentStage", ...kindNames].map((path) => `/environment/${id}/${path}`),
  );
  const organization = `/organization/${ids.organization}`;
  const projects: Body[] = (await request("GET", `${organization}/project`)).body.results;
  const variables = [`scope=PROJECT&parent_id=${ids.project}`, `scope=ENVIRONMENT&parent_id=${ids.environment}`];
  const clusters: Body[] = (await request("GET", `${organization}/cluster`)).body.results;
  const others = [
    ...[`${organization}/cluster`, `/cluster/${ids.cluster}/argoCdConfig`, `${organization}/credentials`],
    ...[`${organization}/project`, ...projects.map(({ id }) => `/project/${id}/environment`)],
    ...variables.map((query) => `/variable?${query}`),
    ...clusters.flatMap(({ id }) => ["status", "routingTable"].map((path) => `${organization}/cluster/${id}/${path}`)),
  ];
  const local = ["/_local/deployment-failures", "/_local/environments"];
  return Promise.all(
    [...paths, ...others, ...local].map(async (path) => {
      const { timestamp: _time, ...body } = (await request("GET", path)).body;
      return [path, body] as const;
    }),
  );
}

export async function create({ request, ids }: Platform, kind: KindName, change: Body = {}, where = ids.environment) {
  const body = { ...bodies[kind].full(ids), ...change };
  return (await request("POST", `/environment/${where}/${kind}`, { body })).body.id as string;
}

/** Fills a platform with everything that it can hold: services in different states, rules, a cluster, a token. */
export async function fill(platform: Platform): Promise<void> {
  const { request, ids } = platform;
  const environment = `/environment/${ids.environment}`;
  await local(platform, "PUT", "deployment-failures", {
    rules: [
      { service: "fails", state: "DEPLOYMENT_ERROR", during: "EXECUTING", times: 3 },
      { state: "STOP_ERROR" },
      { cluster: "cloud 2", state: "INVALID_CREDENTIALS", reason: "The key has expired." },
    ],
  });
  for (const kind of kindNames) await create(platform, kind);
  const cluster = `/organization/${ids.organization}/cluster/${ids.cluster}`;
  await request("PUT", cluster, { body: clusterBody(ids) });
  const gitOps = { argocd_url: "https://argo.example.com", argocd_token: "t0ken" };
  await request("POST", `/cluster/${ids.cluster}/argoCdConfig`, { body: gitOps });
  await fillSystem(platform);
  await fillClusters(platform);
  const image = { source: { image: { image_name: "a", tag: "1", registry_id: ids.registries.ECR } } };
  const done = await create(platform, "database", { name: "done" });
  const deleted = await create(platform, "database", { name: "deleted" });
  const fails = await create(platform, "job", { ...image, name: "fails" });
  const plan = await create(platform, "terraform", { name: "plan" });
  const deploy = (body: Body) => request("POST", `${environment}/service/deploy`, { body });
  await deploy({ databases: [done, deleted], jobs: [{ id: fails, image_tag: "1" }] });
  await advance(platform, 20);
  await deploy({ terraforms: [{ id: plan, git_commit_id: "abc", action: "PLAN" }], jobs: [{ id: fails }] });
  await advance(platform, 4.5);
  await request("DELETE", `/database/${deleted}`);
  await advance(platform, 0.5);
  const other = await create(platform, "database", {}, ids.otherEnvironment);
  await request("POST", `/environment/${ids.otherEnvironment}/service/deploy`, { body: { databases: [other] } });
  await advance(platform, 1);
  await request("POST", `/environment/${ids.otherEnvironment}/cancelDeployment`, { body: {} });
}

/** Credentials of each cloud, and clusters with them: being deployed, tried, never deployed. */
async function fillClusters({ request, ids }: Platform): Promise<void> {
  const organization = `/organization/${ids.organization}`;
  const post = async (path: string, body?: Body): Promise<Body> =>
    (await request("POST", `${organization}/${path}`, { body })).body;
  for (const [cloud, body] of Object.entries(credentialsBodies)) await post(`${cloud}/credentials`, body);
  const { id: credentials } = await post("onPremise/credentials", { name: "another" });
  const cloud_provider_credentials = { credentials: { id: credentials, name: "another" } };
  const members = { region: "here", cloud_provider: "HETZNER", cloud_provider_credentials };
  const deployed = await post("cluster", { name: "cloud 2", ...members });
  const tried = await post("cluster", { name: "c", ...members });
  await post("cluster", { name: "d", ...members });
  const routes = [{ destination: "10.0.0.0/8", target: "a", description: "b" }];
  await request("PUT", `${organization}/cluster/${deployed.id}/routingTable`, { body: { routes } });
  await post(`cluster/${deployed.id}/deploy`);
  await post(`cluster/${tried.id}/deploy`);
  await request("POST", "/_local/clock", { body: { advanceSeconds: 61 } });
  await post(`cluster/${tried.id}/deploy?dry_run=true`);
  await post(`cluster/${deployed.id}/deploy`);
}

/** A project with an environment and one that is being deleted, variables of each sort, a stage, a domain and a deployment restriction. */
async function fillSystem(platform: Platform): Promise<void> {
  const { request, ids } = platform;
  const post = async (path: string, body: Body): Promise<string> => (await request("POST", path, { body })).body.id;
  const project = await post(`/organization/${ids.organization}/project`, { name: "shop" });
  await post(`/project/${project}/environment`, { name: "dev" });
  const gone = await post(`/project/${project}/environment`, { name: "gone" });
  await request("DELETE", `/environment/${gone}`);
  const web = await create(platform, "container", { name: "public" });
  const variable = { value: "1", is_secret: false, variable_scope: "ENVIRONMENT", variable_parent_id: ids.environment };
  const shared = await post("/variable", { ...variable, key: "SHARED" });
  await post(`/variable/${shared}/override`, { value: "2", override_scope: "CONTAINER", override_parent_id: web });
  for (const key of ["OTHER", "THIRD"])
    await post(`/variable/${shared}/alias`, { key, alias_scope: "CONTAINER", alias_parent_id: web });
  await post(`/container/${web}/customDomain`, { domain: "a.example.com", generate_certificate: true });
  const built = await create(platform, "application", { name: "restricted" });
  await post(`/application/${built}/deploymentRestriction`, { mode: "EXCLUDE", type: "PATH", value: "docs/" });
  const stage = await post(`/environment/${ids.environment}/deploymentStage`, { name: "late" });
  await request("PUT", `/deploymentStage/${stage}/service/${web}`);
  await post(`/environment/${ids.otherEnvironment}/deploymentStage`, { name: "elsewhere" });
}
