/**
 * What has calls of its own and isn't a service: variables, projects, and everything that an organization, an environment and a service
 * have. Bodies are transcribed from the description of the extended set.
 */
import { describe, expect, it } from "vitest";
import { servicesFromGit } from "./access/endpoints.js";
import { type Body, bodies } from "./bodies.js";
import { anyId, anyTime, opened } from "./opened.js";
import { exposedServices, serviceBodies } from "./services.js";

const { platform, send, read, inEnvironment, create } = opened({ endpoints: "extended", isFresh: true });

/** Where one kind of record is. */
interface Place {
  /** The path of a create. */
  readonly all: string;
  /** Where they are listed, if not there. */
  readonly list?: string;
  /** Where all are that each has a path below, if not there. */
  readonly each?: string;
  /** What follows the path of one where it is read; null if it is only listed. */
  readonly read?: string | null;
  /** What only this place has, and a response shows. */
  readonly shown?: Body;
}

type Wrong = [members: Body, fields: string, message?: string];

interface Described {
  readonly what: string;
  readonly place: () => Place | Promise<Place>;
  readonly request: Body;
  /** What the response has beside the ID and the times; the request unless given. */
  readonly response?: Body;
  readonly hasNoTimes?: true;
  /** The status of a create; 201 if omitted. */
  readonly success?: 200;
  /** The body of an update, and what it changes in the response. */
  readonly edit: readonly [body: Body, changes: Body];
  /** What has the name of the first one, whatever its case. */
  readonly taken?: Body;
  /** Members that are refused, each with the fields that are wrong and, if it matters, the message. */
  readonly wrong?: readonly Wrong[];
}

const ofOrganization = (path: string) => ({ all: `/organization/${platform.ids.organization}/${path}` });
const renamed = (request: Body): readonly [Body, Body] => [{ ...request, name: "Renamed" }, { name: "Renamed" }];

const wrongName: readonly Wrong[] = [
  [{ name: undefined }, "name", "is required"],
  [{ name: "" }, "name", "must not be empty"],
  [{ name: "x".repeat(129) }, "name", "must be at most 128 characters long"],
  [{ description: 7 }, "description", "must be a string"],
];

const systems: readonly Described[] = [
  {
    what: "a project",
    place: () => ({
      ...{ ...ofOrganization("project"), each: "/project" },
      shown: { organization: { id: platform.ids.organization } },
    }),
    request: { name: "Shop", description: "Everything of the shop" },
    response: { name: "Shop", description: "Everything of the shop", associated_environments_count: 0 },
    success: 200,
    edit: [{ name: "Store" }, { name: "Store", description: null }],
    taken: { name: "SHOP" },
    wrong: wrongName,
  },
  {
    what: "an environment",
    place: () => ({
      ...{ all: `/project/${platform.ids.project}/environment`, each: "/environment" },
      shown: {
        ...{ cluster_id: platform.ids.cluster, cluster_name: "main", expires_at: null },
        ...{ project: { id: platform.ids.project }, organization: { id: platform.ids.organization } },
        cloud_provider: { provider: "AWS", cluster: "eu-west-3" },
      },
    }),
    request: { name: "pr-42", mode: "STAGING" },
    edit: [{ mode: "PRODUCTION" }, { mode: "PRODUCTION" }],
    taken: { name: "PR-42" },
    wrong: [
      ...wrongName.slice(0, 3),
      [{ mode: "PREVIEW" }, "mode", "must be one of DEVELOPMENT, STAGING, PRODUCTION"],
      [{ cluster: "00000000-0000-4000-8000-000000000000" }, "cluster", "doesn't exist in this organization"],
    ],
  },
  {
    what: "a deployment stage",
    place: () => ({
      ...{ all: inEnvironment("deploymentStage"), each: "/deploymentStage" },
      shown: { environment: { id: platform.ids.environment } },
    }),
    request: { name: "data", description: "Databases first" },
    response: { name: "data", description: "Databases first", deployment_order: 2, services: [] },
    hasNoTimes: true,
    success: 200,
    edit: [{ name: "stores" }, { name: "stores", description: null }],
    taken: { name: "DATA" },
    wrong: [[{ name: undefined, description: 5 }, "name description"]],
  },
];

