/** Every call that a platform with the extended set serves, each with a request that succeeds. */
import { type Method, usualRole } from "../../../backend/src/roles.js";
import { callsOf } from "../../../provider/definition/kind.js";
import { definitions } from "../../../provider/kinds/index.js";
import { documentedEndpoints } from "../../engine/support/journal.js";
import { anonymous, served } from "../../kinds/documentedCalls.js";
import { isNotApplicable, kindNames, records } from "../../kinds/index.js";
import { seededIds } from "../../kinds/shared/seededIds.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import { type Body, clusterBody } from "../support/bodies.js";
import type { Platform, Role, SeededIds } from "../support/platform.js";
import { clonedServices, exposedServices, serviceBodies, updatedServices } from "../support/services.js";

/** A member of a path: what it names and the id that is there. */
export interface PathId {
  readonly kind: string;
  readonly id: string;
}

/** A member of the body, by the keys that lead to it. */
export type Place = readonly (string | number)[];

/** Where a hostile value may stand in a body. A call without a number or a list has a place of text instead. */
export interface Places {
  readonly text: Place;
  /** The longest text that may stand there; any if omitted. */
  readonly longest?: number;
  readonly number: Place;
  readonly list: Place;
}

export interface Endpoint {
  /** Method and path, with `{}` for each id. */
  readonly call: string;
  readonly ids: readonly PathId[];
  readonly success: number;
  /** The least role that may. */
  readonly needs: Role;
  readonly body?: Body;
  /** A body that isn't JSON, with its content type. */
  readonly text?: { readonly body: string; readonly type: string };
  readonly places?: Places;
  readonly query?: string;
}

/** What there is: a service of each kind, a second project, a third environment with a deployed container (by a request), a second cluster, and the rest in the first environment. */
export type System = Readonly<
  Record<
    | "project"
    | "third"
    | "deployed"
    | "deployment"
    | "stage"
    | "laterStage"
    | "variable"
    | "cluster"
    | "secretManagerAccess",
    string
  > & {
    /** By the segments of the services' paths, as are the domains. */
    services: Readonly<Record<string, string>>;
    domains: Readonly<Record<string, string>>;
    restrictions: Readonly<Record<string, string>>;
    /** Services that were deployed, in an environment of their own. */
    ran: Readonly<Record<string, string>>;
    /** A cluster that somebody else has created. */
    given: string;
    /** By the segments of their paths. */
    credentials: Readonly<Record<string, string>>;
  }
>;

/** What a success is unless its row says otherwise. */
const successes: Readonly<Record<Method, Endpoint["success"]>> = { GET: 200, PUT: 200, POST: 201, DELETE: 204 };

/** What may be built from git, as paths spell it. */
export const servicesFromGit = ["application", "job", "helm", "terraform"];

/** What is done to which services alone, as paths spell it. */
const actedOn: Readonly<Record<string, readonly string[]>> = {
  stop: ["application", "container", "job", "helm", "database"],
  "restart-service": ["application", "container", "database"],
};

/** The first deployment of a service alone: with the member of its body that is a version. */
function deploymentAlone(kind: string): Row {
  if (kind === "database") return { success: 202 };
  const members: Readonly<Record<string, string>> = { container: "image_tag", job: "image_tag", helm: "chart_version" };
  const member = members[kind] ?? "git_commit_id";
  return sent(member, { [member]: "abc" }, { success: 202 });
}

/** What has advanced settings, as paths spell it. */
const settingsOwners = ["application", "container", "job", "helm", "terraform", "cluster"];

type Row = Partial<Omit<Endpoint, "call" | "ids">>;

function row(call: string, ids: readonly PathId[], more: Row = {}): Endpoint {
  const places = placesOfRecords.get(call);
  const method = call.split(" ")[0] as Method;
  return { call, ids, success: successes[method], needs: usualRole(method), ...(places && { places }), ...more };
}

