/** Cloud credentials of an organization. Bodies are transcribed from the description of the extended set. */
import { describe, expect, it } from "vitest";
import type { Body } from "./bodies.js";
import { anyId, fieldsOf, opened } from "./opened.js";

const { platform, send, read } = opened({ endpoints: "extended", isFresh: true });
const at = (path: string) => `/organization/${platform.ids.organization}/${path}`;
const of = (cloud: string) => at(`${cloud}/credentials`);

const scaleway = {
  name: "prod",
  scaleway_access_key: "SCW1",
  scaleway_project_id: "7d9b3f1e",
  scaleway_organization_id: "2a4c6e80",
};

/** A request of each way to log in, and its response. */
const ways: readonly (readonly [cloud: string, request: Body, response: Body])[] = [
  [
    "aws",
    { type: "AWS_STATIC", name: "prod", access_key_id: "key-1", secret_access_key: "s3cret-value" },
    { name: "prod", object_type: "AWS", access_key_id: "key-1" },
  ],
  [
    "aws",
    { type: "AWS_ROLE", name: "prod", role_arn: "arn:aws:iam::123456789012:role/platform" },
    { name: "prod", object_type: "AWS_ROLE", role_arn: "arn:aws:iam::123456789012:role/platform" },
  ],
  [
    "gcp",
    { name: "prod", credential_type: "SERVICE_ACCOUNT_KEY", gcp_credentials: '{"private_key":"s3cret-value"}' },
    { name: "prod", object_type: "GCP" },
  ],
  [
    "gcp",
    {
      name: "prod",
      credential_type: "WORKLOAD_IDENTITY_FEDERATION",
      service_account_email: "platform@acme.iam.gserviceaccount.com",
      workload_identity_provider_resource: "projects/1/locations/global/workloadIdentityPools/p/providers/q",
    },
    {
      name: "prod",
      object_type: "GCP_WORKLOAD_IDENTITY_FEDERATION",
      service_account_email: "platform@acme.iam.gserviceaccount.com",
      workload_identity_provider_resource: "projects/1/locations/global/workloadIdentityPools/p/providers/q",
    },
  ],
  ["scaleway", { ...scaleway, scaleway_secret_key: "s3cret-value" }, { ...scaleway, object_type: "SCW" }],
  [
    "azure",
    { name: "prod", azure_subscription_id: "sub-1", azure_tenant_id: "tenant-1" },
    {
      name: "prod",
      object_type: "AZURE",
      azure_subscription_id: "sub-1",
      azure_tenant_id: "tenant-1",
      azure_application_id: anyId,
      azure_application_object_id: anyId,
    },
  ],
  ["onPremise", { name: "prod" }, { name: "prod", object_type: "OTHER" }],
];

describe.each(ways)("credentials of %s as %j", (cloud, request, response) => {
  it("are created with 201, listed, read, updated and deleted, and never show a secret", async () => {
    const created = await send("POST", of(cloud), request);
    expect(created).toEqual({ status: 201, body: { id: anyId, ...response } });
    const one = `${of(cloud)}/${created.body.id}`;
    expect(await send("GET", one)).toEqual({ status: 200, body: created.body });
    expect((await read(of(cloud))).results).toEqual([created.body]);
    expect((await read(at("credentials"))).results).toEqual([{ credential: created.body, clusters: [] }]);
    const edited = await send("PUT", one, { ...request, name: "renamed" });
    expect(edited).toEqual({ status: 200, body: { ...created.body, name: "renamed" } });
    expect((await send("DELETE", one)).status).toBe(204);
    expect((await send("GET", one)).status).toBe(404);
    expect((await read(at("credentials"))).results).toEqual([]);
  });
});

const aws = { name: "prod", type: "AWS_STATIC", access_key_id: "key-1", secret_access_key: "s" };

it.each<[cloud: string, body: Body, field: string]>([
  ["aws", { ...aws, name: " " }, "name"],
  ["aws", { ...aws, type: undefined }, "type"],
  ["aws", { ...aws, type: "AWS_SSO" }, "type"],
  ["aws", { ...aws, secret_access_key: undefined }, "secret_access_key"],
  ["aws", { ...aws, role_arn: "arn" }, "role_arn"],
  ["aws", { name: "a", type: "AWS_ROLE" }, "role_arn"],
  ["gcp", { name: "a", credential_type: "SERVICE_ACCOUNT_KEY" }, "gcp_credentials"],
  ["gcp", { name: "a", credential_type: "KEY", gcp_credentials: "{}" }, "credential_type"],
  [
    "gcp",
    { name: "a", credential_type: "WORKLOAD_IDENTITY_FEDERATION", service_account_email: "e" },
    "workload_identity_provider_resource",
  ],
  ["scaleway", scaleway, "scaleway_secret_key"],
  ["azure", { name: "a", azure_tenant_id: "t" }, "azure_subscription_id"],
  ["onPremise", {}, "name"],
])("credentials of %s with a wrong member are refused: %j", async (cloud, body, field) => {
  const refused = await send("POST", of(cloud), body);
  expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
});

it("credentials have names of their own in their cloud, whatever their case, and are found in it only", async () => {
  const { body: made } = await send("POST", of("aws"), aws);
  const second = await send("POST", of("aws"), { ...aws, name: "PROD" });
  expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining(made.id)]);
  expect((await send("POST", of("onPremise"), { name: "prod" })).status).toBe(201);
  for (const method of ["GET", "DELETE"]) expect((await send(method, `${of("gcp")}/${made.id}`)).status).toBe(404);
});

it("credentials of a cluster are listed with it, and are deleted only once no cluster uses them", async () => {
  const { body: made } = await send("POST", of("aws"), aws);
  const cluster = await send("POST", at("cluster"), {
    name: "shop",
    region: "eu-west-3",
    cloud_provider: "AWS",
    // An id in uppercase is the same one.
    cloud_provider_credentials: { credentials: { id: made.id.toUpperCase(), name: "prod" } },
  });
  const { id } = cluster.body;
  expect((await read(at("credentials"))).results).toEqual([
    { credential: made, clusters: [{ id, name: "shop", cloud_provider: "AWS" }] },
  ]);
  const refused = await send("DELETE", `${of("aws")}/${made.id}`);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`cluster "shop" (${id})`)]);
  expect((await send("DELETE", `${at("cluster")}/${id}`)).status).toBe(204);
  expect((await send("DELETE", `${of("aws")}/${made.id}`)).status).toBe(204);
});