const value = { key: "LOG_LEVEL", value: "info", is_secret: false };
const bare = {
  ...{ mount_path: null, variable_type: "VALUE", description: null, overridden_variable: null, aliased_variable: null },
  ...{ service_id: null, service_name: null, service_type: null },
};
const variables = ["PROJECT", "ENVIRONMENT", "APPLICATION", "CONTAINER", "JOB", "TERRAFORM"].map(
  (scope): Described => ({
    what: `a variable of the scope ${scope}`,
    async place() {
      const { project, environment } = platform.ids;
      const owner = { PROJECT: project, ENVIRONMENT: environment }[scope];
      const id = owner ?? (await create(scope.toLowerCase())).id;
      return {
        ...{ all: "/variable", list: `/variable?parent_id=${id}&scope=${scope}`, read: null },
        shown: owner === undefined ? { service_id: id, service_name: expect.any(String), service_type: scope } : {},
        parent: { variable_scope: scope, variable_parent_id: id },
      } as Place;
    },
    request: { ...value, description: "How much" },
    response: { ...bare, ...value, scope, description: "How much" },
    edit: [
      { key: "LEVEL", value: "debug", description: null },
      { key: "LEVEL", value: "debug", description: null },
    ],
    taken: { ...value, value: "other" },
    wrong: [
      [{ key: undefined, value: undefined, is_secret: undefined }, "key value is_secret", "is required"],
      [{ key: "" }, "key", "must not be empty"],
      [{ value: 5 }, "value", "must be a string"],
      [{ is_secret: "true" }, "is_secret", "must be true or false"],
      [
        { variable_scope: "BUILT_IN" },
        "variable_scope",
        "must be one of PROJECT, ENVIRONMENT, APPLICATION, CONTAINER, JOB, HELM, TERRAFORM",
      ],
      [{ variable_parent_id: "x" }, "variable_parent_id", "must be a UUID"],
      [{ description: "x".repeat(256) }, "description", "must be at most 255 characters long"],
      [{ mount_path: "" }, "mount_path", "must not be empty"],
    ],
  }),
);

const domain = { domain: "shop.example.com", generate_certificate: true, use_cdn: true };
const restriction = { mode: "EXCLUDE", type: "PATH", value: "docs/" };
let made = 0;
const serviceOf = async (kind: string): Promise<string> =>
  (await create(kind, { ...serviceBodies[kind]?.minimal(platform.ids), name: `owner ${made++}` })).id;

const ofServices: readonly Described[] = [
  ...exposedServices.map(
    (kind): Described => ({
      what: `a custom domain of a ${kind}`,
      async place() {
        const id = await serviceOf(kind);
        const shown = { validation_domain: `${id.slice(0, 8)}.services.platform.example` };
        return { all: `/${kind}/${id}/customDomain`, read: "/status", shown };
      },
      request: domain,
      response: { ...domain, status: "VALIDATION_PENDING" },
      edit: [
        { domain: "www.example.com", generate_certificate: false },
        { domain: "www.example.com", generate_certificate: false, use_cdn: false },
      ],
      taken: { domain: "SHOP.example.com" },
    }),
  ),
  ...servicesFromGit.map(
    (kind): Described => ({
      what: `a deployment restriction of a ${kind}`,
      place: async () => ({ all: `/${kind}/${await serviceOf(kind)}/deploymentRestriction`, read: null }),
      request: restriction,
      hasNoTimes: true,
      edit: [
        { mode: "MATCH", type: "PATH", value: "src/" },
        { mode: "MATCH", value: "src/" },
      ],
      taken: restriction,
      wrong: [
        [{ mode: "ONLY" }, "mode"],
        [{ type: "BRANCH" }, "type"],
        [{ value: "" }, "value"],
        [{ value: undefined }, "value"],
      ],
    }),
  ),
];

