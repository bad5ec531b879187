/** Cloud credentials of an organization: with them, the platform creates clusters. */
import { z } from "zod";
import { membersBy, withRules } from "../../schema/rules.js";
import { secret } from "../../schema/secrets.js";
import { resourceName, text, uuid } from "../../schema/texts.js";
import { integer, omittable } from "../../schema/values.js";
import { nameKey } from "../name.js";
import type { ChildRecord, RecordKind } from "../record.js";
import { relatedId } from "../related-id.js";

/** As paths spell them. */
export type Cloud = "aws" | "gcp" | "scaleway" | "azure" | "onPremise";

/** The clouds of `cloud_provider`; the platform has no account at any other one. */
const cloudsOfProviders: Readonly<Record<string, Cloud>> = {
  AWS: "aws",
  GCP: "gcp",
  SCW: "scaleway",
  AZURE: "azure",
};

export function cloudOf(cloudProvider: string): Cloud {
  return cloudsOfProviders[cloudProvider] ?? "onPremise";
}

const shown = {
  access_key_id: omittable(text),
  role_arn: omittable(text),
  vsphere_user: omittable(text),
  scaleway_access_key: omittable(text),
  scaleway_project_id: omittable(text),
  scaleway_organization_id: omittable(text),
  azure_subscription_id: omittable(text),
  azure_tenant_id: omittable(text),
  azure_application_id: omittable(text),
  azure_application_object_id: omittable(text),
  project_id: omittable(text),
  service_account_email: omittable(text),
  workload_identity_provider_resource: omittable(text),
  token_lifetime_seconds: omittable(integer(1)),
};

const objectTypes = [
  "AWS",
  "AWS_ROLE",
  "EKS_ANYWHERE_VSPHERE",
  "GCP",
  "GCP_WORKLOAD_IDENTITY_FEDERATION",
  "SCW",
  "AZURE",
  "OTHER",
] as const;

export const cloudCredentialsResponse = z
  .object({
    id: uuid,
    name: text,
    object_type: z.enum(objectTypes),
    ...z.object(shown).partial().shape,
  })
  .meta({ id: "CloudCredentials" });
type Response = z.output<typeof cloudCredentialsResponse>;

export const credentialsInUse = z
  .object({
    credential: cloudCredentialsResponse,
    clusters: z.array(z.object({ id: uuid, name: text, cloud_provider: text })),
  })
  .meta({ id: "CloudCredentialsInUse" });
export type CredentialsInUse = z.output<typeof credentialsInUse>;

/** The body of a request, which is stored as it is. */
type CloudCredentialsConfig = { readonly name: string } & Readonly<Record<string, unknown>>;
type Credentials = ChildRecord<CloudCredentialsConfig>;

const workloadIdentity = { required: ["service_account_email", "workload_identity_provider_resource"] };

const accessKey = ["access_key_id", "secret_access_key"];
const vsphere = ["vsphere_user", "vsphere_password"];

/** Whether credentials are for EKS Anywhere on vSphere, which no other credentials become. */
export function isForVsphere({ vsphere_user: user }: CloudCredentialsConfig): boolean {
  return typeof user === "string";
}

