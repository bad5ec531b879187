/** Clusters from their creation to their deletion. Bodies are transcribed from the description of the extended set. */
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Body } from "./bodies.js";
import { anyId, anyTime, opened } from "./opened.js";
import { whileServed } from "./platform.js";

const { platform, send, refusal, read, local, create, advance, statesOf } = opened({
  endpoints: "extended",
  speed: "manual",
  isFresh: true,
});
const at = (path: string) => `/organization/${platform.ids.organization}/${path}`;

let credentials: string;
beforeEach(async () => {
  credentials = (await send("POST", at("onPremise/credentials"), { name: "data centre" })).body.id;
});

const request = () => ({
  name: "Shop",
  region: "on-site",
  cloud_provider: "ON_PREMISE",
  production: true,
  cloud_provider_credentials: { credentials: { id: credentials } },
});
const withCredentials = (members: Body | null): Body => ({
  cloud_provider_credentials: members && { credentials: { id: credentials }, ...members },
});
async function made(members: Body = {}): Promise<string> {
  const created = await send("POST", at("cluster"), { ...request(), ...members });
  expect([created.status, created.body.violations]).toEqual([201, undefined]);
  return created.body.id;
}
const one = (id: string, path = "") => at(`cluster/${id}${path}`);
const listed = async (id: string) => (await read(at("cluster"))).results.find((each: Body) => each.id === id);
const statusOf = async (id: string) => (await read(one(id, "/status"))).status;
/** The status of one that was never deployed. */
const never = (cluster_id: string) => ({
  ...{ cluster_id, status: "READY", is_deployed: false },
  ...{ last_execution_id: null, last_deployment_date: null, next_k8s_available_version: null },
});
const failing = (...rules: Body[]) => local("PUT", "deployment-failures", { rules });
const deploy = (id: string, query = "") => send("POST", one(id, `/deploy${query}`));
const deployToTheEnd = async (id: string) => {
  await deploy(id);
  await advance(60);
};

const states = (id: string, seconds: number) =>
  statesOf(
    async () => {
      const { status, body } = await send("GET", one(id, "/status"));
      return status === 200 ? body.status : String(status);
    },
    seconds,
    1,
  );

describe("a created cluster", () => {
  it("is READY: nothing runs on it, and there is nothing to read of it yet", async () => {
    const created = await send("POST", at("cluster"), request());
    const { id } = created.body;
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...{ id: anyId, created_at: anyTime, updated_at: null, organization: { id: platform.ids.organization } },
      ...{ name: "Shop", region: "on-site", cloud_provider: "ON_PREMISE", production: true },
      cloud_provider_credentials: { cloud_provider: null, credentials: { id: credentials, name: null }, region: null },
      ...{ status: "READY", deployment_status: "NEVER_DEPLOYED", is_default: false, version: "1.33" },
      infrastructure_outputs: null,
    });
    expect(await listed(id)).toEqual(created.body);
    expect(await read(one(id, "/status"))).toEqual(never(id));
    expect((await send("GET", one(id, "/kubeconfig"))).status).toBe(404);
    expect((await send("POST", one(id, "/stop"))).status).toBe(409);
  });

  it("has a name of its own, whatever its case, also when it is renamed", async () => {
    const id = await made();
    const second = await send("POST", at("cluster"), { ...request(), name: "SHOP" });
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining(id)]);
    expect((await send("PUT", one(id), { ...request(), name: "MAIN" })).status).toBe(409);
    expect((await send("PUT", one(id), { ...request(), name: "shop" })).status).toBe(200);
  });

  it.each<[member: string, members: () => Body]>([
    ["cloud_provider_credentials.credentials.id", () => ({ cloud_provider: "AWS" })],
    [
      "cloud_provider_credentials.credentials.id",
      () => withCredentials({ credentials: { id: platform.ids.gitToken } }),
    ],
    ["cloud_provider_credentials.cloud_provider", () => withCredentials({ cloud_provider: "AWS" })],
    ["features[0].id", () => ({ features: [{ id: platform.ids.features.gcpNetwork, value: { vpc_name: "a" } }] })],
  ])("is refused with a wrong %s", async (member, members) => {
    expect(await refusal("POST", at("cluster"), { ...request(), ...members() })).toEqual([member]);
  });
});

