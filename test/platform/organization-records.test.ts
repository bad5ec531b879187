/** Records of an organization that services refer to. Bodies are transcribed from the description of the extended set. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Body, bodies } from "./bodies.js";
import { anyId, anyTime, opened } from "./opened.js";

const { platform, send, read, create } = opened({ endpoints: "extended", isFresh: true });

/** What is particular to a kind. */
interface Described {
  readonly path: string;
  readonly request: Body;
  /** What the response has beside the id and the times; the request unless given. */
  readonly response?: Body;
  /** The id of the one that the platform begins with. */
  readonly seeded?: () => string;
  /** Members of a service that refers to it. */
  readonly use?: (id: string) => Body;
  /** Bodies that are refused, with the member that is wrong. */
  readonly wrong: readonly (readonly [body: Body, field: string])[];
}

const annotationsGroup = {
  name: "team",
  annotations: [{ key: "example.com/team", value: "shop" }],
  scopes: ["DEPLOYMENTS", "STATEFUL_SETS", "SERVICES", "INGRESS", "GATEWAY_API_ROUTES", "HPA", "PODS", "SECRETS"],
};
const labelsGroup = { name: "cost", labels: [{ key: "cost-center", value: "42", propagate_to_cloud_provider: true }] };

const ecr = {
  kind: "ECR",
  url: "https://1.dkr.ecr.eu-west-3.amazonaws.com",
  config: { region: "eu-west-3", access_key_id: "AKID", secret_access_key: "s" },
};
const scaleway = { region: "fr-par", scaleway_access_key: "a", scaleway_secret_key: "s", scaleway_project_id: "p" };
const registry = { name: "Images", description: "Images of the shop", ...ecr };
const registryOf = (kind: string, config: Body, url: string | null = "https://registry.example.com"): Body => ({
  ...{ name: "Images", kind, config },
  ...(url === null ? {} : { url }),
});
const withToken = { name: "Bitbucket", type: "BITBUCKET", description: "Reads", workspace: "acme", git_api_url: null };
const charts = { name: "Charts", kind: "HTTPS", url: "https://charts.example.com", description: null };

const kinds: readonly Described[] = [
  {
    path: "annotationsGroups",
    request: { ...annotationsGroup, name: "Contact" },
    seeded: () => platform.ids.annotationsGroup,
    use: (id) => ({ annotations_groups: [{ id }] }),
    wrong: [
      [{ ...annotationsGroup, name: undefined }, "name"],
      [{ ...annotationsGroup, annotations: undefined }, "annotations"],
      [{ ...annotationsGroup, annotations: [{ key: "a" }] }, "annotations[0].value"],
      [{ ...annotationsGroup, annotations: [{ key: "", value: "a" }] }, "annotations[0].key"],
      [{ ...annotationsGroup, scopes: undefined }, "scopes"],
      [{ ...annotationsGroup, scopes: ["NODES"] }, "scopes[0]"],
    ],
  },
  {
    path: "labelsGroups",
    request: { ...labelsGroup, name: "Owner" },
    seeded: () => platform.ids.labelsGroup,
    use: (id) => ({ labels_groups: [{ id }] }),
    wrong: [
      [{ ...labelsGroup, name: "" }, "name"],
      [{ ...labelsGroup, labels: undefined }, "labels"],
      [{ ...labelsGroup, labels: [{ key: "a", value: "b" }] }, "labels[0].propagate_to_cloud_provider"],
    ],
  },
  {
    path: "containerRegistry",
    request: registry,
    response: { ...registry, config: { region: "eu-west-3", access_key_id: "AKID" }, associated_services_count: 0 },
    seeded: () => platform.ids.registries.PUBLIC_ECR,
    use: (id) => ({ registry_id: id }),
    wrong: [
      [{ ...registry, kind: "QUAY" }, "kind"],
      [{ ...registry, config: undefined }, "config"],
      [{ ...registry, url: "http://registry.example.com" }, "url"],
      [registryOf("ECR", ecr.config, null), "url"],
      [registryOf("ECR", { region: "a", access_key_id: "b" }), "config.secret_access_key"],
      [registryOf("ECR", { role_arn: "a" }), "config.region"],
      [registryOf("SCALEWAY_CR", { ...scaleway, scaleway_project_id: undefined }), "config.scaleway_project_id"],
      [registryOf("GCP_ARTIFACT_REGISTRY", { region: "a" }), "config.json_credentials"],
      [registryOf("AZURE_CR", { azure_tenant_id: "a" }), "config.azure_subscription_id"],
      [registryOf("PUBLIC_ECR", { username: "a" }), "config.username"],
      [registryOf("DOCKER_HUB", { region: "a" }, null), "config.region"],
      [registryOf("DOCKER_HUB", {}), "url"],
    ],
  },
  {
    path: "gitToken",
    request: { ...withToken, token: "s3cret" },
    response: { ...withToken, expired_at: null, associated_services_count: 0 },
    seeded: () => platform.ids.gitToken,
    wrong: [
      [withToken, "token"],
      [{ ...withToken, token: "a", type: "GITEA" }, "type"],
      [{ ...withToken, token: "a", workspace: undefined }, "workspace"],
    ],
  },
  {
    path: "helmRepository",
    request: { ...charts, skip_tls_verification: false, config: { username: "acme", password: "s" } },
    response: { ...charts, skip_tls_verification: false, config: { username: "acme" }, associated_services_count: 0 },
    wrong: [
      [{ ...charts, config: {} }, "skip_tls_verification"],
      [{ ...charts, skip_tls_verification: true }, "config"],
      [{ ...charts, skip_tls_verification: true, config: {}, url: "http://charts.example.com" }, "url"],
      [{ ...charts, skip_tls_verification: true, config: { region: "a" } }, "config.region"],
    ],
  },
];

