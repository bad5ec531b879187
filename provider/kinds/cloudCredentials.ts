import { defineResource } from "../definition/defineKind.js";
import type { Plan, PlanCall } from "../definition/kind.js";
import { recordCalls } from "../platform/endpoint.js";
import { plan } from "../resource/plan.js";
import type { Codec } from "../schema/facts.js";
import { wireName } from "../schema/field.js";
import { at, isAbsent, isObject, show, type Values } from "../schema/json.js";
import {
  choice,
  freeText,
  object,
  oneOf,
  type Rule,
  responseNumber,
  responseText,
  trimmedLength,
} from "../schema/schemas.js";
import type { Comparison } from "../values/compare.js";
import { replacedBy, resourceName, setting, specifiedOrganizationId, unreturned } from "./shared/common.js";

const clouds = ["aws", "gcp", "scaleway", "azure", "onPremise"] as const;

const secret = (description: string) => unreturned(description, " Every update sends it.");

/** Requests name the alternative in use: by the member that only it has, as on the wire. */
const naming = (member: string, alternatives: Readonly<Record<string, string>>): Codec => ({
  encode(usual) {
    const used = Object.keys(alternatives).find((name) => isObject(usual) && !isAbsent(usual[name]));
    return used === undefined ? usual : { [member]: alternatives[used], ...(usual as Values) };
  },
});

/** Credentials for EKS Anywhere have other types, and the login among the other members. */
const awsOnWire: Codec = {
  encode(usual) {
    const { vsphere, ...members } = usual as Values;
    const form = isAbsent(members.role_arn) ? "STATIC" : "ROLE";
    if (!isObject(vsphere)) return { type: `AWS_${form}`, ...members };
    const login = { vsphere_user: vsphere.user, vsphere_password: vsphere.password };
    return { type: `EKS_ANYWHERE_VSPHERE_${form}`, ...members, ...login } as Values;
  },
  decode(response) {
    const { vsphere_user: user, ...members } = response as Values;
    return isAbsent(user) ? members : { ...members, vsphere: { user } };
  },
};

const vsphere = object("VsphereLogin", "The login of vSphere, for clusters of EKS Anywhere.", {
  user: setting("Name of the user"),
  password: secret("Password of the user"),
});

const aws = oneOf(
  { vsphere: vsphere.optional() },
  { accessKeyId: setting("ID of the access key"), secretAccessKey: secret("Secret of the access key") },
  { roleArn: setting("ARN of the role that the platform assumes") },
).meta({
  typeName: "AwsCredentials",
  description: "Credentials for AWS: an access key or a role.",
  codec: awsOnWire,
});

const gcp = oneOf(
  {},
  {
    serviceAccountKey: secret("Key of the service account, as JSON").meta({ wire: "gcp_credentials" }),
  },
  {
    serviceAccountEmail: setting("Service account that the platform acts as"),
    workloadIdentityProviderResource: setting("Workload identity provider that the platform's tokens are for"),
  },
).meta({
  typeName: "GcpCredentials",
  description: "Credentials for Google Cloud: the key of a service account, or workload identity federation.",
  codec: naming("credential_type", {
    gcp_credentials: "SERVICE_ACCOUNT_KEY",
    service_account_email: "WORKLOAD_IDENTITY_FEDERATION",
  }),
});

const scaleway = object("ScalewayCredentials", "Credentials for Scaleway.", {
  accessKey: setting("ID of the API key").meta({ wire: "scaleway_access_key" }),
  secretKey: secret("Secret of the API key").meta({ wire: "scaleway_secret_key" }),
  projectId: setting("Project of the clusters").meta({ wire: "scaleway_project_id" }),
  organizationId: setting("Organization of the project").meta({ wire: "scaleway_organization_id" }),
});

const azure = object("AzureCredentials", "Credentials for Azure.", {
  subscriptionId: setting("Subscription of the clusters").meta({ wire: "azure_subscription_id" }),
  tenantId: setting("Tenant of the subscription").meta({ wire: "azure_tenant_id" }),
});