describe("a deployment of a cluster", () => {
  it("takes its time, brings what was changed before, and makes the cluster usable", async () => {
    const id = await made();
    const begun = await deploy(id);
    const dates = { last_execution_id: anyId, last_deployment_date: anyTime };
    expect(begun).toEqual({ status: 201, body: { ...never(id), status: "DEPLOYMENT_QUEUED", ...dates } });
    expect(await states(id, 70)).toEqual(["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYED"]);
    expect(await read(one(id, "/status"))).toMatchObject({ is_deployed: true, status: "DEPLOYED" });
    expect(await listed(id)).toMatchObject({ status: "DEPLOYED", deployment_status: "UP_TO_DATE" });
    await send("PUT", one(id), { ...request(), max_running_nodes: 3 });
    expect(await listed(id)).toMatchObject({ status: "DEPLOYED", deployment_status: "OUT_OF_DATE" });
    await deploy(id);
    await send("PUT", one(id), { ...request(), max_running_nodes: 4 });
    await advance(60);
    expect(await listed(id)).toMatchObject({ status: "DEPLOYED", deployment_status: "OUT_OF_DATE" });
    await deployToTheEnd(id);
    expect(await listed(id)).toMatchObject({ status: "DEPLOYED", deployment_status: "UP_TO_DATE" });
  });

  it.each<[what: string, path: string, body: Body]>([
    ["advanced settings", "/advancedSettings", { "load_balancer.size": "lb-m" }],
    ["a routing table", "/routingTable", { routes: [] }],
  ])("brings %s, too", async (_what, path, body) => {
    const { cluster } = platform.ids;
    expect((await listed(cluster)).deployment_status).toBe("UP_TO_DATE");
    await send("PUT", one(cluster, path), body);
    expect((await listed(cluster)).deployment_status).toBe("OUT_OF_DATE");
    await deployToTheEnd(cluster);
    expect((await listed(cluster)).deployment_status).toBe("UP_TO_DATE");
  });

  it("is a 409 while another operation runs", async () => {
    const id = await made();
    await deploy(id);
    for (const path of ["/deploy", "/stop"]) {
      const refused = await send("POST", one(id, path));
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("DEPLOYMENT_QUEUED")]);
    }
    expect((await send("DELETE", one(id))).status).toBe(409);
  });

  it("fails by a rule for the cluster, with its reason, as often as the rule says, and by no other one", async () => {
    const id = await made();
    await failing(
      { state: "DEPLOYMENT_ERROR" },
      { cluster: "other", state: "DEPLOYMENT_ERROR" },
      { cluster: "shop", state: "DEPLOYMENT_ERROR", times: 1, reason: "The quota of nodes is used up." },
    );
    await deploy(id);
    expect((await read(one(id, "/status"))).reason).toBeUndefined();
    expect(await states(id, 70)).toEqual(["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYMENT_ERROR"]);
    expect(await read(one(id, "/status"))).toMatchObject({
      status: "DEPLOYMENT_ERROR",
      is_deployed: false,
      reason: "The quota of nodes is used up.",
    });
    expect((await listed(id)).deployment_status).toBe("OUT_OF_DATE");
    await deployToTheEnd(id);
    expect(await statusOf(id)).toBe("DEPLOYED");
  });

  it.each<[what: string, members: () => Body]>([
    ["none", () => withCredentials(null)],
    ["unknown ones", () => withCredentials({ credentials: { id: "account-1" } })],
  ])("ends with INVALID_CREDENTIALS before it begins, however often, if the cluster has %s", async (_what, members) => {
    const id = await made();
    expect((await send("PUT", one(id), { ...request(), ...members() })).status).toBe(200);
    for (const _attempt of ["first", "second"]) {
      await deploy(id);
      expect(await states(id, 5)).toEqual(["DEPLOYMENT_QUEUED", "INVALID_CREDENTIALS"]);
      expect(await read(one(id, "/status"))).toMatchObject({
        reason: expect.stringMatching(/credentials/),
        is_deployed: false,
      });
    }
    await send("PUT", one(id), request());
    await deployToTheEnd(id);
    expect(await statusOf(id)).toBe("DEPLOYED");
  });

  it("changes nothing if it is a dry run", async () => {
    const id = await made();
    const begun = await deploy(id, "?dry_run=true");
    expect([begun.status, begun.body.status]).toEqual([201, "DEPLOYMENT_QUEUED"]);
    expect(await states(id, 20)).toEqual(["DEPLOYMENT_QUEUED", "DRY_RUN", "READY"]);
    expect(await listed(id)).toMatchObject({ status: "READY", deployment_status: "NEVER_DEPLOYED" });
    expect(await refusal("POST", one(id, "/deploy?dry_run=maybe"))).toEqual(["dry_run"]);
  });

  it("is over at once on a platform where everything is instant", async () => {
    await whileServed({ endpoints: "extended" }, async ({ ids, request: ask }) => {
      const clusters = `/organization/${ids.organization}/cluster`;
      const deploy = await ask("POST", `${clusters}/${ids.cluster}/deploy`);
      expect([deploy.status, deploy.body.status]).toEqual([201, "DEPLOYMENT_QUEUED"]);
      expect((await ask("GET", `${clusters}/${ids.cluster}/status`)).body.status).toBe("DEPLOYED");
    });
  });
});