const annotations = {
  name: "Contact",
  annotations: [{ key: "example.com/team", value: "shop" }],
  scopes: ["DEPLOYMENTS", "STATEFUL_SETS", "SERVICES", "INGRESS", "GATEWAY_API_ROUTES", "HPA", "PODS", "SECRETS"],
};
const labels = { name: "Owner", labels: [{ key: "cost-center", value: "42", propagate_to_cloud_provider: true }] };
const ecr = { region: "eu-west-3", access_key_id: "AKID", secret_access_key: "s" };
const scaleway = { region: "fr-par", scaleway_access_key: "a", scaleway_secret_key: "s", scaleway_project_id: "p" };
const images = {
  name: "Images",
  kind: "ECR",
  url: "https://1.dkr.ecr.eu-west-3.amazonaws.com",
  description: "Of a shop",
};
const token = { name: "Bitbucket", type: "BITBUCKET", description: "Reads", workspace: "acme", git_api_url: null };
const charts = { name: "Charts", kind: "HTTPS", url: "https://charts.example.com", description: null };
const unused = { associated_services_count: 0 };

/** What services refer to. */
const referred: readonly (Described & {
  /** Members of a service that refers to it. */
  readonly use?: (id: string) => Body;
  /** The ID of the one that the platform begins with. */
  readonly seeded?: () => string;
})[] = [
  {
    what: "an annotations group",
    place: () => ofOrganization("annotationsGroups"),
    request: annotations,
    edit: renamed(annotations),
    taken: { name: "CONTACT" },
    use: (id) => ({ annotations_groups: [{ id }] }),
    seeded: () => platform.ids.annotationsGroup,
    wrong: [
      [{ name: undefined }, "name"],
      [{ annotations: undefined }, "annotations"],
      [{ annotations: [{ key: "a" }] }, "annotations[0].value"],
      [{ annotations: [{ key: "", value: "a" }] }, "annotations[0].key"],
      [{ scopes: undefined }, "scopes"],
      [{ scopes: ["NODES"] }, "scopes[0]"],
    ],
  },
  {
    what: "a labels group",
    place: () => ofOrganization("labelsGroups"),
    request: labels,
    edit: renamed(labels),
    taken: { name: "OWNER" },
    use: (id) => ({ labels_groups: [{ id }] }),
    seeded: () => platform.ids.labelsGroup,
    wrong: [
      [{ name: "" }, "name"],
      [{ labels: undefined }, "labels"],
      [{ labels: [{ key: "a", value: "b" }] }, "labels[0].propagate_to_cloud_provider"],
    ],
  },
  {
    what: "a container registry",
    place: () => ofOrganization("containerRegistry"),
    request: { ...images, config: ecr },
    response: { ...images, config: { region: "eu-west-3", access_key_id: "AKID" }, ...unused },
    edit: renamed({ ...images, config: ecr }),
    taken: { name: "IMAGES" },
    use: (id) => ({ registry_id: id }),
    seeded: () => platform.ids.registries.PUBLIC_ECR,
    wrong: [
      [{ kind: "QUAY" }, "kind"],
      [{ config: undefined }, "config"],
      [{ url: "http://registry.example.com" }, "url"],
      [{ url: undefined }, "url"],
      [{ config: { region: "a", access_key_id: "b" } }, "config.secret_access_key"],
      [{ config: { role_arn: "a" } }, "config.region"],
      [{ kind: "SCALEWAY_CR", config: { ...scaleway, scaleway_project_id: undefined } }, "config.scaleway_project_id"],
      [{ kind: "GCP_ARTIFACT_REGISTRY", config: { region: "a" } }, "config.json_credentials"],
      [{ kind: "AZURE_CR", config: { azure_tenant_id: "a" } }, "config.azure_subscription_id"],
      [{ kind: "PUBLIC_ECR", config: { username: "a" } }, "config.username"],
      [{ kind: "DOCKER_HUB", config: { region: "a" }, url: undefined }, "config.region"],
      [{ kind: "DOCKER_HUB", config: {} }, "url"],
    ],
  },
  {
    what: "a git token",
    place: () => ofOrganization("gitToken"),
    request: { ...token, token: "s3cret" },
    response: { ...token, expired_at: null, ...unused },
    edit: renamed({ ...token, token: "s3cret" }),
    taken: { name: "BITBUCKET" },
    seeded: () => platform.ids.gitToken,
    wrong: [
      [{ token: undefined }, "token"],
      [{ type: "GITEA" }, "type"],
      [{ workspace: undefined }, "workspace"],
    ],
  },
  {
    what: "a Helm repository",
    place: () => ofOrganization("helmRepository"),
    request: { ...charts, skip_tls_verification: false, config: { username: "acme", password: "s" } },
    response: { ...charts, skip_tls_verification: false, config: { username: "acme" }, ...unused },
    edit: renamed({ ...charts, skip_tls_verification: false, config: { username: "acme", password: "s" } }),
    taken: { name: "CHARTS" },
    wrong: [
      [{ skip_tls_verification: undefined }, "skip_tls_verification"],
      [{ config: undefined }, "config"],
      [{ url: "http://charts.example.com" }, "url"],
      [{ config: { region: "a" } }, "config.region"],
    ],
  },
];

