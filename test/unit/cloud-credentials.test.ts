/** The requests of cloud credentials: one form for each cloud, whose name is in the path. */
import { describe, expect, it } from "vitest";
import { ids } from "../kinds/shared/ids.js";
import type { Values } from "../provider.js";
import { definitionOf, describeManaged, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();
const organization = `/organization/${ids.organization}`;
const place = { organizationId: ids.organization, name: "main" };
const cycle = () => lifecycle("CloudCredentials", platform.url, { endpoints: "extended" });

const arn = "arn:aws:iam::123456789012:role/platform";
const accessKey = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "hunter2" };
const sentAccessKey = { type: "AWS_STATIC", access_key_id: "AKIDEXAMPLE", secret_access_key: "hunter2" };
const sentKey = { credential_type: "SERVICE_ACCOUNT_KEY", gcp_credentials: "{}" };
const identity = { serviceAccountEmail: "a@acme.iam", workloadIdentityProviderResource: "projects/1" };
const sentIdentity = {
  credential_type: "WORKLOAD_IDENTITY_FEDERATION",
  service_account_email: "a@acme.iam",
  workload_identity_provider_resource: "projects/1",
};
const toldIdentity = { object_type: "GCP_WORKLOAD_IDENTITY_FEDERATION", token_lifetime_seconds: 3600 };
const scaleway = { accessKey: "SCW1", secretKey: "hunter2", projectId: "p", organizationId: "o" };
const sentScaleway = {
  ...{ scaleway_access_key: "SCW1", scaleway_secret_key: "hunter2" },
  ...{ scaleway_project_id: "p", scaleway_organization_id: "o" },
};
const azure = { subscriptionId: "s", tenantId: "t" };
const sentAzure = { azure_subscription_id: "s", azure_tenant_id: "t" };
const toldAzure = { object_type: "AZURE", azure_application_id: "a", azure_application_object_id: "b" };

const secrets = ["secret_access_key", "gcp_credentials", "scaleway_secret_key", "type", "credential_type"];
const forms: readonly [title: string, cloud: string, form: Values, body: Values, told: Values][] = [
  ["an access key of AWS", "aws", accessKey, sentAccessKey, { object_type: "AWS" }],
  ["a role of AWS", "aws", { roleArn: arn }, { type: "AWS_ROLE", role_arn: arn }, { object_type: "AWS_ROLE" }],
  ["a key of Google Cloud", "gcp", { serviceAccountKey: "{}" }, sentKey, { object_type: "GCP", project_id: "acme" }],
  ["workload identity federation", "gcp", identity, sentIdentity, toldIdentity],
  ["Scaleway", "scaleway", scaleway, sentScaleway, { object_type: "SCW" }],
  ["Azure", "azure", azure, sentAzure, toldAzure],
  ["clusters of your own", "onPremise", {}, {}, { object_type: "OTHER" }],
];

describe.each(forms)("credentials for %s", (_, cloud, form, body, told) => {
  const given = { [cloud]: form };
  const all = `${organization}/${cloud}/credentials`;
  const one = `${all}/${ids.credentials}`;
  const shown = Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)));
  const response = { id: ids.credentials, name: "main", ...shown, ...told };
  const args = { ...place, ...given, cloud };

  it("are accepted, created in the cloud's path, and read there", async () => {
    expect(await cycle().check({ ...place, ...given } as never)).toEqual([]);
    platform.on(`GET ${all}`, [200, { results: [] }]).on(`POST ${all}`, [201, response]);
    const { outputs } = await cycle().create(args as never);
    expect(platform.lines()).toEqual([`GET ${all}`, `POST ${all}`]);
    expect(platform.arrived[1]?.body).toEqual({ name: "main", ...body });
    expect(outputs).toMatchObject({ ...args, objectType: told.object_type });
    platform.reset();
    platform.on(`GET ${one}`, [200, response]);
    const { outputs: read } = await cycle().read(ids.credentials, outputs as never);
    expect(read).toEqual(outputs);
    expect(platform.lines()).toEqual([`GET ${one}`]);
  });

  it("are sent as a whole by an update, with what the platform never shows", async () => {
    const managed = describeManaged(definitionOf("CloudCredentials").body, args);
    platform.on(`GET ${one}`, [200, response]).on(`PUT ${one}`, [200, { ...response, name: "other" }]);
    const state = { ...args, __managed: managed } as never;
    const { outputs } = await cycle().update(ids.credentials, state, { ...args, name: "other" } as never);
    expect(platform.arrived.at(-1)?.body).toEqual({ name: "other", ...body });
    expect(outputs).toMatchObject({ ...args, name: "other" });
  });

  it("are deleted, unless a cluster of the organization uses them", async () => {
    const cluster = {
      ...{ id: ids.cluster, name: "main", region: "eu-west-3", organization: { id: ids.organization } },
      cloud_provider_credentials: { credentials: { id: ids.credentials, name: "main" } },
    };
    platform
      .on(`GET ${organization}/cluster`, [200, { results: [cluster] }], [200, { results: [] }])
      .on(`DELETE ${one}`, [204]);
    const message = expect.stringContaining(`Cluster "main" (id ${ids.cluster})`);
    expect(await failureOf(cycle().delete(ids.credentials, args as never))).toMatchObject({ code: "AP2016", message });
    await cycle().delete(ids.credentials, args as never);
    expect(platform.lines()).toContain(`DELETE ${one}`);
  });
});

describe("cloud credentials", () => {
  const aws = { aws: accessKey };

  it("for another cloud are another resource", async () => {
    const state = { ...place, ...aws, cloud: "aws" };
    const wanted = { ...place, azure, cloud: "azure" };
    expect(await cycle().diff(ids.credentials, state as never, wanted as never)).toMatchObject({ replaces: ["cloud"] });
  });

  it.each([
    ["none is given", {}, /must have exactly one of aws \| gcp \| scaleway \| azure \| onPremise; got none of them/],
    ["two are given", { ...aws, azure }, /exactly one of .*; got aws and azure/],
    ["a part is missing", { aws: { accessKeyId: "A" } }, /aws.secretAccessKey is required/],
    ["two forms are given", { aws: { ...accessKey, roleArn: arn } }, /aws must have exactly one of/],
    ["another cloud is named", { ...aws, cloud: "gcp" }, /cloud must be omitted, or aws/],
  ])("are refused where %s", async (_, given, message) => {
    expect(await cycle().check({ ...place, ...given } as never)).toContainEqual(expect.stringMatching(message));
  });

  it("that the platform rejects are named as the program spells them, and not shown", async () => {
    const all = `${organization}/aws/credentials`;
    const violations = [{ field: "access_key_id", message: "must begin with AKIA" }];
    platform.on(`GET ${all}`, [200, { results: [] }]).on(`POST ${all}`, [400, { detail: "hunter2", violations }]);
    const failure = await failureOf(cycle().create({ ...place, ...aws, cloud: "aws" } as never));
    expect(failure.message).toContain("aws.accessKeyId: must begin with AKIA");
    expect(failure.message).not.toContain("hunter2");
  });
});