describe("a stop of a cluster", () => {
  it("takes its time, and can fail by a rule", async () => {
    const { cluster } = platform.ids;
    const begun = await send("POST", one(cluster, "/stop"));
    expect([begun.status, begun.body.status]).toEqual([202, "STOP_QUEUED"]);
    expect(await states(cluster, 25)).toEqual(["STOP_QUEUED", "STOPPING", "STOPPED"]);
    await failing({ cluster, state: "STOP_ERROR" });
    await deployToTheEnd(cluster);
    await send("POST", one(cluster, "/stop"));
    await advance(60);
    expect(await read(one(cluster, "/status"))).toMatchObject({
      status: "STOP_ERROR",
      reason: 'A failure rule for "main" applied: STOP_ERROR.',
    });
  });

  it("leaves services with nothing to run on, as before the first deployment", async () => {
    const id = await made();
    const environment = await send("POST", `/project/${platform.ids.project}/environment`, { name: "a", cluster: id });
    const { id: service } = await create("database", { name: "db" }, environment.body.id);
    const outcome = async () => {
      await send("POST", `/environment/${environment.body.id}/service/deploy`, { databases: [service] });
      await advance(60);
      return (await read(`/environment/${environment.body.id}/status`)).state;
    };
    expect(await outcome()).toBe("DEPLOYMENT_ERROR");
    await deployToTheEnd(id);
    expect(await outcome()).toBe("DEPLOYED");
    await send("POST", one(id, "/stop"));
    await advance(60);
    expect(await outcome()).toBe("DEPLOYMENT_ERROR");
  });
});