/** A request with one place for hostile values: a text in place of a number and a list, too. */
function sent(text: string | Place, body: Body, { longest, ...more }: Row & Pick<Places, "longest"> = {}): Row {
  const place = [text].flat();
  const places = { text: place, number: place, list: place, longest: longest ?? Number.POSITIVE_INFINITY };
  return { body, places, ...more };
}

/** The places of creates and updates, from the records of their kinds. */
const placesOfRecords: ReadonlyMap<string, Places> = new Map(
  kindNames.flatMap((kind) => {
    const { bodies } = records[kind];
    const { create, update } = definitionOf(kind).api;
    if (isNotApplicable(bodies)) return [];
    return [create, update].flatMap((call): [string, Places][] =>
      call === undefined ? [] : [[anonymous(`${call.method} ${call.path}`), bodies]],
    );
  }),
);

/**
 * The rows by hand, transcribed from the API document and the description of the extended set. Which services there are, and which of
 * them have domains, their records say.
 */
export function endpointsOf(ids: SeededIds, system: System): Endpoint[] {
  const at = (kind: string, id: string) => ({ kind, id });
  const environment = at("environment", ids.environment);
  const other = at("environment", ids.otherEnvironment);
  const third = at("environment", system.third);
  const cluster = at("cluster", ids.cluster);
  const organization = at("organization", ids.organization);
  const project = at("project", system.project);
  const stage = at("deploymentStage", system.stage);
  const laterStage = at("deploymentStage", system.laterStage);
  const variable = at("variable", system.variable);
  const service = (kind: string) => at(kind, system.services[kind] ?? "");
  const container = service("container").id;
  const renamed = sent("name", { name: "renamed" }, { longest: 128 });

  const services = Object.entries(serviceBodies).flatMap(([kind, bodies]) => {
    const one = [service(kind)];
    const full = bodies.full(ids);
    const copy = { name: "a clone", environment_id: ids.otherEnvironment };
    const clone = sent("name", copy, { success: 202, longest: 128 });
    const update = kind === "database" ? { needs: "admin" as const, body: { cpu: 100 } } : { body: full };
    return [
      row(`GET /environment/{}/${kind}`, [environment]),
      row(`POST /environment/{}/${kind}`, [environment], { body: { ...full, name: "another name" } }),
      row(`GET /${kind}/{}`, one),
      ...(updatedServices.includes(kind) ? [row(`PUT /${kind}/{}`, one, update)] : []),
      row(`DELETE /${kind}/{}`, one),
      row(`GET /${kind}/{}/status`, one),
      row(`GET /environment/{}/${kind}/status`, [environment]),
      row(`POST /${kind}/{}/deploy`, one, deploymentAlone(kind)),
      row(`POST /${kind}/{}/redeploy`, [at(kind, system.ran[kind] ?? "")], { success: 202 }),
      ...["stop", "restart-service"].flatMap((act) =>
        actedOn[act]?.includes(kind)
          ? [row(`POST /${kind}/{}/${act}`, [at(kind, system.ran[kind] ?? "")], { success: 202 })]
          : [],
      ),
      ...(clonedServices.includes(kind) ? [row(`POST /${kind}/{}/clone`, one, clone)] : []),
    ];
  });
  const exposed = exposedServices.flatMap((kind) => {
    const one = [service(kind), at("customDomain", system.domains[kind] ?? "")];
    const path = `/${kind}/{}/customDomain`;
    const domain = sent("domain", { domain: "new.example.com", generate_certificate: false }, { longest: 0 });
    return [
      row(`GET ${path}`, [service(kind)]),
      row(`POST ${path}`, [service(kind)], domain),
      row(`PUT ${path}/{}`, one, domain),
      row(`DELETE ${path}/{}`, one),
      row(`GET ${path}/{}/status`, one),
      row(`GET /${kind}/{}/link`, [service(kind)]),
    ];
  });
  const restrictions = servicesFromGit.flatMap((kind) => {
    const one = [service(kind), at("deploymentRestriction", system.restrictions[kind] ?? "")];
    const path = `/${kind}/{}/deploymentRestriction`;
    const restriction = sent("value", { mode: "MATCH", type: "PATH", value: "src/" });
    return [
      row(`GET ${path}`, [service(kind)]),
      row(`POST ${path}`, [service(kind)], restriction),
      row(`PUT ${path}/{}`, one, restriction),
      row(`DELETE ${path}/{}`, one),
    ];
  });
  const settings = settingsOwners.flatMap((kind) => {
    const isCluster = kind === "cluster";
    const path = isCluster ? "/organization/{}/cluster/{}" : `/${kind}/{}`;
    const own = isCluster ? [organization, cluster] : [service(kind)];
    const name = isCluster ? "load_balancer.size" : "security.service_account_name";
    return [
      row(`GET ${path}/advancedSettings`, own),
      row(`PUT ${path}/advancedSettings`, own, sent(name, { [name]: "a" }, { success: 201 })),
      row(`GET /default${kind.charAt(0).toUpperCase()}${kind.slice(1)}AdvancedSettings`, []),
    ];
  });
  const second = at("cluster", system.cluster);
  const destination = {
    ...{ agent_cluster_id: ids.cluster, cluster_id: system.cluster, argocd_cluster_url: "https://b.example.com" },
  };
  const zone = { provider: "CLOUDFLARE", domain: "apps.example.com", email: "a@b.c", api_token: "a token" };
  const credentials = Object.entries(credentialsBodies).flatMap(([cloud, body]) => {
    const path = `/organization/{}/${cloud}/credentials`;
    const one = [organization, at("credentials", system.credentials[cloud] ?? "")];
    const text = Object.keys(body).at(-1) ?? "";
    const request = sent(text, { ...body, name: "another name" }, cloud === "onPremise" ? { longest: 128 } : {});
    return [
      row(`GET ${path}`, [organization]),
      row(`POST ${path}`, [organization], request),
      row(`GET ${path}/{}`, one),
      row(`PUT ${path}/{}`, one, request),
      row(`DELETE ${path}/{}`, one),
    ];
  });
  const clusters = [
    row("POST /organization/{}/cluster", [organization], {
      body: {
        ...{ name: "a cluster", region: "here", cloud_provider: "OVH", description: "", disk_size: 40, ssh_keys: [] },
        features: [{ id: "STATIC_IP", value: true }],
        secret_manager_accesses: [
          {
            name: "shop",
            endpoint: { mode: "GCP_SECRET_MANAGER", region: "here", project_id: "shop" },
            authentication: { mode: "GCP_JSON_CREDENTIALS", json_credentials: "e30=" },
          },
        ],
      },
      places: { text: ["description"], number: ["disk_size"], list: ["ssh_keys"] },
    }),
    row("DELETE /organization/{}/cluster/{}", [organization, second]),
    row("POST /organization/{}/cluster/{}/deploy", [organization, second]),
    row("POST /organization/{}/cluster/{}/stop", [organization, cluster], { success: 202 }),
    row("GET /organization/{}/cluster/{}/status", [organization, second]),
    row("GET /organization/{}/cluster/{}/kubeconfig", [organization, cluster]),
    row("PUT /organization/{}/cluster/{}/kubeconfig", [organization, at("cluster", system.given)], {
      success: 204,
      text: { body: "clusters: []\n", type: "application/x-yaml" },
    }),
    row("GET /organization/{}/cluster/{}/cloudProviderInfo", [organization, cluster]),
    row("POST /organization/{}/cluster/{}/cloudProviderInfo", [organization, cluster], {
      ...sent("region", { region: "here", credentials: { id: system.credentials.aws } }),
    }),
    row("GET /organization/{}/cluster/{}/routingTable", [organization, cluster]),
    row("PUT /organization/{}/cluster/{}/routingTable", [organization, cluster], {
      body: { routes: [{ destination: "10.0.0.0/8", target: "pcx-1", description: "Peering" }] },
      places: { text: ["routes", 0, "description"], number: ["routes", 0, "description"], list: ["routes"] },
    }),
    row("GET /organization/{}/argoCdDestinationClusterMapping", [organization]),
    row("POST /organization/{}/argoCdDestinationClusterMapping", [organization], {
      ...sent("argocd_cluster_url", destination, { success: 200, needs: "admin", longest: 0 }),
    }),
    row("DELETE /organization/{}/argoCdDestinationClusterMapping", [organization], {
      query: `?agentClusterId=${ids.cluster}&argocdClusterUrl=https%3A%2F%2Fa.example.com`,
    }),
    row("GET /cluster/{}/dnsProvider", [cluster]),
    row("PUT /cluster/{}/dnsProvider", [cluster], sent(["dns_provider", "api_token"], { dns_provider: zone })),
    row("GET /organization/{}/credentials", [organization]),
    ...["aws", "gcp", "scaleway", "azure"].map((cloud) => row(`GET /${cloud}/clusterFeature`, [])),
  ];
  const deployed = { container_ids: [system.deployed] };
  const inContainer = (what: string) => ({ [`${what}_scope`]: "CONTAINER", [`${what}_parent_id`]: container });
  return [
    ...services,
    row("POST /environment/{}/service/deploy", [environment], {
      success: 202,
      body: { containers: [{ id: container, image_tag: "2" }], databases: [service("database").id] },
      places: { text: ["containers", 0, "image_tag"], number: ["containers", 0, "image_tag"], list: ["databases"] },
    }),
    row("POST /environment/{}/cancelDeployment", [other], {
      ...sent("force_cancel", { force_cancel: true }, { success: 202, longest: 0 }),
    }),
    row("POST /environment/{}/deploy", [environment], { success: 202 }),
    row("POST /environment/{}/stop", [third], { success: 202 }),
    row("POST /environment/{}/redeploy", [third], { success: 202 }),
    row("POST /environment/{}/service/stop", [third], {
      ...sent(["container_ids", 0], deployed, { success: 200, longest: 0 }),
    }),
    row("POST /environment/{}/service/restart-service", [third], {
      ...sent(["container_ids", 0], deployed, { success: 202, longest: 0 }),
    }),
    row("POST /environment/{}/service/delete", [environment], {
      ...sent(["databases", 0], { databases: [service("database").id] }, { success: 200, needs: "admin", longest: 0 }),
    }),
    row("GET /environment/{}/status", [environment]),
    row("GET /environment/{}/statuses", [environment]),
    row("GET /environment/deploymentStatus", [], { query: `?deploymentRequestId=${system.deployment}` }),
    row("GET /environment/{}/deploymentHistoryV2", [environment], { query: "?pageSize=1" }),
    row("GET /organization", []),
    row("GET /organization/{}", [organization]),
    row("GET /organization/{}/cluster", [organization]),
    row("PUT /organization/{}/cluster/{}", [organization, cluster], {
      body: clusterBody(ids),
      places: { text: ["description"], number: ["disk_size"], list: ["ssh_keys"] },
    }),
    row("GET /cluster/{}/argoCdConfig", [cluster]),
    row("POST /cluster/{}/argoCdConfig", [cluster], {
      success: 200,
      needs: "admin",
      body: { argocd_url: "https://argocd.example.com", argocd_token: "a token" },
      places: { text: ["argocd_token"], number: ["argocd_url"], list: ["argocd_url"] },
    }),
    row("DELETE /cluster/{}/argoCdConfig", [cluster]),
    row("GET /organization/{}/project", [organization]),
    row("POST /organization/{}/project", [organization], { success: 200, body: { name: "new" } }),
    row("GET /project/{}", [project]),
    row("PUT /project/{}", [project], { body: { name: "renamed" } }),
    row("DELETE /project/{}", [project]),
    row("GET /project/{}/environment", [project]),
    row("POST /project/{}/environment", [project], { body: { name: "new" } }),
    row("GET /environment/{}", [environment]),
    row("PUT /environment/{}", [environment], renamed),
    row("DELETE /environment/{}", [third]),
    row("POST /environment/{}/clone", [environment], { ...renamed, success: 202 }),
    row("GET /environment/{}/link", [environment]),
    row("GET /variable", [], { query: `?scope=ENVIRONMENT&parent_id=${ids.environment}` }),
    row("POST /variable", [], sent("value", variableBody(ids, "B"))),
    row("POST /variable/import", [], {
      query: `?service_type=CONTAINER&service_id=${container}`,
      body: { overwrite: false, vars: [{ name: "D", value: "1", scope: "CONTAINER", is_secret: false }] },
      places: { text: ["vars", 0, "value"], number: ["vars", 0, "value"], list: ["vars"] },
    }),
    row("PUT /variable/{}", [variable], sent("value", { key: "A", value: "2" })),
    row("DELETE /variable/{}", [variable]),
    row("GET /secretManagerAccess/{}/secrets", [at("secretManagerAccess", system.secretManagerAccess)]),
    row("GET /secretManagerAccess/{}/associatedServices", [at("secretManagerAccess", system.secretManagerAccess)]),
    row("POST /variable/{}/alias", [variable], {
      ...sent("description", { key: "C", description: "c", ...inContainer("alias") }, { longest: 255 }),
    }),
    row("POST /variable/{}/override", [variable], sent("value", { value: "3", ...inContainer("override") })),
    ...exposed,
    ...restrictions,
    ...settings,
    ...credentials,
    ...clusters,
    row("GET /database/{}/masterCredentials", [service("database")]),
    row("GET /environment/{}/deploymentStage", [environment]),
    row("POST /environment/{}/deploymentStage", [environment], { success: 200, body: { name: "new" } }),
    row("GET /deploymentStage/{}", [stage]),
    row("PUT /deploymentStage/{}", [stage], { body: { name: "renamed" } }),
    row("DELETE /deploymentStage/{}", [stage]),
    row("PUT /deploymentStage/{}/service/{}", [stage, at("service", container)], {
      ...sent("is_skipped", { is_skipped: true }, { longest: 0 }),
    }),
    row("GET /service/{}/deploymentStage", [at("service", container)]),
    row("PUT /deploymentStage/{}/moveAfter/{}", [stage, laterStage]),
    row("PUT /deploymentStage/{}/moveBefore/{}", [laterStage, stage]),
  ];
}