/** The body of a request, by cloud. */
const requests = {
  aws: withRules(
    z.object({
      name: resourceName,
      type: z.enum(["AWS_STATIC", "AWS_ROLE", "EKS_ANYWHERE_VSPHERE_STATIC", "EKS_ANYWHERE_VSPHERE_ROLE"]),
      access_key_id: omittable(text),
      secret_access_key: omittable(secret(text)),
      role_arn: omittable(text),
      vsphere_user: omittable(text),
      vsphere_password: omittable(secret(text)),
    }),
    membersBy("type", {
      AWS_STATIC: { required: accessKey },
      AWS_ROLE: { required: ["role_arn"] },
      EKS_ANYWHERE_VSPHERE_STATIC: { required: [...vsphere, ...accessKey] },
      EKS_ANYWHERE_VSPHERE_ROLE: { required: [...vsphere, "role_arn"] },
    }),
  ).meta({ id: "AwsCredentialsRequest" }),
  gcp: withRules(
    z.object({
      name: resourceName,
      credential_type: omittable(z.enum(["SERVICE_ACCOUNT_KEY", "WORKLOAD_IDENTITY_FEDERATION", "WIF"])),
      gcp_credentials: omittable(secret(text)),
      service_account_email: omittable(text),
      workload_identity_provider_resource: omittable(text),
    }),
    membersBy("credential_type", {
      SERVICE_ACCOUNT_KEY: { required: ["gcp_credentials"] },
      WORKLOAD_IDENTITY_FEDERATION: workloadIdentity,
      WIF: workloadIdentity,
    }),
  ).meta({ id: "GcpCredentialsRequest" }),
  scaleway: z
    .object({
      name: resourceName,
      scaleway_access_key: text,
      scaleway_secret_key: secret(text),
      scaleway_project_id: text,
      scaleway_organization_id: text,
    })
    .meta({ id: "ScalewayCredentialsRequest" }),
  azure: z
    .object({ name: resourceName, azure_subscription_id: text, azure_tenant_id: text })
    .meta({ id: "AzureCredentialsRequest" }),
  onPremise: z.object({ name: resourceName }).meta({ id: "OnPremiseCredentialsRequest" }),
} satisfies Record<Cloud, z.ZodType<CloudCredentialsConfig>>;

const names: Readonly<Record<Cloud, string>> = {
  aws: "AWS",
  gcp: "GCP",
  scaleway: "Scaleway",
  azure: "Azure",
  onPremise: "on-premise",
};

function objectType(cloud: Cloud, config: CloudCredentialsConfig): Response["object_type"] {
  const { type, service_account_email: account } = config;
  if (isForVsphere(config)) return "EKS_ANYWHERE_VSPHERE";
  if (cloud === "aws") return type === "AWS_ROLE" ? "AWS_ROLE" : "AWS";
  if (cloud === "gcp") return typeof account === "string" ? "GCP_WORKLOAD_IDENTITY_FEDERATION" : "GCP";
  return cloud === "scaleway" ? "SCW" : cloud === "azure" ? "AZURE" : "OTHER";
}

/** What the platform finds out about an account: Azure's application, which it creates, and the project of Google's identity. */
function foundFor(cloud: Cloud, { id, config: { service_account_email: account } }: Credentials): Partial<Response> {
  if (cloud === "azure")
    return { azure_application_id: relatedId(id, "application"), azure_application_object_id: relatedId(id, "object") };
  if (typeof account !== "string") return {};
  const [, project = account] = /@(.+?)(?:\.iam\.gserviceaccount\.com)?$/.exec(account) ?? [];
  return { project_id: project, token_lifetime_seconds: 3600 };
}

/** Without secrets. */
function represent(cloud: Cloud, credentials: Credentials): Response {
  const { id, config } = credentials;
  const specified = Object.entries(config).filter(([member]) => member in shown);
  return {
    ...{ id, name: config.name, object_type: objectType(cloud, config) },
    ...Object.fromEntries(specified),
    ...foundFor(cloud, credentials),
  };
}

const tag = "cloudCredentials";

function credentialsOf(cloud: Cloud) {
  return {
    kind: `${cloud}Credentials`,
    noun: `set of ${names[cloud]} credentials`,
    description: "Credentials with which the platform creates clusters in a cloud.",
    tag,
    parents: ["organization"],
    path: `${cloud}/credentials`,
    parameter: "credentialsId",
    stored: requests[cloud] as z.ZodType<CloudCredentialsConfig>,
    response: cloudCredentialsResponse,
    referredToBy: "credentials",
    uniqueBy: ({ name }) => nameKey(name),
    checkEdit(edit, previous, report) {
      const [after, before] = [edit, previous].map(isForVsphere);
      if (after !== before) report(["type"], `can't change; these credentials are${before ? "" : "n't"} for vSphere`);
    },
    represent: (credentials) => represent(cloud, credentials),
  } satisfies RecordKind<CloudCredentialsConfig, Response>;
}

/** The credentials of each cloud are a kind of their own. */
export const credentialsIn = {
  aws: credentialsOf("aws"),
  gcp: credentialsOf("gcp"),
  scaleway: credentialsOf("scaleway"),
  azure: credentialsOf("azure"),
  onPremise: credentialsOf("onPremise"),
} satisfies Record<Cloud, unknown>;
export const cloudCredentials = Object.values(credentialsIn);