describe("a deletion of a cluster", () => {
  it("is over at once if the cluster was never deployed, and has one mode only", async () => {
    const id = await made();
    expect(await refusal("DELETE", `${one(id)}?deleteMode=DELETE_CLUSTER_AND_K8S_CONFIG`)).toEqual(["deleteMode"]);
    expect((await send("DELETE", `${one(id)}?deleteMode=DEFAULT`)).status).toBe(204);
    expect((await send("GET", one(id, "/status"))).status).toBe(404);
  });

  it("of a deployed one takes its time; until then, everything that changes it is a 409", async () => {
    const id = await made();
    await deployToTheEnd(id);
    expect((await send("DELETE", one(id))).status).toBe(204);
    expect((await send("DELETE", one(id))).status).toBe(204);
    const writes: [string, string, Body?][] = [
      ["PUT", one(id), request()],
      ["PUT", one(id, "/routingTable"), { routes: [] }],
      ["PUT", one(id, "/advancedSettings"), {}],
      ["POST", one(id, "/deploy")],
      ["POST", one(id, "/stop")],
      ["POST", `/project/${platform.ids.project}/environment`, { name: "late", cluster: id }],
    ];
    for (const [method, path, body] of writes)
      expect([path, (await send(method, path, body)).status]).toEqual([path, 409]);
    expect(await states(id, 25)).toEqual(["DELETE_QUEUED", "DELETING", "DELETED", "404"]);
    expect(await listed(id)).toBeUndefined();
  });

  it("is a 409 while an environment is on it, and for the default of the organization", async () => {
    const id = await made();
    const { body: environment } = await send("POST", `/project/${platform.ids.project}/environment`, {
      name: "left",
      cluster: id,
    });
    const refused = await send("DELETE", one(id));
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(environment.id)]);
    expect((await send("DELETE", one(platform.ids.cluster))).status).toBe(409);
  });

  it("can fail by a rule, and then the cluster stays", async () => {
    const id = await made();
    await failing({ cluster: id, state: "DELETE_ERROR", times: 1, reason: "A load balancer is left." });
    await deployToTheEnd(id);
    expect((await send("DELETE", one(id))).status).toBe(204);
    expect(await states(id, 25)).toEqual(["DELETE_QUEUED", "DELETING", "DELETE_ERROR"]);
    expect((await read(one(id, "/status"))).reason).toBe("A load balancer is left.");
    expect((await send("PUT", one(id), request())).status).toBe(200);
    expect((await send("DELETE", one(id))).status).toBe(204);
    await advance(60);
    expect((await send("GET", one(id, "/status"))).status).toBe(404);
  });
});

it("the kubeconfig of a deployed cluster is YAML, and always the same", async () => {
  const path = one(platform.ids.cluster, "/kubeconfig");
  const answer = await platform.request("GET", path);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/x-yaml"]);
  expect(answer.body).toMatch(/^apiVersion: v1\nkind: Config\ncurrent-context: platform-\w+\n/);
  const { clusters, contexts, users } = parse(answer.body);
  expect(clusters[0].cluster.server).toMatch(/^https:/);
  expect(contexts[0].context).toEqual({ cluster: clusters[0].name, user: users[0].name });
  expect((await platform.request("GET", path)).body).toBe(answer.body);
});

it("the routing table of a cluster is replaced as a whole, and has all members of each route", async () => {
  const path = one(platform.ids.cluster, "/routingTable");
  expect(await send("GET", path)).toEqual({ status: 200, body: { results: [] } });
  const routes = [
    { destination: "10.1.0.0/16", target: "pcx-1", description: "Data centre" },
    { destination: "10.2.0.0/16", target: "pcx-2", description: "" },
  ];
  expect(await send("PUT", path, { routes })).toEqual({ status: 200, body: { results: routes } });
  expect(await read(path)).toEqual({ results: routes });
  expect(await refusal("PUT", path, { routes: [{ destination: "", target: "a" }] })).toEqual([
    "routes[0].destination",
    "routes[0].description",
  ]);
  expect((await send("PUT", path, { routes: [] })).body).toEqual({ results: [] });
});