const scalewayAccount = {
  scaleway_access_key: "SCW1",
  scaleway_project_id: "7d9b3f1e",
  scaleway_organization_id: "2a4c",
};
const role = { role_arn: "arn:aws:iam::123456789012:role/platform" };
const federation = {
  service_account_email: "platform@acme.iam.gserviceaccount.com",
  workload_identity_provider_resource: "projects/1/locations/global/workloadIdentityPools/p/providers/q",
};
const awsKey = { type: "AWS_STATIC", access_key_id: "key-1", secret_access_key: "s3cret-value" };
const azure = { azure_subscription_id: "sub-1", azure_tenant_id: "tenant-1" };

/** Each way to log in: its request and its response, and what is wrong with others. */
const credentials = (
  [
    [
      "aws",
      awsKey,
      { object_type: "AWS", access_key_id: "key-1" },
      [
        [{ name: " " }, "name"],
        [{ type: undefined }, "type"],
        [{ type: "AWS_SSO" }, "type"],
        [{ secret_access_key: undefined }, "secret_access_key"],
        [{ role_arn: "arn" }, "role_arn"],
      ],
    ],
    [
      "aws",
      { type: "AWS_ROLE", ...role },
      { object_type: "AWS_ROLE", ...role },
      [[{ role_arn: undefined }, "role_arn"]],
    ],
    [
      "gcp",
      { credential_type: "SERVICE_ACCOUNT_KEY", gcp_credentials: '{"private_key":"s3cret-value"}' },
      { object_type: "GCP" },
      [
        [{ gcp_credentials: undefined }, "gcp_credentials"],
        [{ credential_type: "KEY" }, "credential_type"],
      ],
    ],
    [
      "gcp",
      { credential_type: "WORKLOAD_IDENTITY_FEDERATION", ...federation },
      { object_type: "GCP_WORKLOAD_IDENTITY_FEDERATION", ...federation },
      [[{ workload_identity_provider_resource: undefined }, "workload_identity_provider_resource"]],
    ],
    [
      "scaleway",
      { ...scalewayAccount, scaleway_secret_key: "s3cret-value" },
      { ...scalewayAccount, object_type: "SCW" },
      [[{ scaleway_secret_key: undefined }, "scaleway_secret_key"]],
    ],
    [
      "azure",
      azure,
      { ...azure, object_type: "AZURE", azure_application_id: anyId, azure_application_object_id: anyId },
      [[{ azure_subscription_id: undefined }, "azure_subscription_id"]],
    ],
    ["onPremise", {}, { object_type: "OTHER" }, [[{ name: undefined }, "name"]]],
  ] as const
).map(
  ([cloud, request, response, wrong]): Described => ({
    what: `credentials of ${cloud} as ${JSON.stringify(request)}`,
    place: () => ofOrganization(`${cloud}/credentials`),
    request: { name: "prod", ...request },
    response: { name: "prod", ...response },
    hasNoTimes: true,
    edit: renamed({ name: "prod", ...request }),
    taken: { name: "PROD" },
    wrong: wrong.map(([members, field]): Wrong => [members, field]),
  }),
);