const onPremise = object("OnPremiseCredentials", "Clusters that you run yourself: `{}`.", {});

/** On the wire, the members of the cloud are those of the credentials. */
const membersOfCloud: Codec = {
  encode(usual) {
    const isCloud = (name: string) => clouds.some((cloud) => wireName(cloud, {}) === name);
    const members = Object.entries(usual as Values).flatMap(([name, value]) =>
      isCloud(name) && isObject(value) ? Object.entries(value) : [[name, value] as const],
    );
    return Object.fromEntries(members);
  },
  decode(response, { known }) {
    const cloud = clouds.find((name) => name === at(known, "cloud"));
    return cloud === undefined ? response : { ...(response as Values), [wireName(cloud, {})]: response };
  },
};

const oneCloud: Rule = {
  reads: ["cloud", ...clouds],
  description: `Exactly one of ${clouds.map((name) => `\`${name}\``).join(", ")} is set.`,
  check({ cloud, ...objects }) {
    const specified = clouds.filter((name) => !isAbsent(objects[name]));
    const expected = `must have exactly one of ${clouds.join(" | ")}`;
    if (specified.length !== 1)
      return { path: [], expected, got: specified.length === 0 ? "none of them" : specified.join(" and ") };
    return isAbsent(cloud) || cloud === specified[0]
      ? undefined
      : { path: ["cloud"], expected: `must be omitted, or ${specified[0]}: that one is set`, got: show(cloud, false) };
  },
};

/** The platform doesn't make credentials for EKS Anywhere of others, or the other way round. */
function planCredentials(call: PlanCall, comparison: Comparison): Plan {
  const [after, before] = [comparison.args, comparison.state].map((values) => isAbsent(at(values, "aws.vsphere")));
  if (after === before) return plan(call, comparison);
  return plan({ ...call, definition: replacedBy(["aws"], call.definition) }, comparison);
}

export const cloudCredentials = defineResource("CloudCredentials", {
  description:
    "Credentials with which the platform creates clusters at a cloud provider. Credentials for another cloud are another resource. You can't delete credentials that a cluster uses.",
  args: {
    organizationId: specifiedOrganizationId,
    cloud: choice("Cloud", clouds)
      .optional()
      .meta({
        description: "Cloud that the credentials are for. Set it only to find existing credentials.",
        whenOmitted: { description: "the one of `aws`, `gcp`, `scaleway`, `azure` and `onPremise` that you set" },
      }),
    name: freeText.check(trimmedLength(1, 128)).optional().meta({
      description: "Name; unique among the credentials for the same cloud. Surrounding whitespace is removed.",
      identifies: true,
      whenOmitted: resourceName,
    }),
    aws: aws.optional(),
    gcp: gcp.optional(),
    scaleway: scaleway.optional(),
    azure: azure.optional(),
    onPremise: onPremise.optional(),
  },
  outputs: {
    objectType: responseText.meta({ description: "Kind of the credentials, for example AWS_ROLE." }),
    azureApplicationId: responseText.meta({ description: "ID of the platform's application in your Azure tenant." }),
    azureApplicationObjectId: responseText.meta({ description: "Object ID of that application." }),
    projectId: responseText.meta({ description: "Google Cloud project of the service account." }),
    tokenLifetimeSeconds: responseNumber.meta({
      description: "Lifetime of the tokens, for workload identity federation.",
      unit: "seconds",
    }),
  },
  rules: [oneCloud],
  implied: (args) => {
    const cloud = clouds.find((name) => args[name] !== undefined);
    return cloud === undefined ? {} : { cloud };
  },
  codec: membersOfCloud,
  verbs: { plan: planCredentials },
  api: recordCalls("/organization/{organizationId}/{cloud}/credentials"),
  example: `const aws = new CloudCredentials("aws", {
  organizationId,
  aws: { accessKeyId: config.require("accessKeyId"), secretAccessKey: config.requireSecret("secretAccessKey") },
});
export const credentialsId = aws.id;`,
});