/** A request for credentials of each cloud, as paths spell it; the last member is any text. */
export const credentialsBodies: Readonly<Record<string, Body>> = {
  aws: { name: "aws", type: "AWS_STATIC", access_key_id: "key-1", secret_access_key: "a secret" },
  gcp: { name: "gcp", credential_type: "SERVICE_ACCOUNT_KEY", gcp_credentials: "a secret" },
  scaleway: {
    ...{ name: "scaleway", scaleway_access_key: "key-1", scaleway_secret_key: "a secret" },
    ...{ scaleway_project_id: "project", scaleway_organization_id: "organization" },
  },
  azure: { name: "azure", azure_subscription_id: "subscription", azure_tenant_id: "tenant" },
  onPremise: { name: "on-premise" },
};

export function variableBody(ids: SeededIds, key: string): Body {
  const parent = { variable_scope: "ENVIRONMENT", variable_parent_id: ids.environment };
  return { key, value: "1", is_secret: false, ...parent };
}

/** The calls of the rows by hand, without a platform. */
const byHand: readonly string[] = endpointsOf(seededIds, {
  services: {},
  domains: {},
  restrictions: {},
  ran: {},
  credentials: {},
} as unknown as System).map(({ call }) => call);

/** The calls about roles, invitations and members; one of each is there before. */
export async function peopleEndpoints({ ids, request }: Platform): Promise<Endpoint[]> {
  const organization = { kind: "organization", id: ids.organization };
  const invited = `/organization/${ids.organization}/inviteMember`;
  const invite = async (email: string): Promise<string> =>
    (await request("POST", invited, { body: { email, role_id: ids.role } })).body.id;
  await request("POST", `${invited}/${await invite("member@example.com")}`);
  const members = (await request("GET", `/organization/${ids.organization}/member`)).body.results;
  const { id } = members.find(({ email }: { readonly email: string }) => email === "member@example.com");
  return peopleRows(organization, { kind: "inviteMember", id: await invite("invited@example.com") }, id, ids.role);
}