describe.each([...systems, ...variables, ...ofServices, ...referred, ...credentials])("$what", (described) => {
  const { place, request, response = request, hasNoTimes, success = 201, edit, taken, wrong = [] } = described;
  /** The place, and the request with what says where. */
  const open = async () => {
    const at = (await place()) as Place & { readonly parent?: Body };
    const { all, list = all, each = all, read: suffix = "", shown = {} } = at;
    return {
      ...{ all, suffix, shown, body: { ...request, ...at.parent } as Body },
      pathOf: (id: unknown) => `${each}/${id}`,
      listed: async (): Promise<Body[]> => (await read(list)).results,
    };
  };

  it("is created, listed, read, updated and deleted", async () => {
    const { all, suffix, shown, body, pathOf, listed } = await open();
    const created = await send("POST", all, body);
    const times = hasNoTimes ? {} : { created_at: anyTime, updated_at: null };
    expect(created).toEqual({ status: success, body: { id: anyId, ...times, ...response, ...shown } });
    const path = pathOf(created.body.id);
    if (suffix !== null) expect(await send("GET", path + suffix)).toEqual({ status: 200, body: created.body });
    expect(await listed()).toContainEqual(created.body);
    const [members, changes] = edit;
    const edited = await send("PUT", path, members);
    const now = { ...created.body, ...changes, ...(hasNoTimes ? {} : { updated_at: anyTime }) };
    expect(edited).toEqual({ status: 200, body: now });
    expect(await listed()).toContainEqual(edited.body);
    expect(await send("DELETE", path)).toEqual({ status: 204, body: undefined });
    expect((await send("DELETE", path)).status).toBe(404);
    expect((await send("PUT", path, members)).status).toBe(404);
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id: created.body.id }));
  });

  it("has a name of its own, whatever its case, also when it is updated", async () => {
    const { all, body, pathOf } = await open();
    const { id: first } = (await send("POST", all, body)).body;
    const second = await send("POST", all, { ...body, ...taken });
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining(first)]);
    const [members] = edit;
    const other = await send("POST", all, { ...body, ...members, name: "Another" });
    expect((await send("PUT", pathOf(other.body.id), { ...body, ...taken })).status).toBe(409);
    expect((await send("PUT", pathOf(first), { ...body, ...taken })).status).toBe(200);
  });

  it.each(wrong)("is refused with the members %j: %s", async (members, fields, message) => {
    const { all, body, listed } = await open();
    const before = await listed();
    const refused = await send("POST", all, { ...body, ...members });
    const said = (refused.body.violations ?? []).map((each: Body) => [each.field, each.message]);
    expect([refused.status, said]).toEqual([
      400,
      fields.split(" ").map((field) => [field, message ?? expect.any(String)]),
    ]);
    expect(await listed()).toEqual(before);
  });
});

describe("what an organization has", () => {
  const paths = ["annotationsGroups", "labelsGroups", "containerRegistry", "gitToken", "helmRepository", "project"];
  it.each(paths)("is not that of another organization: %s", async (path) => {
    const other = `/organization/00000000-0000-4000-8000-0000000000ff/${path}`;
    expect([(await send("GET", other)).status, (await send("POST", other, { name: "a" })).status]).toEqual([404, 404]);
  });

  it.each(referred.filter(({ use }) => use !== undefined))(
    "is deleted only once no service uses it: $what",
    async ({ place, request, response = request, use }) => {
      const { all } = await place();
      const { id } = (await send("POST", all, { ...request, name: "used" })).body;
      const user = await create("container", { name: "user", ...use?.(id) });
      const refused = await send("DELETE", `${all}/${id}`);
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('container "user"')]);
      if ("associated_services_count" in response)
        expect((await read(`${all}/${id}`)).associated_services_count).toBe(1);
      await send("DELETE", `/container/${user.id}`);
      expect((await send("DELETE", `${all}/${id}`)).status).toBe(204);
    },
  );

  it.each(referred.filter(({ seeded }) => seeded !== undefined))(
    "is there from the beginning, and can be changed, too: $what",
    async ({ place, request, response = request, seeded }) => {
      const one = `${(await place()).all}/${seeded?.()}`;
      const { created_at } = await read(one);
      expect(created_at).toEqual(anyTime);
      const edited = await send("PUT", one, request);
      const body = { ...response, id: seeded?.(), created_at, updated_at: anyTime };
      expect(edited).toEqual({ status: 200, body });
    },
  );

  it("is counted by the services whose repository a git token opens", async () => {
    const { all } = ofOrganization("gitToken");
    const { id } = (await send("POST", all, { name: "counted", type: "GITHUB", token: "s" })).body;
    const git_repository = { ...(bodies.application.full(platform.ids).git_repository as Body), git_token_id: id };
    await create("application", { git_repository });
    expect((await read(`${all}/${id}`)).associated_services_count).toBe(1);
    expect((await send("DELETE", `${all}/${id}`)).status).toBe(409);
  });
});

