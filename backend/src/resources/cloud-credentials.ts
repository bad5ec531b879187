/** Cloud credentials of an organization: with them, the platform creates clusters. */
import { z } from "zod";
import { type Rule, rule, withRules } from "../schema/rules.js";
import { secret } from "../schema/secrets.js";
import { resourceName, text, uuid } from "../schema/texts.js";
import { integer, omittable } from "../schema/values.js";
import type { OrganizationRecord, OrganizationRecordKind } from "./organization-record.js";
import { relatedId } from "./related-id.js";

/** As paths spell them. */
export const clouds = ["aws", "gcp", "scaleway", "azure", "onPremise"] as const;
export type Cloud = (typeof clouds)[number];

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

export const cloudCredentialsResponse = z
  .object({
    id: uuid,
    name: text,
    object_type: z.enum(["AWS", "AWS_ROLE", "GCP", "GCP_WORKLOAD_IDENTITY_FEDERATION", "SCW", "AZURE", "OTHER"]),
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

interface Body {
  readonly name: string;
}

/** Credentials as stored. */
export type CloudCredentials = OrganizationRecord & { readonly cloud: Cloud } & Readonly<Record<string, unknown>>;

/** A body must have all members of its way to log in, and no others. */
function membersBy<W extends string>(way: string, members: Readonly<Record<W, readonly string[]>>): Rule<object> {
  const all = Object.values<readonly string[]>(members).flat();
  return rule<Record<string, unknown>>([way], (given, report) => {
    const chosen = String(given[way]);
    for (const member of all) {
      const isDue = (members as Readonly<Record<string, readonly string[]>>)[chosen]?.includes(member) === true;
      const isGiven = given[member] !== undefined;
      if (isDue && !isGiven) report([member], `is required for the ${way} ${chosen}`);
      if (isGiven && !isDue) report([member], `isn't a member for the ${way} ${chosen}`);
    }
  });
}

/** The body of a request, by cloud. */
export const credentialsRequests = {
  aws: withRules(
    z.object({
      name: resourceName,
      type: z.enum(["AWS_STATIC", "AWS_ROLE"]),
      access_key_id: omittable(text),
      secret_access_key: omittable(secret(text)),
      role_arn: omittable(text),
    }),
    membersBy("type", { AWS_STATIC: ["access_key_id", "secret_access_key"], AWS_ROLE: ["role_arn"] }),
  ).meta({ id: "AwsCredentialsRequest" }),
  gcp: withRules(
    z.object({
      name: resourceName,
      credential_type: z.enum(["SERVICE_ACCOUNT_KEY", "WORKLOAD_IDENTITY_FEDERATION"]),
      gcp_credentials: omittable(secret(text)),
      service_account_email: omittable(text),
      workload_identity_provider_resource: omittable(text),
    }),
    membersBy("credential_type", {
      SERVICE_ACCOUNT_KEY: ["gcp_credentials"],
      WORKLOAD_IDENTITY_FEDERATION: ["service_account_email", "workload_identity_provider_resource"],
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
} satisfies Record<Cloud, z.ZodType<Body>>;

const names: Readonly<Record<Cloud, string>> = {
  aws: "AWS",
  gcp: "GCP",
  scaleway: "Scaleway",
  azure: "Azure",
  onPremise: "on-premise",
};

function objectType({ cloud, ...credentials }: CloudCredentials): Response["object_type"] {
  if (cloud === "aws") return credentials.type === "AWS_ROLE" ? "AWS_ROLE" : "AWS";
  if (cloud === "gcp")
    return credentials.credential_type === "SERVICE_ACCOUNT_KEY" ? "GCP" : "GCP_WORKLOAD_IDENTITY_FEDERATION";
  return cloud === "scaleway" ? "SCW" : cloud === "azure" ? "AZURE" : "OTHER";
}

/** Without secrets. The platform creates the application at Azure. */
export function representCredentials(credentials: CloudCredentials): Response {
  const { id, name, cloud } = credentials;
  const given = Object.entries(credentials).filter(([member]) => member in shown);
  const application =
    cloud === "azure"
      ? { azure_application_id: relatedId(id, "application"), azure_application_object_id: relatedId(id, "object") }
      : {};
  return { id, name, object_type: objectType(credentials), ...Object.fromEntries(given), ...application };
}

/** The credentials of each cloud are a kind of their own. */
export const cloudCredentialsKinds: readonly OrganizationRecordKind<Body, CloudCredentials, Response>[] = clouds.map(
  (cloud) => ({
    kind: "cloudCredentials",
    path: `${cloud}/credentials`,
    item: `${cloud}Credentials`,
    parameter: "credentialsId",
    noun: `set of ${names[cloud]} credentials`,
    description: "Credentials with which the platform creates clusters in a cloud.",
    table: "cloudCredentials",
    stored: credentialsRequests[cloud] as z.ZodType<Body>,
    response: cloudCredentialsResponse,
    referredToBy: "credentials",
    complete: (body) => ({ ...body, cloud }),
    isOf: (credentials) => credentials.cloud === cloud,
    represent: representCredentials,
  }),
);