function peopleRows(organization: PathId, invitation: PathId, member: string, role: string): Endpoint[] {
  const needs = "admin";
  return [
    row("GET /organization/{}/availableRole", [organization]),
    row("GET /organization/{}/inviteMember", [organization]),
    row("POST /organization/{}/inviteMember", [organization], {
      ...sent("email", { email: "new@example.com", role_id: role }, { needs, longest: 0 }),
    }),
    row("GET /organization/{}/inviteMember/{}", [organization, invitation]),
    row("POST /organization/{}/inviteMember/{}", [organization, invitation], { needs }),
    row("DELETE /organization/{}/inviteMember/{}", [organization, invitation]),
    row("GET /organization/{}/member", [organization]),
    row("PUT /organization/{}/member", [organization], {
      ...sent("role_id", { user_id: member, role_id: role }, { needs, longest: 0 }),
    }),
    row("DELETE /organization/{}/member", [organization], { body: { user_id: member } }),
  ];
}

const nobody = { kind: "", id: "" };
const peopleCalls = peopleRows(nobody, nobody, "", "").map(({ call }) => call);

/** The kinds in an environment or an organization that have no row by hand, with what is known of their requests. */
const recorded = kindNames.flatMap((kind) => {
  const { bodies, extendedCalls } = records[kind];
  const { create } = definitionOf(kind).api;
  const calls = extendedCalls.filter((call) => !byHand.includes(call) && !peopleCalls.includes(call));
  if (isNotApplicable(bodies) || !calls.includes(anonymous(`${create.method} ${create.path}`))) return [];
  return [{ bodies, create, calls }];
});

