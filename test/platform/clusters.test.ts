/** Clusters from their creation to their deletion. Bodies are transcribed from the description of the extended set. */
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Body } from "./support/bodies.js";
import { anyId, anyTime, opened } from "./support/opened.js";

const { platform, send, refusal, conflict, read, local, create, fail, advance, statesOf } = opened();
const at = (path: string) => `/organization/${platform.ids.organization}/${path}`;

let credentials: string;
let vsphere: string;
const login = { vsphere_user: "operator", vsphere_password: "a password" };
const byRole = { name: "vSphere", type: "EKS_ANYWHERE_VSPHERE_ROLE", role_arn: "arn:aws:iam::1:role/a", ...login };
const managed = { kubernetes: "MANAGED" };
/** A cluster of the user's own machines, with the credentials for vSphere. */
const onVsphere = () => ({
  ...{ cloud_provider: "AWS", region: "on-premise", kubernetes: "PARTIALLY_MANAGED" },
  cloud_provider_credentials: { credentials: { id: vsphere } },
});
beforeEach(async () => {
  credentials = (await send("POST", at("onPremise/credentials"), { name: "data centre" })).body.id;
  vsphere = (await send("POST", at("aws/credentials"), byRole)).body.id;
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
/** Why its last operation has failed: only the local paths return it. */
const reasonOf = async (id: string) => {
  const { clusters } = (await local("GET", "organization")).body;
  return clusters.find((each: Body) => each.id === id).reason;
};
/** The status of one that was never deployed. */
const never = (cluster_id: string) => ({
  ...{ cluster_id, status: "READY", is_deployed: false, reason: "UNSPECIFIED" },
  ...{ last_execution_id: null, last_deployment_date: null, next_k8s_available_version: null },
});
const deploy = (id: string, query = "") => send("POST", one(id, `/deploy${query}`));
const deployToTheEnd = async (id: string) => {
  await deploy(id);
  await advance(60);
};

const stopToTheEnd = async (id: string) => {
  await send("POST", one(id, "/stop"));
  await advance(60);
};
const environmentOn = async (cluster: string): Promise<string> =>
  (await send("POST", `/project/${platform.ids.project}/environment`, { name: "on it", cluster })).body.id;

const states = (id: string, seconds: number) =>
  statesOf(
    async () => {
      const { status, body } = await send("GET", one(id, "/status"));
      return status === 200 ? body.status : String(status);
    },
    seconds,
    1,
  );

describe("POST cluster", () => {
  it("creates a READY cluster, which has no kubeconfig (404) and can't be stopped (409)", async () => {
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

  it("returns 409, as PUT does, for the name of another cluster in any letter case", async () => {
    const id = await made();
    expect(await conflict("POST", at("cluster"), { ...request(), name: "SHOP" })).toContain(id);
    await conflict("PUT", one(id), { ...request(), name: "MAIN" });
    expect((await send("PUT", one(id), { ...request(), name: "shop" })).status).toBe(200);
  });

  it.each<[why: string, member: string, members: () => Body]>([
    ["credentials of another cloud", "credentials.id", () => ({ cloud_provider: "AWS" })],
    ["missing credentials", "credentials.id", () => withCredentials({ credentials: { id: platform.ids.gitToken } })],
    ["another cloud provider in the credentials", "cloud_provider", () => withCredentials({ cloud_provider: "AWS" })],
    ["credentials for vSphere, unless PARTIALLY_MANAGED", "credentials.id", () => ({ ...onVsphere(), ...managed })],
  ])("returns 400 for %s (cloud_provider_credentials.%s)", async (_why, member, members) => {
    const fields = [`cloud_provider_credentials.${member}`];
    expect(await refusal("POST", at("cluster"), { ...request(), ...members() })).toEqual(fields);
  });
});

describe("aws/credentials for vSphere", () => {
  const oneOfThem = () => at(`aws/credentials/${vsphere}`);
  const byKey = { ...byRole, type: "EKS_ANYWHERE_VSPHERE_STATIC", role_arn: null, access_key_id: "key-1" };

  it("return no secrets, and change from a role to an access key by an update", async () => {
    const shown = { id: vsphere, name: "vSphere", object_type: "EKS_ANYWHERE_VSPHERE", vsphere_user: "operator" };
    expect(await read(oneOfThem())).toEqual({ ...shown, role_arn: "arn:aws:iam::1:role/a" });
    const edited = await send("PUT", oneOfThem(), { ...byKey, secret_access_key: "a secret" });
    expect(edited).toEqual({ status: 200, body: { ...shown, access_key_id: "key-1" } });
    expect((await send("PUT", oneOfThem(), byRole)).status).toBe(200);
  });

  it.each<[why: string, members: Body, field: string]>([
    ["the password is missing", { ...byRole, vsphere_password: null }, "vsphere_password"],
    ["the secret of the key is missing", byKey, "secret_access_key"],
    ["the type becomes AWS_ROLE", { ...byRole, type: "AWS_ROLE", vsphere_user: null, vsphere_password: null }, "type"],
    ["they have a vSphere login and the type AWS_ROLE", { ...byRole, type: "AWS_ROLE" }, "vsphere_user"],
  ])("are refused with 400 if %s", async (_why, members, field) => {
    expect(await refusal("PUT", oneOfThem(), members)).toContain(field);
  });

  it("return 409 for a delete while a PARTIALLY_MANAGED cluster uses them", async () => {
    await made(onVsphere());
    expect((await send("DELETE", oneOfThem())).status).toBe(409);
  });

  it("end the deployment of a MANAGED cluster with INVALID_CREDENTIALS", async () => {
    const id = await made(onVsphere());
    expect((await send("PUT", one(id), { ...request(), ...onVsphere(), ...managed })).status).toBe(200);
    await deployToTheEnd(id);
    expect(await statusOf(id)).toBe("INVALID_CREDENTIALS");
  });
});

describe("cluster/{}/dnsProvider", () => {
  const own = { provider: "PLATFORM", domain: "services.platform.example" };
  const cloudflare = { provider: "CLOUDFLARE", domain: "apps.example.com", email: "a@example.com" };
  const route53 = { provider: "ROUTE53", domain: "apps.example.com", aws_region: "eu-west-3" };
  const credentials = { type: "STATIC", aws_access_key_id: "key-1" };
  const withSecret = { ...route53, credentials: { ...credentials, aws_secret_access_key: "a secret" } };
  const dns = (id: string) => `/cluster/${id}/dnsProvider`;
  const save = (id: string, dns_provider: Body) => send("PUT", dns(id), { dns_provider });

  it("returns the platform's own domain until an update", async () => {
    expect(await read(dns(platform.ids.cluster))).toEqual({ dns_provider: own });
  });

  it.each<[what: string, specified: Body, shown: Body]>([
    ["a zone of Cloudflare", { ...cloudflare, api_token: "a secret" }, { ...cloudflare, proxied: false }],
    [
      "a proxied zone of Cloudflare",
      { ...cloudflare, api_token: "a secret", proxied: true },
      { ...cloudflare, proxied: true },
    ],
    ["a zone of Route 53", withSecret, { ...route53, credentials, hosted_zone_id: null }],
  ])(
    "returns %s without its secrets after an update, and the cluster is OUT_OF_DATE",
    async (_what, specified, shown) => {
      const id = await made();
      await deployToTheEnd(id);
      expect(await save(id, specified)).toEqual({ status: 200, body: { dns_provider: shown } });
      expect(await read(dns(id))).toEqual({ dns_provider: shown });
      expect((await listed(id)).deployment_status).toBe("OUT_OF_DATE");
      expect((await save(id, own)).status).toBe(200);
    },
  );

  it.each<[why: string, specified: Body, field: string]>([
    ["another domain of the platform", { ...own, domain: "apps.example.com" }, "domain"],
    ["no token", cloudflare, "api_token"],
    ["a member of another provider", { ...own, email: "a@example.com" }, "email"],
    ["no secret of the key", { ...route53, credentials }, "credentials.aws_secret_access_key"],
    ["an unknown provider", { ...own, provider: "OTHER" }, "provider"],
  ])("returns 400 for %s", async (_why, specified, field) => {
    const fields = await refusal("PUT", dns(platform.ids.cluster), { dns_provider: specified });
    expect(fields).toContain(`dns_provider.${field}`);
  });
});

describe("POST cluster/{}/deploy", () => {
  it("deploys the cluster through its states, and a change meanwhile leaves it OUT_OF_DATE", async () => {
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
    ["its advanced settings", "/advancedSettings", { "load_balancer.size": "lb-m" }],
    ["its routing table", "/routingTable", { routes: [] }],
  ])("makes a cluster UP_TO_DATE again after a change of %s", async (_what, path, body) => {
    const { cluster } = platform.ids;
    expect((await listed(cluster)).deployment_status).toBe("UP_TO_DATE");
    await send("PUT", one(cluster, path), body);
    expect((await listed(cluster)).deployment_status).toBe("OUT_OF_DATE");
    await deployToTheEnd(cluster);
    expect((await listed(cluster)).deployment_status).toBe("UP_TO_DATE");
  });

  it("returns 409 while another operation runs, as do stop and delete", async () => {
    const id = await made();
    await deploy(id);
    for (const path of ["/deploy", "/stop"])
      expect(await conflict("POST", one(id, path))).toContain("DEPLOYMENT_QUEUED");
    await conflict("DELETE", one(id));
  });

  it("ends in the state and reason of a failure rule that names the cluster, as often as its `times`", async () => {
    const id = await made();
    await fail(
      { state: "DEPLOYMENT_ERROR" },
      { cluster: "other", state: "DEPLOYMENT_ERROR" },
      { cluster: "shop", state: "DEPLOYMENT_ERROR", times: 1, reason: "The quota of nodes is used up." },
    );
    await deploy(id);
    expect(await reasonOf(id)).toBeNull();
    expect(await states(id, 70)).toEqual(["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYMENT_ERROR"]);
    expect(await read(one(id, "/status"))).toMatchObject({ is_deployed: false, reason: "UNSPECIFIED" });
    expect(await reasonOf(id)).toBe("The quota of nodes is used up.");
    expect((await listed(id)).deployment_status).toBe("OUT_OF_DATE");
    await deployToTheEnd(id);
    expect(await statusOf(id)).toBe("DEPLOYED");
  });

  it.each<[what: string, members: () => Body]>([
    ["no credentials", () => withCredentials(null)],
    ["unknown credentials", () => withCredentials({ credentials: { id: "account-1" } })],
  ])("ends with INVALID_CREDENTIALS until the cluster has credentials that exist: %s", async (_what, members) => {
    const id = await made(withCredentials(null));
    expect((await send("PUT", one(id), { ...request(), ...members() })).status).toBe(200);
    for (const _attempt of ["first", "second"]) {
      await deploy(id);
      expect(await states(id, 5)).toEqual(["DEPLOYMENT_QUEUED", "INVALID_CREDENTIALS"]);
      expect(await reasonOf(id)).toMatch(/credentials/);
      expect(await read(one(id, "/status"))).toMatchObject({ is_deployed: false });
    }
    await send("PUT", one(id), request());
    await deployToTheEnd(id);
    expect(await statusOf(id)).toBe("DEPLOYED");
  });

  it("goes through DRY_RUN and changes nothing with ?dry_run=true", async () => {
    const id = await made();
    const begun = await deploy(id, "?dry_run=true");
    expect([begun.status, begun.body.status]).toEqual([201, "DEPLOYMENT_QUEUED"]);
    expect(await states(id, 20)).toEqual(["DEPLOYMENT_QUEUED", "DRY_RUN", "READY"]);
    expect(await listed(id)).toMatchObject({ status: "READY", deployment_status: "NEVER_DEPLOYED" });
    expect(await refusal("POST", one(id, "/deploy?dry_run=maybe"))).toEqual(["dry_run"]);
  });
});

describe("POST cluster/{}/stop", () => {
  it("stops the cluster through its states, and ends with STOP_ERROR if a failure rule applies", async () => {
    const { cluster } = platform.ids;
    const begun = await send("POST", one(cluster, "/stop"));
    expect([begun.status, begun.body.status]).toEqual([202, "STOP_QUEUED"]);
    expect(await states(cluster, 25)).toEqual(["STOP_QUEUED", "STOPPING", "STOPPED"]);
    await fail({ cluster, state: "STOP_ERROR" });
    await deployToTheEnd(cluster);
    await stopToTheEnd(cluster);
    expect(await statusOf(cluster)).toBe("STOP_ERROR");
    expect(await reasonOf(cluster)).toBe('A failure rule for "main" applied.');
  });

  it("returns 409 for a STOPPED cluster, and the next deploy starts it with its changes", async () => {
    const id = await made();
    await deployToTheEnd(id);
    await stopToTheEnd(id);
    expect((await send("POST", one(id, "/stop"))).status).toBe(409);
    await send("PUT", one(id), { ...request(), description: "stopped" });
    expect(await read(one(id, "/status"))).toMatchObject({ status: "STOPPED", is_deployed: true });
    expect((await listed(id)).deployment_status).toBe("OUT_OF_DATE");
    await deployToTheEnd(id);
    expect(await listed(id)).toMatchObject({ status: "DEPLOYED", deployment_status: "UP_TO_DATE" });
    await stopToTheEnd(id);
    expect((await send("DELETE", one(id))).status).toBe(204);
  });

  it("makes deployments of services fail until the cluster is deployed again", async () => {
    const id = await made();
    const environment = await environmentOn(id);
    const { id: service } = await create("database", {}, environment);
    const outcome = async () => {
      await send("POST", `/environment/${environment}/service/deploy`, { databases: [service] });
      await advance(60);
      return (await read(`/environment/${environment}/status`)).state;
    };
    expect(await outcome()).toBe("DEPLOYMENT_ERROR");
    await deployToTheEnd(id);
    expect(await outcome()).toBe("DEPLOYED");
    await stopToTheEnd(id);
    expect(await outcome()).toBe("DEPLOYMENT_ERROR");
  });
});

describe("DELETE cluster/{}", () => {
  it("returns 400 for a `deleteMode` other than DEFAULT", async () => {
    const path = `${one(await made())}?deleteMode=DELETE_CLUSTER_AND_K8S_CONFIG`;
    expect(await refusal("DELETE", path)).toEqual(["deleteMode"]);
  });

  it("deletes a never deployed cluster at once", async () => {
    const id = await made();
    expect((await send("DELETE", `${one(id)}?deleteMode=DEFAULT`)).status).toBe(204);
    expect((await send("GET", one(id, "/status"))).status).toBe(404);
  });

  it("deletes a deployed cluster over time, and returns 409 for its changes meanwhile", async () => {
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
    for (const write of writes) await conflict(...write);
    expect(await states(id, 25)).toEqual(["DELETE_QUEUED", "DELETING", "DELETED", "404"]);
    expect(await listed(id)).toBeUndefined();
  });

  it("returns 409 for the organization's default cluster", async () => {
    await conflict("DELETE", one(platform.ids.cluster));
  });

  it("returns 409 for a cluster with an environment", async () => {
    const id = await made();
    const environment = await environmentOn(id);
    expect(await conflict("DELETE", one(id))).toContain(environment);
  });

  it("ends with DELETE_ERROR if a failure rule applies, and succeeds the next time", async () => {
    const id = await made();
    await fail({ cluster: id, state: "DELETE_ERROR", times: 1, reason: "A load balancer is left." });
    await deployToTheEnd(id);
    expect((await send("DELETE", one(id))).status).toBe(204);
    expect(await states(id, 25)).toEqual(["DELETE_QUEUED", "DELETING", "DELETE_ERROR"]);
    expect(await reasonOf(id)).toBe("A load balancer is left.");
    expect((await send("PUT", one(id), request())).status).toBe(200);
    expect((await send("DELETE", one(id))).status).toBe(204);
    await advance(60);
    expect((await send("GET", one(id, "/status"))).status).toBe(404);
  });
});

it("GET cluster/{}/kubeconfig returns the same YAML each time for a deployed cluster", async () => {
  const path = one(platform.ids.cluster, "/kubeconfig");
  const answer = await platform.request("GET", path);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/x-yaml"]);
  expect(answer.body).toMatch(/^apiVersion: v1\nkind: Config\ncurrent-context: platform-\w+\n/);
  const { clusters, contexts, users } = parse(answer.body);
  expect(clusters[0].cluster.server).toMatch(/^https:/);
  expect(contexts[0].context).toEqual({ cluster: clusters[0].name, user: users[0].name });
  expect((await platform.request("GET", path)).body).toBe(answer.body);
});

describe("PUT cluster/{}/kubeconfig", () => {
  const put = (id: string, body: string, type = "application/x-yaml") =>
    platform.request("PUT", one(id, "/kubeconfig"), { body, headers: { "content-type": type } });
  const withoutCredentials = () => made({ ...onVsphere(), cloud_provider_credentials: null });
  const text = "# mine\nclusters: [{ name: a }]\nusers: []\n";

  it("stores the text that GET returns, also after a snapshot is restored", async () => {
    const id = await withoutCredentials();
    expect((await send("GET", one(id, "/kubeconfig"))).status).toBe(404);
    expect((await put(id, text)).status).toBe(204);
    const answer = await platform.request("GET", one(id, "/kubeconfig?read_only=true&with_token_from_cli=false"));
    expect([answer.status, answer.headers["content-type"], answer.body]).toEqual([200, "application/x-yaml", text]);
    const snapshot = await read("/_local/snapshot");
    expect((await send("PUT", "/_local/snapshot", snapshot)).status).toBe(204);
    expect((await platform.request("GET", one(id, "/kubeconfig"))).body).toBe(text);
  });

  it("returns 400 for a MANAGED cluster, YAML without clusters, and more than 64 KiB", async () => {
    const id = await withoutCredentials();
    expect(await put(platform.ids.cluster, text)).toMatchObject({
      status: 400,
      body: { violations: [{ message: expect.stringContaining("PARTIALLY_MANAGED; this one is MANAGED") }] },
    });
    for (const wrong of ["", "a: [", "users: []", "- clusters", "clusters: a", `${text}#${"x".repeat(64 * 1024)}`]) {
      const { status, body } = await put(id, wrong);
      expect([wrong.slice(0, 9), status, body.violations?.length]).toEqual([wrong.slice(0, 9), 400, 1]);
    }
    expect((await put(id, text, "application/json")).status).toBe(415);
    expect(await refusal("GET", one(id, "/kubeconfig?read_only=perhaps"))).toEqual(["read_only"]);
  });

  it("has a masked body in the request log, and can be replayed with its content type", async () => {
    const id = await withoutCredentials();
    await put(id, text);
    const [{ id: request }] = (await local("GET", "requests/log")).body.results;
    const shown = await local("GET", `requests/${request}`);
    expect(JSON.stringify(shown.body)).not.toContain("mine");
    expect(shown.body.curl).toContain("--header 'Content-Type: application/x-yaml'");
    const again = (await local("POST", `requests/${request}/replay`)).body.id;
    expect((await local("GET", `requests/${again}`)).body).toMatchObject({ status: 204 });
  });
});

it("PUT cluster/{}/routingTable replaces all routes, and returns 400 for missing or empty members of a route", async () => {
  const path = one(platform.ids.cluster, "/routingTable");
  expect(await send("GET", path)).toEqual({ status: 200, body: { results: [] } });
  const routes = [
    { destination: "10.1.0.0/16", target: "pcx-1", description: "Data centre" },
    { destination: "10.2.0.0/16", target: "pcx-2", description: "" },
  ];
  expect(await send("PUT", path, { routes })).toEqual({ status: 200, body: { results: routes } });
  expect(await read(path)).toEqual({ results: routes });
  const wrong = { routes: [{ destination: "", target: "a" }] };
  expect(await refusal("PUT", path, wrong)).toEqual(["routes[0].destination", "routes[0].description"]);
  expect((await send("PUT", path, { routes: [] })).body).toEqual({ results: [] });
});

describe("cluster feature", () => {
  const subnets = (prefix: string) => ({
    [`${prefix}_subnets_zone_a_ids`]: ["subnet-a"],
    [`${prefix}_subnets_zone_b_ids`]: ["subnet-b"],
    [`${prefix}_subnets_zone_c_ids`]: ["subnet-c"],
  });
  const network = { aws_vpc_eks_id: "vpc-1", ...subnets("eks") };
  const vpc = { vpc_name: "shop" };
  const others = ["rds", "documentdb", "elasticache", "eks_karpenter_fargate"].map(subnets);
  const whole = { ...network, ...Object.assign({}, ...others), eks_create_nodes_in_private_subnet: true };
  const shared = { ...vpc, vpc_project_id: null, additional_ip_range_pods_names: ["b"], private_nodes: true };
  const nodes = {
    ...{ spot_enabled: true, disk_size_in_gib: 50, default_service_architecture: "AMD64" },
    platform_node_pools: { requirements: [{ key: "Arch", operator: "In", values: ["AMD64"] }] },
  };
  const limits = { max_cpu_in_vcpu: 4, max_memory_in_gibibytes: 8 };
  const withLimits = (of: Body): Body => ({
    ...nodes,
    platform_node_pools: { ...nodes.platform_node_pools, default_override: { limits: of } },
  });
  const gcpAddresses = { provider: "gcp", static_ips_enabled: true, static_ips_count: 2 };
  const gateway = (of: Body) => ({ nat_gateway_type: of });
  const kinds: [id: string, provider: string, type: string, value: unknown, shown?: unknown][] = [
    ["EXISTING_VPC", "AWS", "AWS_USER_PROVIDED_NETWORK", network],
    ["EXISTING_VPC", "AWS", "AWS_USER_PROVIDED_NETWORK", whole],
    ["EXISTING_VPC", "GCP", "GCP_USER_PROVIDED_NETWORK", shared],
    ["KARPENTER", "AWS", "KARPENTER", { ...nodes, more: [1] }],
    ["KARPENTER", "AWS", "KARPENTER", withLimits(limits), withLimits({ ...limits, enabled: false, max_gpu: 0 })],
    ["NAT_GATEWAY", "SCW", "NAT_GATEWAY", gateway({ provider: "scaleway", type: "VPC-GW-S" })],
    ["NAT_GATEWAY", "GCP", "NAT_GATEWAY", gateway(gcpAddresses)],
    ["NAT_GATEWAY", "GCP", "NAT_GATEWAY", {}],
    ["STATIC_IP", "OVH", "BOOLEAN", true],
    ["STATIC_IP", "OVH", "BOOLEAN", "true", true],
    ["VPC_SUBNET", "SCW", "STRING", "10.0.0.0/16"],
    ["GKE_KMS_KEY", "GCP", "STRING", "projects/a/keys/b"],
  ];
  const withFeature = (cloud_provider: string, id: string, value: unknown) => ({
    ...{ name: "featured", region: "r", cloud_provider },
    features: [{ id, value }],
  });

  it.each<(typeof kinds)[number]>(kinds)(
    "is returned as sent, and can be sent back: %s on %s with the type %s, as %j",
    async (id, provider, type, value, shown = value) => {
      const { status, body } = await send("POST", at("cluster"), withFeature(provider, id, value));
      expect(status).toBe(201);
      const feature = body.features.find((each: Body) => each.id === id);
      expect(feature).toMatchObject({ value_type: "BOOLEAN", value_object: { type, value: shown } });
      expect((await read(at("cluster"))).results.at(-1).features).toContainEqual(feature);
      // A response can be sent back.
      const again = { ...withFeature(provider, id, value), features: body.features };
      expect((await send("PUT", one(body.id), again)).body.features).toEqual(body.features);
    },
  );

  it.each<[id: string, provider: string, field: string, value: unknown]>([
    ["EXISTING_VPC", "AWS", "value.aws_vpc_eks_id", subnets("eks")],
    ["EXISTING_VPC", "AWS", "value.eks_subnets_zone_b_ids", { ...network, eks_subnets_zone_b_ids: undefined }],
    ["EXISTING_VPC", "AWS", "value.rds_subnets_zone_a_ids", { ...network, rds_subnets_zone_a_ids: "subnet" }],
    ["EXISTING_VPC", "AWS", "value", "vpc-1"],
    ["EXISTING_VPC", "GCP", "value.vpc_name", { private_nodes: true }],
    ["EXISTING_VPC", "GCP", "value.private_nodes", { ...vpc, private_nodes: "yes" }],
    ["KARPENTER", "AWS", "value", true],
    ["KARPENTER", "AWS", "value.spot_enabled", { ...nodes, spot_enabled: undefined }],
    ["KARPENTER", "AWS", "value.disk_size_in_gib", { ...nodes, disk_size_in_gib: undefined }],
    ["KARPENTER", "AWS", "value.disk_iops", { ...nodes, disk_iops: 1 }],
    ["KARPENTER", "AWS", "value.default_service_architecture", { ...nodes, default_service_architecture: "RISC" }],
    ["KARPENTER", "AWS", "value.platform_node_pools.requirements", { ...nodes, platform_node_pools: {} }],
    ["KARPENTER", "GCP", "id", {}],
    ["NAT_GATEWAY", "GCP", "value.nat_gateway_type.static_ips_enabled", gateway({ provider: "gcp" })],
    ["NAT_GATEWAY", "SCW", "value.nat_gateway_type.type", gateway({ provider: "scaleway" })],
    ["STATIC_IP", "AWS", "value", "yes"],
    ["VPC_SUBNET", "AWS", "value", true],
    ["VPC_SUBNET", "GCP", "id", "10.0.0.0/16"],
    ["NO_SUCH_FEATURE", "AWS", "id", true],
  ])("is refused with 400: %s on %s with a wrong %s: %j", async (id, provider, field, value) => {
    const fields = await refusal("POST", at("cluster"), withFeature(provider, id, value));
    expect(fields?.[0]).toBe(`features[0].${field}`);
  });

  it.each([
    ["aws", ["STATIC_IP", "EXISTING_VPC", "KARPENTER", "VPC_SUBNET"]],
    ["gcp", ["STATIC_IP", "EXISTING_VPC", "NAT_GATEWAY", "GKE_KMS_KEY"]],
    ["scaleway", ["STATIC_IP", "NAT_GATEWAY", "VPC_SUBNET"]],
    ["azure", ["STATIC_IP", "VPC_SUBNET"]],
  ])("is in the list of its cloud: GET /%s/clusterFeature has %j", async (cloud, ids) => {
    const { results } = await read(`/${cloud}/clusterFeature`);
    expect(results.map(({ id }: Body) => id)).toEqual(ids);
    const constant = results.filter((each: Body) => !each.is_value_updatable).map(({ id }: Body) => id);
    expect(constant).toEqual(ids.filter((id) => ["EXISTING_VPC", "VPC_SUBNET", "GKE_KMS_KEY"].includes(id)));
    expect(results[0]).toMatchObject({ value_type: "BOOLEAN", value_object: { type: "BOOLEAN", value: false } });
  });

  it("is accepted by its name or its former ID, and refused with 400 if it's sent twice, once with each", async () => {
    const id = "fea70e00-a3c5-41e7-a263-d45f7193b00d";
    const { body } = await send("POST", at("cluster"), withFeature("AWS", id.toUpperCase(), true));
    expect(body.features).toMatchObject([{ id: "STATIC_IP", value_object: { value: true } }]);
    const twice = { ...withFeature("AWS", id, true), name: "other" };
    twice.features.push({ id: "STATIC_IP", value: true });
    expect(await refusal("POST", at("cluster"), twice)).toEqual(["features[1].id"]);
  });

  it("is added by an update, and another value of EXISTING_VPC is refused with 400", async () => {
    const { body } = await send("POST", at("cluster"), withFeature("AWS", "EXISTING_VPC", network));
    const other = withFeature("AWS", "EXISTING_VPC", { ...network, aws_vpc_eks_id: "vpc-2" });
    expect(await refusal("PUT", one(body.id), other)).toEqual(["features[0].value"]);
    const added = await send("PUT", one(body.id), withFeature("AWS", "KARPENTER", nodes));
    expect((added.body.features as Body[]).map(({ id }) => id)).toEqual(["STATIC_IP", "EXISTING_VPC", "KARPENTER"]);
  });
});

describe("secret_manager_accesses of a cluster", () => {
  const endpoint = { mode: "AWS_SECRET_MANAGER", region: "eu-west-3" };
  const keys = { mode: "AWS_STATIC_CREDENTIALS", region: "eu-west-3", access_key: "key-1" };
  const access = (authentication: Body, members?: Body): Body => ({
    ...{ name: "shop", endpoint, authentication },
    ...members,
  });
  const automatic = (members?: Body) => access({ mode: "AUTOMATICALLY_CONFIGURED" }, members);
  const onGcp = { endpoint: { ...endpoint, mode: "GCP_SECRET_MANAGER" } };
  const withAccesses = (...secret_manager_accesses: Body[]) => ({ ...request(), secret_manager_accesses });
  const secretsIn = async () => JSON.stringify((await local("GET", "snapshot")).body).includes("a secret");

  it("have an ID, `created_at` and `updated_at`, never return their secret, and keep it if an update omits it", async () => {
    const created = await send("POST", at("cluster"), withAccesses(access({ ...keys, secret_key: "a secret" })));
    const { id, secret_manager_accesses: made } = created.body;
    const times = { created_at: anyTime, updated_at: anyTime };
    expect(made).toEqual([{ id: anyId, ...times, name: "shop", endpoint, authentication: keys }]);
    const { body: same } = await send("PUT", one(id), withAccesses(...made));
    expect(same.secret_manager_accesses).toEqual(made);
    expect(JSON.stringify([created.body, same, await read(at("cluster"))])).not.toContain("a secret");
    expect(await secretsIn()).toBe(true);
    const { body: renamed } = await send("PUT", one(id), withAccesses({ ...made[0], name: "shops" }));
    expect(renamed.secret_manager_accesses).toEqual([{ ...made[0], name: "shops", updated_at: anyTime }]);
    const { body: reset } = await send("PUT", one(id), request());
    expect([reset.secret_manager_accesses ?? null, await secretsIn()]).toEqual([null, false]);
  });

  it.each<[what: string, authentication: Body, member: string]>([
    ["new access without its secret", keys, "secret_key"],
    ["member of another mode", { mode: "AWS_ROLE_ARN", role_arn: "a", access_key: "b" }, "access_key"],
    ["AWS_ROLE_ARN without a role", { mode: "AWS_ROLE_ARN" }, "role_arn"],
    ["credentials of Google for AWS", { mode: "GCP_JSON_CREDENTIALS", json_credentials: "e30=" }, "mode"],
  ])("are refused with 400: %s", async (_what, authentication, member) => {
    const fields = [`secret_manager_accesses[0].authentication.${member}`];
    expect(await refusal("POST", at("cluster"), withAccesses(access(authentication)))).toEqual(fields);
  });

  it.each<[what: string, accesses: readonly Body[], field: string]>([
    ["GCP_SECRET_MANAGER without a project", [automatic(onGcp)], "[0].endpoint.project_id"],
    ["two accesses with one name", [automatic(), automatic({ name: "SHOP" })], "[1].name"],
  ])("are refused with 400: %s", async (_what, accesses, field) => {
    const fields = [`secret_manager_accesses${field}`];
    expect(await refusal("POST", at("cluster"), withAccesses(...accesses))).toEqual(fields);
  });

  it("are refused (400) with an unknown ID, or a new mode without its secret", async () => {
    const { body } = await send("POST", at("cluster"), withAccesses(automatic()));
    const [{ id }] = body.secret_manager_accesses;
    const update = (of: Body) => refusal("PUT", one(body.id), withAccesses(of));
    expect(await update(automatic({ id: credentials }))).toEqual(["secret_manager_accesses[0].id"]);
    expect(await update(access(keys, { id }))).toEqual(["secret_manager_accesses[0].authentication.secret_key"]);
  });
});

describe("cluster/{}/cloudProviderInfo", () => {
  it("returns the credentials that POST has set, also after PUT cluster omits them", async () => {
    const id = await made();
    const place = { cloud_provider: "ON_PREMISE", region: "on-site" };
    const info = { ...place, credentials: { id: credentials, name: "data centre" } };
    expect(await read(one(id, "/cloudProviderInfo"))).toEqual(info);
    const { body: other } = await send("POST", at("onPremise/credentials"), { name: "other" });
    const set = await send("POST", one(id, "/cloudProviderInfo"), { ...info, credentials: { id: other.id } });
    expect(set).toEqual({ status: 201, body: { ...info, credentials: { id: other.id, name: "other" } } });
    expect(await read(one(id, "/cloudProviderInfo"))).toEqual(set.body);
    expect((await listed(id)).cloud_provider_credentials.credentials.id).toBe(other.id);
    const { cloud_provider_credentials: _, ...without } = request();
    await send("PUT", one(id), without);
    expect(await read(one(id, "/cloudProviderInfo"))).toEqual(set.body);
    await deployToTheEnd(id);
    expect(await statusOf(id)).toBe("DEPLOYED");
  });

  it("returns null for the ID and name of the credentials if the cluster has none", async () => {
    const id = await made(withCredentials(null));
    expect((await read(one(id, "/cloudProviderInfo"))).credentials).toEqual({ id: null, name: null });
  });
});