describe("a registry", () => {
  it.each([
    ["DOCKER_HUB", "https://docker.io", { username: "a", password: "s" }],
    ["GITHUB_CR", "https://ghcr.io", { username: "a" }],
    ["GITLAB_CR", "https://registry.gitlab.com", {}],
  ])("of kind %s has the URL %s, whether it is given or not", async (kind, url, config) => {
    const { all } = ofOrganization("containerRegistry");
    for (const given of [{}, { url }])
      expect((await send("POST", all, { name: `${kind} ${given.url}`, kind, config, ...given })).body.url).toBe(url);
  });

  it.each<[kind: string, config: Body]>([
    ["ECR", { region: "a", role_arn: "arn" }],
    ["SCALEWAY_CR", scaleway],
    ["GCP_ARTIFACT_REGISTRY", { region: "a", json_credentials: "{}" }],
    ["GCP_ARTIFACT_REGISTRY", { region: "a", service_account_email: "e", workload_identity_provider_resource: "r" }],
    ["AZURE_CR", { azure_tenant_id: "a", azure_subscription_id: "b" }],
    ["GENERIC_CR", {}],
    ["GITHUB_ENTERPRISE_CR", { username: "a", password: "s" }],
    ["PUBLIC_ECR", {}],
  ])("of kind %s takes %j, and shows no secret of it", async (kind, config) => {
    const { body, status } = await send("POST", ofOrganization("containerRegistry").all, { ...images, kind, config });
    const { scaleway_secret_key: _, json_credentials: _2, password: _3, ...shown } = config;
    expect([status, body.config]).toEqual([201, shown]);
  });
});

describe("credentials", () => {
  const of = (cloud: string) => ofOrganization(`${cloud}/credentials`).all;
  const listed = async () => (await read(ofOrganization("credentials").all)).results;

  it("are found in their cloud only, and have names of their own there", async () => {
    const { body: made } = await send("POST", of("aws"), { name: "prod", ...awsKey });
    expect((await send("POST", of("onPremise"), { name: "prod" })).status).toBe(201);
    for (const method of ["GET", "DELETE"]) expect((await send(method, `${of("gcp")}/${made.id}`)).status).toBe(404);
  });

  it("are listed with their clusters, and are deleted only once no cluster uses them", async () => {
    const { body: credential } = await send("POST", of("aws"), { name: "prod", ...awsKey });
    expect(await listed()).toEqual([{ credential, clusters: [] }]);
    const cluster = { name: "shop", region: "eu-west-3", cloud_provider: "AWS" };
    // An id in uppercase is the same one.
    const cloud_provider_credentials = { credentials: { id: credential.id.toUpperCase(), name: "prod" } };
    const clusters = ofOrganization("cluster").all;
    const { id } = (await send("POST", clusters, { ...cluster, cloud_provider_credentials })).body;
    expect(await listed()).toEqual([{ credential, clusters: [{ id, name: "shop", cloud_provider: "AWS" }] }]);
    const refused = await send("DELETE", `${of("aws")}/${credential.id}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`cluster "shop" (${id})`)]);
    await send("DELETE", `${clusters}/${id}`);
    expect((await send("DELETE", `${of("aws")}/${credential.id}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
  });
});

it("a restriction of one service is not found in another one, which may have the same", async () => {
  const [own, other] = [await serviceOf("job"), await serviceOf("job")].map((id) => `/job/${id}/deploymentRestriction`);
  const { id } = (await send("POST", String(own), restriction)).body;
  expect((await send("PUT", `${other}/${id}`, restriction)).status).toBe(404);
  for (const [path, mode] of [
    [own, "MATCH"],
    [other, "EXCLUDE"],
  ])
    expect((await send("POST", String(path), { ...restriction, mode })).status).toBe(201);
});

it.each(["container", "database"])("a %s has no deployment restrictions", async (kind) => {
  const { id } = await create(kind);
  expect((await send("GET", `/${kind}/${id}/deploymentRestriction`)).status).toBe(404);
});