/** The calls of these kinds, from their records; one of each kind is there before. */
export async function recordedEndpoints({ ids, request }: Platform): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  for (const { bodies, create, calls } of recorded) {
    const places: Readonly<Record<string, string>> = { environment: ids.environment, organization: ids.organization };
    const path = create.path.replace(/\{(\w+)Id\}/, (_, place: string) => places[place] ?? "");
    const created = (await request("POST", path, { body: bodies.first(ids) })).body;
    const { id } = created;
    for (const call of calls) {
      const [method, template = ""] = call.split(" ") as [Method, string];
      const named = [...template.matchAll(/(\w+)\/\{\}/g)].map(([, kind = ""]) => ({ kind, id: places[kind] ?? id }));
      const needs = bodies.roles?.[method];
      const edited = method === "PUT" ? bodies.edited?.(created) : undefined;
      const body = edited ?? (method === "POST" || method === "PUT" ? bodies.other(ids) : undefined);
      found.push(row(call, named, { ...(body && { body }), ...(needs && { needs }) }));
    }
  }
  return found;
}

/** Those that the API document does not have. */
export const extendedCalls: readonly string[] = [
  ...new Set([...kindNames.flatMap((kind) => records[kind].extendedCalls), ...byHand, ...peopleCalls]),
].filter((call) => !documentedEndpoints.some((endpoint) => anonymous(endpoint) === call));

export const servedCalls: readonly string[] = [...documentedEndpoints.map(anonymous), ...extendedCalls];

/** The kind whose definition makes a call. */
export function kindOf(call: string): string {
  const isOf = (definition: (typeof definitions)[number]) =>
    Object.values(callsOf(definition)).some((each) => served(definition, each).includes(call));
  return definitions.find(isOf)?.kind ?? "whole systems";
}
