/** The credentials of a registry or a Helm repository: which members there are depends on its kind. */
import { z } from "zod";
import { inOneOf, membersOf, type Report, type Way } from "../schema/rules.js";
import { secret } from "../schema/secrets.js";
import { text } from "../schema/texts.js";
import { integer, omittable } from "../schema/values.js";

const shown = {
  region: omittable(text),
  access_key_id: omittable(text),
  role_arn: omittable(text),
  scaleway_access_key: omittable(text),
  scaleway_project_id: omittable(text),
  gcp_credentials_type: omittable(text),
  project_id: omittable(text),
  service_account_email: omittable(text),
  workload_identity_provider_resource: omittable(text),
  token_lifetime_seconds: omittable(integer(1)),
  azure_tenant_id: omittable(text),
  azure_subscription_id: omittable(text),
  username: omittable(text),
};

export const registryConfigRequest = z
  .object({
    ...shown,
    secret_access_key: omittable(secret(text)),
    scaleway_secret_key: omittable(secret(text)),
    json_credentials: omittable(secret(text)),
    password: omittable(secret(text)),
  })
  .meta({ id: "RegistryConfigRequest" });

export const registryConfigResponse = z.object(shown).partial().meta({ id: "RegistryConfig" });

export type RegistryConfig = z.output<typeof registryConfigRequest>;
type Member = keyof RegistryConfig;

/** Of what needs no credentials, and of the initial content. */
export const noCredentials = registryConfigRequest.parse({});

const login: readonly Way[] = [{ required: [], optional: ["username", "password"] }];
const ecr: readonly Way[] = [
  { required: ["region", "access_key_id", "secret_access_key"] },
  { required: ["region", "role_arn"] },
];
const scaleway: readonly Way[] = [
  { required: ["region", "scaleway_access_key", "scaleway_secret_key", "scaleway_project_id"] },
];
const nothing: readonly Way[] = [{ required: [] }];
const gcp: readonly Way[] = [
  { required: ["region", "json_credentials"] },
  {
    required: ["region", "service_account_email", "workload_identity_provider_resource"],
    optional: ["gcp_credentials_type", "project_id", "token_lifetime_seconds"],
  },
];

const ways: Readonly<Record<string, readonly Way[]>> = {
  ECR: ecr,
  SCALEWAY_CR: scaleway,
  DOCKER_HUB: login,
  GITHUB_CR: login,
  GITHUB_ENTERPRISE_CR: login,
  GITLAB_CR: login,
  GENERIC_CR: login,
  PUBLIC_ECR: nothing,
  GCP_ARTIFACT_REGISTRY: gcp,
  AZURE_CR: [{ required: ["azure_tenant_id", "azure_subscription_id"] }],
  HTTPS: login,
  OCI_ECR: ecr,
  OCI_SCALEWAY_CR: scaleway,
  OCI_DOCKER_HUB: login,
  OCI_PUBLIC_ECR: nothing,
  OCI_GENERIC_CR: login,
  OCI_GITHUB_CR: login,
  OCI_GITLAB_CR: login,
};

/** The members must be those of one way to log in: the one that a given member identifies, otherwise the first one of the kind. */
export function checkRegistryConfig(kind: string, config: RegistryConfig, report: Report): void {
  const all = ways[kind] ?? nothing;
  const specified = (Object.keys(config) as Member[]).filter((member) => config[member] !== undefined);
  const isOnlyIn = (way: Way) => (member: Member) =>
    membersOf(way).includes(member) && all.every((other) => other === way || !membersOf(other).includes(member));
  const way = all.find((each) => specified.some(isOnlyIn(each))) ?? (all[0] as Way);
  for (const member of specified) {
    if (!membersOf(way).includes(member)) report(["config", member], `isn't a member for the kind ${kind}`);
  }
  for (const member of way.required) {
    if (!(specified as string[]).includes(member)) report(["config", member], `is required for the kind ${kind}`);
  }
}

/** A registry or a repository with the configuration of its kind, in JSON Schema. */
export function configOfKind(kinds: readonly string[]): Record<string, unknown> {
  const members = Object.keys(registryConfigRequest.shape);
  return {
    anyOf: kinds.map((kind) => ({
      properties: { kind: { const: kind }, config: inOneOf(ways[kind] ?? nothing, members) },
    })),
  };
}

/** The configuration without what is secret. */
export function shownConfig({
  secret_access_key: _,
  scaleway_secret_key: _2,
  json_credentials: _3,
  password: _4,
  ...others
}: RegistryConfig): Partial<z.output<typeof registryConfigResponse>> {
  return others;
}
