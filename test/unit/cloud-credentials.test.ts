/** The requests of cloud credentials: one form for each cloud, whose name is in the path. */
import { describe, expect, it } from "vitest";
import { ids } from "../kinds/shared/ids.js";
import type { Values } from "../provider.js";
import { definitionOf, describeManaged, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();
const organization = `/organization/${ids.organization}`;
const place = { organizationId: ids.organization, name: "main" };
const cycle = () => lifecycle("CloudCredentials", platform.url, { endpoints: "extended" });

interface Form {
  readonly title: string;
  readonly given: Values;
  readonly cloud: string;
  readonly body: Values;
  readonly told: Values;
}

const secrets = ["secret_access_key", "gcp_credentials", "scaleway_secret_key", "type", "credential_type"];
const forms: readonly Form[] = [
  {
    title: "an access key of AWS",
    given: { aws: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "hunter2" } },
    cloud: "aws",
    body: { type: "AWS_STATIC", access_key_id: "AKIDEXAMPLE", secret_access_key: "hunter2" },
    told: { object_type: "AWS" },
  },
  {
    title: "a role of AWS",
    given: { aws: { roleArn: "arn:aws:iam::123456789012:role/platform" } },
    cloud: "aws",
    body: { type: "AWS_ROLE", role_arn: "arn:aws:iam::123456789012:role/platform" },
    told: { object_type: "AWS_ROLE" },
  },
  {
    title: "a key of Google Cloud",
    given: { gcp: { serviceAccountKey: "{}" } },
    cloud: "gcp",
    body: { credential_type: "SERVICE_ACCOUNT_KEY", gcp_credentials: "{}" },
    told: { object_type: "GCP", project_id: "acme" },
  },
  {
    title: "workload identity federation",
    given: { gcp: { serviceAccountEmail: "a@acme.iam", workloadIdentityProviderResource: "projects/1" } },
    cloud: "gcp",
    body: {
      credential_type: "WORKLOAD_IDENTITY_FEDERATION",
      service_account_email: "a@acme.iam",
      workload_identity_provider_resource: "projects/1",
    },
    told: { object_type: "GCP_WORKLOAD_IDENTITY_FEDERATION", token_lifetime_seconds: 3600 },
  },
  {
    title: "Scaleway",
    given: { scaleway: { accessKey: "SCW1", secretKey: "hunter2", projectId: "p", organizationId: "o" } },
    cloud: "scaleway",
    body: {
      scaleway_access_key: "SCW1",
      scaleway_secret_key: "hunter2",
      scaleway_project_id: "p",
      scaleway_organization_id: "o",
    },
    told: { object_type: "SCW" },
  },
  {
    title: "Azure",
    given: { azure: { subscriptionId: "s", tenantId: "t" } },
    cloud: "azure",
    body: { azure_subscription_id: "s", azure_tenant_id: "t" },
    told: { object_type: "AZURE", azure_application_id: "a", azure_application_object_id: "b" },
  },
  {
    title: "clusters of your own",
    given: { onPremise: {} },
    cloud: "onPremise",
    body: {},
    told: { object_type: "OTHER" },
  },
];

describe.each(forms)("credentials for $title", ({ given, cloud, body, told }) => {
  const all = `${organization}/${cloud}/credentials`;
  const one = `${all}/${ids.credentials}`;
  const shown = Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)));
  const response = { id: ids.credentials, name: "main", ...shown, ...told };
  const args = { ...place, ...given, cloud };

  it("are checked, and the check names the cloud", async () => {
    const { platform: own, ...door } = cycle();
    expect(await door.check({ ...place, ...given } as never)).toEqual([]);
    expect(own.endpoints).toBe("extended");
  });

  it("are created in the cloud's path, and read there", async () => {
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
    const failure = await failureOf(cycle().delete(ids.credentials, args as never));
    expect(failure).toMatchObject({
      code: "AP2016",
      message: expect.stringContaining(`Cluster "main" (id ${ids.cluster})`),
    });
    await cycle().delete(ids.credentials, args as never);
    expect(platform.lines()).toContain(`DELETE ${one}`);
  });
});

describe("cloud credentials", () => {
  const [aws, , , , , azure] = forms as [Form, Form, Form, Form, Form, Form];

  it("for another cloud are another resource", async () => {
    const state = { ...place, ...aws.given, cloud: "aws" };
    const wanted = { ...place, ...azure.given, cloud: "azure" };
    expect(await cycle().diff(ids.credentials, state as never, wanted as never)).toMatchObject({ replaces: ["cloud"] });
  });

  it.each([
    ["none is given", {}, /must have exactly one of aws \| gcp \| scaleway \| azure \| onPremise; got none of them/],
    ["two are given", { ...aws.given, ...azure.given }, /exactly one of .*; got aws and azure/],
    ["a part is missing", { aws: { accessKeyId: "A" } }, /aws.secretAccessKey is required/],
    [
      "two forms are given",
      { aws: { accessKeyId: "A", secretAccessKey: "b", roleArn: "c" } },
      /aws must have exactly one of/,
    ],
    ["another cloud is named", { ...aws.given, cloud: "gcp" }, /cloud must be omitted, or aws/],
  ])("are refused where %s", async (_, given, message) => {
    expect(await cycle().check({ ...place, ...given } as never)).toContainEqual(expect.stringMatching(message));
  });

  it("that the platform rejects are named as the program spells them", async () => {
    const all = `${organization}/aws/credentials`;
    const violations = [{ field: "access_key_id", message: "must begin with AKIA" }];
    platform.on(`GET ${all}`, [200, { results: [] }]).on(`POST ${all}`, [400, { detail: "not valid", violations }]);
    const failure = await failureOf(cycle().create({ ...place, ...aws.given, cloud: "aws" } as never));
    expect(failure.message).toContain("aws.accessKeyId: must begin with AKIA");
  });

  it("are not shown in messages", async () => {
    const all = `${organization}/aws/credentials`;
    platform.on(`GET ${all}`, [200, { results: [] }]).on(`POST ${all}`, [400, { detail: "hunter2 is too short" }]);
    const failure = await failureOf(cycle().create({ ...place, ...aws.given, cloud: "aws" } as never));
    expect(failure.message).not.toContain("hunter2");
  });
});
