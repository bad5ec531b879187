import type { z } from "zod";
import { isAbsent, isObject } from "../../schema/json.js";
import { integer, object, type Rule } from "../../schema/schemas.js";
import { setting, unreturned } from "./common.js";

const secret = (description: string, sibling: string) =>
  unreturned(description)
    .optional()
    .meta({ secret: { if: sibling } });

const optionalSetting = (description: string) => setting(description).optional();

const common = {
  region: optionalSetting("Region of the cloud provider"),
  accessKeyId: optionalSetting("ID of the AWS access key"),
  secretAccessKey: secret("Secret of the AWS access key", "accessKeyId"),
  roleArn: optionalSetting("ARN of the AWS role to assume, instead of an access key"),
  scalewayAccessKey: optionalSetting("ID of the Scaleway API key"),
  scalewaySecretKey: secret("Secret of the Scaleway API key", "scalewayAccessKey"),
  scalewayProjectId: optionalSetting("Scaleway project"),
};

const others = {
  jsonCredentials: unreturned("Key of the Google Cloud service account, as JSON").optional(),
  gcpCredentialsType: optionalSetting("Type of the Google Cloud credentials"),
  projectId: optionalSetting("Google Cloud project"),
  serviceAccountEmail: optionalSetting("Google Cloud service account, for workload identity"),
  workloadIdentityProviderResource: optionalSetting("Workload identity provider, instead of a key"),
  tokenLifetimeSeconds: integer(1)
    .optional()
    .meta({ description: "Lifetime of the tokens, for workload identity.", unit: "seconds" }),
  azureTenantId: optionalSetting("Azure tenant"),
  azureSubscriptionId: optionalSetting("Azure subscription"),
};

const user = {
  username: optionalSetting("User name"),
  password: secret("Password or token of the user", "username"),
};

export const helmMembers = { ...common, ...user };
export const registryMembers = { ...common, ...others, ...user };

type Member = keyof typeof registryMembers;

/** A form of the credentials of a kind. */
interface Way {
  readonly required: readonly Member[];
  readonly optional?: readonly Member[];
}

const login: readonly Way[] = [{ required: [], optional: ["username", "password"] }];
const ecr: readonly Way[] = [
  { required: ["region", "accessKeyId", "secretAccessKey"] },
  { required: ["region", "roleArn"] },
];
const scaleway: readonly Way[] = [
  { required: ["region", "scalewayAccessKey", "scalewaySecretKey", "scalewayProjectId"] },
];
const nothing: readonly Way[] = [{ required: [] }];
const gcp: readonly Way[] = [
  { required: ["region", "jsonCredentials"] },
  {
    required: ["region", "serviceAccountEmail", "workloadIdentityProviderResource"],
    optional: ["gcpCredentialsType", "projectId", "tokenLifetimeSeconds"],
  },
];

/** The members of `config`, by the kind of the registry or Helm repository. */
const ways: Readonly<Record<string, readonly Way[]>> = {
  ECR: ecr,
  SCALEWAY_CR: scaleway,
  DOCKER_HUB: login,
  GITHUB_CR: login,
  GITHUB_ENTERPRISE_CR: login,
  GITLAB_CR: login,
  PUBLIC_ECR: nothing,
  GENERIC_CR: login,
  GCP_ARTIFACT_REGISTRY: gcp,
  AZURE_CR: [{ required: ["azureTenantId", "azureSubscriptionId"] }],
  HTTPS: login,
  OCI_ECR: ecr,
  OCI_SCALEWAY_CR: scaleway,
  OCI_DOCKER_HUB: login,
  OCI_PUBLIC_ECR: nothing,
  OCI_GENERIC_CR: login,
  OCI_GITHUB_CR: login,
  OCI_GITLAB_CR: login,
};

const membersOf = ({ required, optional = [] }: Way): readonly string[] => [...required, ...optional];

function described(kind: string): string {
  const texts = (ways[kind] ?? []).map(({ required, optional = [] }) =>
    [...required.map((name) => `\`${name}\``), ...optional.map((name) => `\`${name}\` (optional)`)].join(", "),
  );
  return `${kind}: ${texts[0] === "" ? "nothing" : texts.join(", or ")}`;
}

/** The credentials of these kinds, with the members of any of them. */
export const configOf = <Shape extends z.ZodRawShape>(typeName: string, kinds: readonly string[], members: Shape) =>
  object(
    typeName,
    `Credentials, and where they're valid, as the kind requires. ${kinds.map(described).join("; ")}. An update sends all of it: a password that you omit is removed.`,
    members,
  );

/** The form that the specified members belong to: one with a member that no other form has, otherwise the first. */
function wayFor(kind: string, specified: readonly string[]): Way {
  const all = ways[kind] ?? nothing;
  const isOwn = (way: Way) => (name: string) =>
    membersOf(way).includes(name) && all.every((other) => other === way || !membersOf(other).includes(name));
  return all.find((way) => specified.some(isOwn(way))) ?? (all[0] as Way);
}

export const configRule: Rule = {
  reads: ["kind", "config"],
  description: "`config` has the members of the `kind`, and no others.",
  check({ kind, config }) {
    if (typeof kind !== "string" || ways[kind] === undefined || !isObject(config)) return undefined;
    const specified = Object.keys(config).filter((name) => !isAbsent(config[name]));
    const way = wayFor(kind, specified);
    const other = specified.find((name) => !membersOf(way).includes(name));
    if (other !== undefined) {
      const allowed = membersOf(way);
      const has = allowed.length === 0 ? "no members" : allowed.join(", ");
      return { path: ["config", other], expected: `must be omitted: with kind ${kind}, config has ${has}` };
    }
    const missing = way.required.find((name) => !specified.includes(name));
    return missing === undefined
      ? undefined
      : { path: ["config", missing], expected: `is required, since kind is ${kind}` };
  },
};
