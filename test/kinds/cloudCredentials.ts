import { notEmpty } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { asProgram } from "./shared/programFormat.js";
import { testRecord } from "./testRecord.js";

const id = ids.credentials;
const aws = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "hunter2" };
const shown = { name: "main", access_key_id: "AKIDEXAMPLE" };
const request = { ...shown, type: "AWS_STATIC", secret_access_key: "hunter2" };
/** Members that only other clouds have. */
const elsewhere = {
  azure_application_id: "application",
  azure_application_object_id: "object",
  project_id: "acme",
  token_lifetime_seconds: 3600,
};
const response = { ...shown, ...elsewhere, id, object_type: "AWS" };
const azure = { subscriptionId: "subscription", tenantId: "tenant" };
const azureOnWire = { azure_subscription_id: "subscription", azure_tenant_id: "tenant" };
const scaleway = { accessKey: "SCW1", secretKey: "hunter2", projectId: "project", organizationId: "organization" };
const vsphere = { vsphere_user: "operator", vsphere_password: "hunter2" };
const variants = [
  {
    title: "a role of AWS",
    cloud: "aws",
    specified: { roleArn: "arn:aws:iam::1:role/platform" },
    sent: { type: "AWS_ROLE", role_arn: "arn:aws:iam::1:role/platform" },
  },
  {
    title: "an access key and vSphere",
    cloud: "aws",
    specified: { ...aws, vsphere: { user: "operator", password: "hunter2" } },
    sent: {
      ...vsphere,
      type: "EKS_ANYWHERE_VSPHERE_STATIC",
      access_key_id: "AKIDEXAMPLE",
      secret_access_key: "hunter2",
    },
  },
  {
    title: "a role and vSphere",
    cloud: "aws",
    specified: { roleArn: "arn:aws:iam::1:role/platform", vsphere: { user: "operator", password: "hunter2" } },
    sent: { ...vsphere, type: "EKS_ANYWHERE_VSPHERE_ROLE", role_arn: "arn:aws:iam::1:role/platform" },
  },
  {
    title: "a key of Google Cloud",
    cloud: "gcp",
    specified: { serviceAccountKey: "{}" },
    sent: { credential_type: "SERVICE_ACCOUNT_KEY", gcp_credentials: "{}" },
  },
  {
    title: "workload identity federation",
    cloud: "gcp",
    specified: { serviceAccountEmail: "a@acme.iam", workloadIdentityProviderResource: "projects/1" },
    sent: {
      credential_type: "WORKLOAD_IDENTITY_FEDERATION",
      service_account_email: "a@acme.iam",
      workload_identity_provider_resource: "projects/1",
    },
  },
  {
    title: "a key of Scaleway",
    cloud: "scaleway",
    specified: scaleway,
    sent: {
      scaleway_access_key: "SCW1",
      scaleway_secret_key: "hunter2",
      scaleway_project_id: "project",
      scaleway_organization_id: "organization",
    },
  },
  { title: "Azure", cloud: "azure", specified: azure, sent: azureOnWire },
  { title: "on-premise clusters", cloud: "onPremise", specified: {}, sent: {} },
].map(({ title, cloud, specified, sent }) => ({
  title,
  path: { cloud },
  program: { name: "main", [cloud]: specified },
  request: { name: "main", ...sent },
}));
const list = `/organization/${ids.organization}/aws/credentials`;

export const cloudCredentials = testRecord({
  fixture: {
    kind: "CloudCredentials",
    title: "an access key of AWS",
    path: { organizationId: ids.organization, cloud: "aws" },
    program: { name: "main", aws },
    request,
    response,
    outputs: {
      ...{ name: "main", organizationId: ids.organization, cloud: "aws", aws, objectType: "AWS" },
      ...asProgram(elsewhere),
    },
    isParentOmitted: true,
    variants,
  },
  arguments: {
    required: `organizationId aws.accessKeyId aws.secretAccessKey aws.vsphere.user aws.vsphere.password gcp.serviceAccountEmail
      gcp.workloadIdentityProviderResource scaleway.accessKey scaleway.secretKey scaleway.projectId
      scaleway.organizationId azure.subscriptionId azure.tenantId`,
    bounds: [
      ["name", ["", "a".repeat(129)], ["a", "a".repeat(128)]],
      ...notEmpty(`aws.accessKeyId aws.secretAccessKey aws.roleArn aws.vsphere.user aws.vsphere.password gcp.serviceAccountKey gcp.serviceAccountEmail
        gcp.workloadIdentityProviderResource scaleway.accessKey scaleway.secretKey scaleway.projectId
        scaleway.organizationId azure.subscriptionId azure.tenantId`),
    ],
    omittedElsewhere: {
      ...Object.fromEntries(["aws", "gcp", "scaleway", "azure", "onPremise"].map((name) => [name, ""])),
      "aws.roleArn": "aws",
      "gcp.serviceAccountKey": "gcp",
    },
    valid: ({ organizationId, name = "main", azure: specified = azure }) => ({
      ...{ organizationId, name, cloud: "azure", azure: specified },
    }),
  },
  secrets: [
    { path: "aws.vsphere.password", name: "vspherePassword", sample: "password of vSphere" },
    { path: "aws.secretAccessKey", name: "awsKey", sample: "key of AWS" },
    { path: "gcp.serviceAccountKey", name: "googleKey", sample: "key of Google Cloud" },
    { path: "scaleway.secretKey", name: "scalewayKey", sample: "key of Scaleway" },
  ],
  calls: { extended: { create: [`GET ${list}`, `POST ${list}`] } },
  lifecycle: {
    // The console needs the path of its calls.
    args: ({ organization }) => ({ organizationId: organization, cloud: "azure", name: "cloud", azure }),
    edited: { arg: "name", byHand: "by hand" },
    removed: { arg: "azure", wire: "azure_subscription_id" },
  },
  bodies: {
    first: () => ({ name: "first", ...azureOnWire }),
    other: () => ({ name: "other", ...azureOnWire }),
    text: ["azure_tenant_id"],
    number: ["name"],
    list: ["azure_subscription_id"],
  },
  everyField: ({ organization }, secret) => {
    const of = <Specified extends object>(cloud: string, specified: Specified) => ({
      ...{ organizationId: organization, name: `every-${cloud}` },
      ...specified,
    });
    return {
      awsCredentials: of("aws", { aws: { ...aws, secretAccessKey: secret("awsKey") } }),
      vsphereCredentials: of("vsphere", {
        aws: {
          roleArn: "arn:aws:iam::1:role/platform",
          vsphere: { user: "operator", password: secret("vspherePassword") },
        },
      }),
      gcpCredentials: of("gcp", { gcp: { serviceAccountKey: secret("googleKey") } }),
      scalewayCredentials: of("scaleway", { scaleway: { ...scaleway, secretKey: secret("scalewayKey") } }),
      azureCredentials: of("azure", { azure }),
      onPremiseCredentials: of("own", { onPremise: {} }),
    };
  },
  simulation: {
    args: ({ edition }) => ({ cloud: "azure", azure: { ...azure, tenantId: `edition ${edition}` } }),
    wire: ({ edition }) => ({ ...azureOnWire, azure_tenant_id: `edition ${edition}` }),
  },
});
