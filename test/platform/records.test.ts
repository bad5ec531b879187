/**
 * What has calls of its own and isn't a service: variables, projects, and everything that an organization, an environment and a service
 * have. Bodies are transcribed from the description of the extended set, those of what services refer to in `test/kinds`.
 */
import { describe, expect, it } from "vitest";
import { records } from "../kinds/index.js";
import type { Example } from "../kinds/shared/fixture.js";
import { servicesFromGit } from "./access/endpoints.js";
import { type Body, bodies } from "./support/bodies.js";
import { anyId, anyTime, opened } from "./support/opened.js";
import { exposedServices, serviceBodies, servicesWithVariables } from "./support/services.js";

const { platform, send, read, refusal, conflict, inEnvironment, create } = opened({ speed: "instant" });

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

type Wrong = [members: Body, fields: string, message?: unknown];

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
    wrong: [[{ mode: "PREVIEW" }, "mode", "must be one of DEVELOPMENT, STAGING, PRODUCTION"]],
  },
  {
    what: "a deployment stage",
    place: () => ({
      ...{ all: inEnvironment("deploymentStage"), each: "/deploymentStage" },
      shown: { environment: { id: platform.ids.environment } },
    }),
    request: { name: "data", description: "Databases first" },
    response: { name: "data", description: "Databases first", deployment_order: 2, services: [] },
    success: 200,
    edit: [{ name: "stores" }, { name: "stores", description: undefined }],
    taken: { name: "DATA" },
  },
];

const value = { key: "LOG_LEVEL", value: "info", is_secret: false };
const bare = {
  ...{ mount_path: null, variable_type: "VALUE", overridden_variable: null, aliased_variable: null },
  ...{ service_id: null, service_name: null, service_type: null, secret_manager_access_id: null },
};
const variables = ["project", "environment", ...servicesWithVariables].map((parent): Described => {
  const scope = parent.toUpperCase();
  return {
    what: `a variable of the scope ${scope}`,
    async place() {
      const { project, environment } = platform.ids;
      const owner = { project, environment }[parent];
      const id = owner ?? (await serviceOf(parent));
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
      { key: "LEVEL", value: "debug", description: undefined },
    ],
    taken: { ...value, value: "other" },
    wrong: [
      [
        { variable_scope: "BUILT_IN" },
        "variable_scope",
        expect.stringMatching(/^must be one of PROJECT, ENVIRONMENT, (?!.*BUILT_IN)/),
      ],
      [{ variable_parent_id: "x" }, "variable_parent_id", "must be a UUID"],
    ],
  };
});

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

/** Members of requests that no response shows. */
const secrets =
  "secret_access_key vsphere_password scaleway_secret_key json_credentials gcp_credentials password token".split(" ");
const withoutSecrets = (body: Body): Body =>
  JSON.parse(JSON.stringify(body, (name, value) => (secrets.includes(name) ? undefined : value)));

/** One that its record describes, and what its response has besides the request. */
function recorded(what: string, path: string, { title, request }: Example, shown: Body = {}): Described {
  return {
    what: `${what}: ${title}`,
    place: () => ofOrganization(path),
    request,
    response: { ...withoutSecrets(request), ...shown },
    edit: renamed(request),
    taken: { name: String(request.name).toUpperCase() },
  };
}
const unused = { associated_services_count: 0 };

/** What services refer to. */
const referred: readonly (Described & {
  /** Members of a service that refers to it. */
  readonly use?: (id: string) => Body;
  /** The ID of the one that the platform begins with. */
  readonly seeded?: () => string;
})[] = [
  {
    ...recorded("an annotations group", "annotationsGroups", records.AnnotationsGroup.fixture),
    use: (id) => ({ annotations_groups: [{ id }] }),
    seeded: () => platform.ids.annotationsGroup,
  },
  {
    ...recorded("a labels group", "labelsGroups", records.LabelsGroup.fixture),
    use: (id) => ({ labels_groups: [{ id }] }),
    seeded: () => platform.ids.labelsGroup,
  },
  {
    ...recorded("a container registry", "containerRegistry", records.ContainerRegistry.fixture, unused),
    use: (id) => ({ registry_id: id }),
    seeded: () => platform.ids.registries.PUBLIC_ECR,
    wrong: [
      [{ kind: "PUBLIC_ECR", config: { username: "a" } }, "config.username"],
      [{ kind: "DOCKER_HUB", config: { region: "a" }, url: undefined }, "config.region"],
      [{ kind: "DOCKER_HUB", config: {} }, "url"],
    ],
  },
  {
    ...recorded("a git token", "gitToken", records.GitToken.fixture, { expired_at: null, ...unused }),
    seeded: () => platform.ids.gitToken,
  },
  {
    ...recorded("a Helm repository", "helmRepository", records.HelmRepository.fixture, unused),
    wrong: [[{ config: { region: "a" } }, "config.region"]],
  },
];
/** Other ways to log in there. */
const logins = [
  ...records.ContainerRegistry.fixture.variants.map((each) =>
    recorded("a container registry", "containerRegistry", each, unused),
  ),
  ...records.HelmRepository.fixture.variants.map((each) =>
    recorded("a Helm repository", "helmRepository", each, unused),
  ),
];