describe("a feature with an object value", () => {
  const subnets = (prefix: string) => ({
    [`${prefix}_subnets_zone_a_ids`]: ["subnet-a"],
    [`${prefix}_subnets_zone_b_ids`]: ["subnet-b"],
    [`${prefix}_subnets_zone_c_ids`]: ["subnet-c"],
  });
  const network = { aws_vpc_eks_id: "vpc-1", ...subnets("eks") };
  const vpc = { vpc_name: "shop" };
  const everySubnet = Object.assign(
    {},
    ...["rds", "documentdb", "elasticache", "eks_karpenter_fargate"].map((prefix) => subnets(prefix)),
  );
  const whole = { ...network, ...everySubnet, eks_create_nodes_in_private_subnet: true };
  const shared = { ...vpc, vpc_project_id: null, additional_ip_range_pods_names: ["b"], private_nodes: true };
  const kinds: readonly (readonly [name: string, type: string, provider: string, value: Body])[] = [
    ["awsNetwork", "AWS_USER_PROVIDED_NETWORK", "AWS", network],
    ["awsNetwork", "AWS_USER_PROVIDED_NETWORK", "AWS", whole],
    ["gcpNetwork", "GCP_USER_PROVIDED_NETWORK", "GCP", shared],
    ["karpenter", "KARPENTER", "AWS", { spot_enabled: true, disk_size_in_gib: 50 }],
    ["natGateway", "NAT_GATEWAY", "SCW", { type: "public" }],
  ];
  const withFeature = (cloud_provider: string, name: string, value: unknown) => ({
    ...{ name: "featured", region: "r", cloud_provider },
    features: [{ id: (platform.ids.features as Record<string, string>)[name], value }],
  });

  it.each(kinds)("%s is returned with its type %s", async (name, type, provider, value) => {
    const { status, body } = await send("POST", at("cluster"), withFeature(provider, name, value));
    expect(status).toBe(201);
    const shown = body.features.find((each: Body) => each.value_type === type);
    expect(shown.value_object).toEqual({ type, value });
    expect((await read(at("cluster"))).results.at(-1).features).toContainEqual(shown);
    // A response can be sent back.
    const again = { ...withFeature(provider, name, value), features: body.features };
    expect((await send("PUT", one(body.id), again)).status).toBe(200);
  });

  it.each<[name: string, provider: string, value: unknown, field: string]>([
    ["awsNetwork", "AWS", subnets("eks"), "value.aws_vpc_eks_id"],
    ["awsNetwork", "AWS", { ...network, eks_subnets_zone_b_ids: undefined }, "value.eks_subnets_zone_b_ids"],
    ["awsNetwork", "AWS", { ...network, rds_subnets_zone_a_ids: "subnet" }, "value.rds_subnets_zone_a_ids"],
    ["awsNetwork", "AWS", "vpc-1", "value"],
    ["gcpNetwork", "GCP", { private_nodes: true }, "value.vpc_name"],
    ["gcpNetwork", "GCP", { ...vpc, private_nodes: "yes" }, "value.private_nodes"],
    ["karpenter", "AWS", true, "value"],
    ["karpenter", "GCP", {}, "id"],
  ])("%s on %s is refused as %j", async (name, provider, value, field) => {
    expect(await refusal("POST", at("cluster"), withFeature(provider, name, value))).toEqual([`features[0].${field}`]);
  });

  it("that is an existing network cannot change, and others can", async () => {
    const { body } = await send("POST", at("cluster"), withFeature("AWS", "awsNetwork", network));
    const other = withFeature("AWS", "awsNetwork", { ...network, aws_vpc_eks_id: "vpc-2" });
    expect(await refusal("PUT", one(body.id), other)).toEqual(["features[0].value"]);
    const added = await send("PUT", one(body.id), withFeature("AWS", "karpenter", { spot_enabled: true }));
    const types = (added.body.features as Body[]).map(({ value_type }) => value_type);
    expect(types).toEqual(["BOOLEAN", "AWS_USER_PROVIDED_NETWORK", "KARPENTER"]);
  });
});