describe.each(kinds)("$path of an organization", ({ path, request, response = request, wrong }) => {
  let all: string;
  beforeAll(() => {
    all = `/organization/${platform.ids.organization}/${path}`;
  });
  const shown = (members: Body = {}) => ({
    id: anyId,
    created_at: anyTime,
    updated_at: null,
    ...response,
    ...members,
  });

  it("are created with 201, listed, read, updated and deleted", async () => {
    const created = await send("POST", all, request);
    expect(created).toEqual({ status: 201, body: shown() });
    const one = `${all}/${created.body.id}`;
    expect(await send("GET", one)).toEqual({ status: 200, body: created.body });
    expect((await read(all)).results).toContainEqual(created.body);
    const edited = await send("PUT", one, { ...request, name: "Renamed" });
    expect(edited).toEqual({ status: 200, body: { ...created.body, name: "Renamed", updated_at: anyTime } });
    expect((await send("DELETE", one)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await send(method, one)).status).toBe(404);
    expect((await read(all)).results).not.toContainEqual(expect.objectContaining({ id: created.body.id }));
  });

  it("have names of their own, whatever their case", async () => {
    const { body: made } = await send("POST", all, { ...request, name: "Taken" });
    const second = await send("POST", all, { ...request, name: "TAKEN" });
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining(made.id)]);
    expect((await send("PUT", `${all}/${made.id}`, { ...request, name: "taken" })).status).toBe(200);
    await send("DELETE", `${all}/${made.id}`);
  });

  it.each(wrong)("are refused with a wrong member: %j", async (body, field) => {
    const { status, body: problem } = await send("POST", all, body);
    expect([status, problem.violations?.map((each: { field: string }) => each.field)]).toEqual([400, [field]]);
  });

  it("are not those of another organization", async () => {
    const other = `/organization/00000000-0000-4000-8000-0000000000ff/${path}`;
    expect((await send("GET", other)).status).toBe(404);
    expect((await send("POST", other, request)).status).toBe(404);
  });
});

describe.each(kinds.filter(({ use }) => use !== undefined))(
  "$path of an organization",
  ({ path, request, response = request, use }) => {
    it("are deleted only once no service uses them", async () => {
      const all = `/organization/${platform.ids.organization}/${path}`;
      const { body: made } = await send("POST", all, { ...request, name: "used" });
      const user = await create("container", { name: `uses ${path}`, ...use?.(made.id) });
      const refused = await send("DELETE", `${all}/${made.id}`);
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`container "uses ${path}"`)]);
      if ("associated_services_count" in response) {
        expect((await read(`${all}/${made.id}`)).associated_services_count).toBe(1);
      }
      expect((await send("DELETE", `/container/${user.id}`)).status).toBe(204);
      expect((await send("DELETE", `${all}/${made.id}`)).status).toBe(204);
    });
  },
);

describe.each(kinds.filter(({ seeded }) => seeded !== undefined))(
  "$path of an organization",
  ({ path, request, response = request, seeded }) => {
    it("include the one that the platform begins with, which can be changed, too", async () => {
      const one = `/organization/${platform.ids.organization}/${path}/${seeded?.()}`;
      const before = await read(one);
      expect(before).toMatchObject({ id: seeded?.(), created_at: anyTime, updated_at: null });
      const edited = await send("PUT", one, request);
      expect(edited).toEqual({
        status: 200,
        body: { ...response, id: seeded?.(), created_at: before.created_at, updated_at: anyTime },
      });
    });
  },
);

describe("what is particular to a kind", () => {
  const all = (path: string) => `/organization/${platform.ids.organization}/${path}`;

  it.each([
    ["DOCKER_HUB", "https://docker.io", { username: "a", password: "s" }],
    ["GITHUB_CR", "https://ghcr.io", { username: "a" }],
    ["GITLAB_CR", "https://registry.gitlab.com", {}],
  ])("a registry of kind %s has the URL %s, whether it is given or not", async (kind, url, config) => {
    for (const given of [{}, { url }]) {
      const { body } = await send("POST", all("containerRegistry"), { name: kind, kind, config, ...given });
      expect(body).toMatchObject({ kind, url });
      await send("DELETE", `${all("containerRegistry")}/${body.id}`);
    }
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
  ])("a registry of kind %s takes %j, and shows no secret of it", async (kind, config) => {
    const { body, status } = await send("POST", all("containerRegistry"), { ...registryOf(kind, config), name: "one" });
    const { scaleway_secret_key: _, json_credentials: _2, password: _3, ...shown } = config;
    expect([status, body.config]).toEqual([201, shown]);
    await send("DELETE", `${all("containerRegistry")}/${body.id}`);
  });

  it("a git token is counted by the services whose repository it opens", async () => {
    const { body: token } = await send("POST", all("gitToken"), { name: "counted", type: "GITHUB", token: "s" });
    const { git_repository } = bodies.application.full(platform.ids);
    await create("application", {
      name: "counts",
      git_repository: { ...(git_repository as Body), git_token_id: token.id },
    });
    expect((await read(`${all("gitToken")}/${token.id}`)).associated_services_count).toBe(1);
    expect((await send("DELETE", `${all("gitToken")}/${token.id}`)).status).toBe(409);
  });
});