const azureApplication = { azure_application_id: anyId, azure_application_object_id: anyId };
/** By the ways to log in that the record has, in its order: what a response shows besides, and what is wrong with others. */
const credentialsShown: readonly [shown: Body, wrong?: readonly Wrong[]][] = [
  [
    { object_type: "AWS" },
    [
      [{ type: undefined }, "type"],
      [{ type: "AWS_SSO" }, "type"],
      [{ role_arn: "arn" }, "role_arn"],
    ],
  ],
  [{ object_type: "AWS_ROLE" }],
  [{ object_type: "EKS_ANYWHERE_VSPHERE" }],
  [{ object_type: "EKS_ANYWHERE_VSPHERE" }],
  [{ object_type: "GCP" }, [[{ credential_type: "KEY" }, "credential_type"]]],
  [{ object_type: "GCP_WORKLOAD_IDENTITY_FEDERATION", project_id: "acme.iam", token_lifetime_seconds: 3600 }],
  [{ object_type: "SCW" }],
  [{ object_type: "AZURE", ...azureApplication }],
  [{ object_type: "OTHER" }],
];
const { fixture: awsCredentials } = records.CloudCredentials;
const credentials = [awsCredentials, ...awsCredentials.variants].map((example, index): Described => {
  const [shown = {}, wrong = []] = credentialsShown[index] ?? [];
  const described = recorded("credentials", `${example.path?.cloud}/credentials`, example, shown);
  const { type: _, credential_type: _2, ...response } = described.response ?? {};
  return { ...described, response, hasNoTimes: true, wrong };
});

describe.each([...systems, ...variables, ...ofServices, ...referred, ...logins, ...credentials])(
  "$what",
  (described) => {
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

    it("is created, listed, read, updated and deleted, and then returns 404", async () => {
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

    it("returns 409 for a name in use in any letter case, also in an update", async () => {
      const { all, body, pathOf } = await open();
      const { id: first } = (await send("POST", all, body)).body;
      expect(await conflict("POST", all, { ...body, ...taken })).toContain(first);
      const [members] = edit;
      const other = await send("POST", all, { ...body, ...members, name: "Another" });
      await conflict("PUT", pathOf(other.body.id), { ...body, ...taken });
      expect((await send("PUT", pathOf(first), { ...body, ...taken })).status).toBe(200);
    });

    it.each(wrong)("returns 400 with violations of $1 for the members $0", async (members, fields, message) => {
      const { all, body, listed } = await open();
      const before = await listed();
      const refused = await send("POST", all, { ...body, ...members });
      const violations = (refused.body.violations ?? []).map((each: Body) => [each.field, each.message]);
      expect([refused.status, violations]).toEqual([
        400,
        fields.split(" ").map((field) => [field, message ?? expect.any(String)]),
      ]);
      expect(await listed()).toEqual(before);
    });
  },
);

describe("resources of an organization", () => {
  it.each(referred.filter(({ use }) => use !== undefined))(
    "return 409 for a delete while a service uses the resource: $what",
    async ({ place, request, response = request, use }) => {
      const { all } = await place();
      const { id } = (await send("POST", all, { ...request, name: "used" })).body;
      const user = await create("container", { name: "user", ...use?.(id) });
      expect(await conflict("DELETE", `${all}/${id}`)).toContain('container "user"');
      if ("associated_services_count" in response)
        expect((await read(`${all}/${id}`)).associated_services_count).toBe(1);
      await send("DELETE", `/container/${user.id}`);
      expect((await send("DELETE", `${all}/${id}`)).status).toBe(204);
    },
  );

  it.each(referred.filter(({ seeded }) => seeded !== undefined))(
    "are in the initial content, and can be updated: $what",
    async ({ place, request, response = request, seeded }) => {
      const one = `${(await place()).all}/${seeded?.()}`;
      const { created_at } = await read(one);
      expect(created_at).toEqual(anyTime);
      const edited = await send("PUT", one, request);
      const body = { ...response, id: seeded?.(), created_at, updated_at: anyTime };
      expect(edited).toEqual({ status: 200, body });
    },
  );

  it("count the services that use a git token, and return 409 for its delete", async () => {
    const { all } = ofOrganization("gitToken");
    const { id } = (await send("POST", all, { name: "counted", type: "GITHUB", token: "s" })).body;
    const git_repository = { ...(bodies.application.full(platform.ids).git_repository as Body), git_token_id: id };
    await create("application", { git_repository });
    expect((await read(`${all}/${id}`)).associated_services_count).toBe(1);
    expect((await send("DELETE", `${all}/${id}`)).status).toBe(409);
  });
});

describe("containerRegistry", () => {
  it.each([
    ["DOCKER_HUB", "https://docker.io", { username: "a", password: "s" }],
    ["GITHUB_CR", "https://ghcr.io", { username: "a" }],
    ["GITLAB_CR", "https://registry.gitlab.com", {}],
  ])("has for kind %s the URL %s, whether or not `url` is sent", async (kind, url, config) => {
    const { all } = ofOrganization("containerRegistry");
    for (const specified of [{}, { url }]) {
      const { body } = await send("POST", all, { name: `${kind} ${specified.url}`, kind, config, ...specified });
      expect(body.url).toBe(url);
    }
  });

  it.each<[what: string, kind: string, config: Body]>([
    ["no credentials for GENERIC_CR", "GENERIC_CR", {}],
    ["a user without a password for GITHUB_ENTERPRISE_CR", "GITHUB_ENTERPRISE_CR", { username: "a" }],
    ["no credentials for PUBLIC_ECR", "PUBLIC_ECR", {}],
  ])("accepts %s", async (_what, kind, config) => {
    const { all } = ofOrganization("containerRegistry");
    const { body, status } = await send("POST", all, { name: kind, kind, config, url: "https://images.example.com" });
    expect([status, body.config]).toEqual([201, config]);
  });
});

describe("credentials", () => {
  const of = (cloud: string) => ofOrganization(`${cloud}/credentials`).all;
  const listed = async () => (await read(ofOrganization("credentials").all)).results;

  it("are found only in their cloud, and may have a name in use in another cloud", async () => {
    const { body: made } = await send("POST", of("aws"), awsCredentials.request);
    expect((await send("POST", of("onPremise"), { name: awsCredentials.request.name })).status).toBe(201);
    for (const method of ["GET", "DELETE"]) expect((await send(method, `${of("gcp")}/${made.id}`)).status).toBe(404);
  });

  it("are listed with their clusters, and return 409 for a delete while a cluster uses them", async () => {
    const { body: credential } = await send("POST", of("aws"), awsCredentials.request);
    expect(await listed()).toEqual([{ credential, clusters: [] }]);
    const cluster = { name: "shop", region: "eu-west-3", cloud_provider: "AWS" };
    // An id in uppercase is the same one.
    const cloud_provider_credentials = { credentials: { id: credential.id.toUpperCase() } };
    const clusters = ofOrganization("cluster").all;
    const { id } = (await send("POST", clusters, { ...cluster, cloud_provider_credentials })).body;
    expect(await listed()).toEqual([{ credential, clusters: [{ id, name: "shop", cloud_provider: "AWS" }] }]);
    expect(await conflict("DELETE", `${of("aws")}/${credential.id}`)).toContain(`cluster "shop" (${id})`);
    await send("DELETE", `${clusters}/${id}`);
    expect((await send("DELETE", `${of("aws")}/${credential.id}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
  });
});

describe("credentials for Google Cloud", () => {
  const path = () => ofOrganization("gcp/credentials").all;
  const identity = {
    service_account_email: "deployer@acme-prod.iam.gserviceaccount.com",
    workload_identity_provider_resource: "projects/7/locations/global/workloadIdentityPools/a/providers/b",
  };

  it.each([
    ["a key", { gcp_credentials: "e30=" }, "GCP", undefined],
    ["an identity", identity, "GCP_WORKLOAD_IDENTITY_FEDERATION", "acme-prod"],
    [
      "an identity with its `credential_type`",
      { ...identity, credential_type: "WIF" },
      "GCP_WORKLOAD_IDENTITY_FEDERATION",
      "acme-prod",
    ],
    [
      "an identity with the `credential_type` null",
      { ...identity, credential_type: null },
      "GCP_WORKLOAD_IDENTITY_FEDERATION",
      "acme-prod",
    ],
  ])("are accepted as %s", async (_what, members, object_type, project_id) => {
    const { status, body } = await send("POST", path(), { name: "a", ...members });
    expect([status, body.object_type, body.project_id]).toEqual([201, object_type, project_id]);
  });

  it.each<[what: string, members: Body, fields: readonly string[]]>([
    ["neither a key nor an identity", {}, ["gcp_credentials"]],
    ["only a part of an identity", { service_account_email: "a@b" }, ["workload_identity_provider_resource"]],
    [
      "both a key and an identity",
      { ...identity, gcp_credentials: "e30=" },
      ["service_account_email", "workload_identity_provider_resource"],
    ],
    [
      "an identity with the `credential_type` of a key",
      { ...identity, credential_type: "SERVICE_ACCOUNT_KEY" },
      ["gcp_credentials", ...Object.keys(identity)],
    ],
  ])("are refused with 400 if they have %s", async (_what, members, fields) => {
    expect(await refusal("POST", path(), { name: "a", ...members })).toEqual(fields);
  });
});

it("deployment restriction is found only under its own service", async () => {
  const [own, other] = [await serviceOf("job"), await serviceOf("job")].map((id) => `/job/${id}/deploymentRestriction`);
  const { id } = (await send("POST", String(own), restriction)).body;
  expect((await send("PUT", `${other}/${id}`, restriction)).status).toBe(404);
  for (const [path, mode] of [
    [own, "MATCH"],
    [other, "EXCLUDE"],
  ])
    expect((await send("POST", String(path), { ...restriction, mode })).status).toBe(201);
});
