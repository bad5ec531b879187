/** The initial content of a platform. The ids never change, so examples can use them. */

import { readFileSync } from "node:fs";
import { z } from "zod";
import { CommandError } from "./command-error.js";
import { refuseSpecialFile } from "./regular-file.js";
import type { ClusterConfig } from "./resources/cluster.js";
import { type Feature, typeOfValue, valueOfSeed } from "./resources/cluster-features.js";
import type { Environment } from "./resources/environment.js";
import { firstProject } from "./resources/first-project.js";
import { platformRole } from "./resources/organization-role.js";
import { ownFeatures } from "./resources/own-features.js";
import { type ChildRecord, type RecordKind, recordKey } from "./resources/record.js";
import { annotationsGroup, annotationsGroupResponse } from "./resources/records/annotations-group.js";
import { containerRegistry } from "./resources/records/container-registry.js";
import { gitToken } from "./resources/records/git-token.js";
import { helmRepository } from "./resources/records/helm-repository.js";
import { labelsGroup, labelsGroupResponse } from "./resources/records/labels-group.js";
import { member } from "./resources/records/member.js";
import { project } from "./resources/records/project.js";
import { registry } from "./resources/registry.js";
import { noCredentials } from "./resources/registry-config.js";
import { freeText, resourceName, text, uuid } from "./schema/texts.js";
import { validate } from "./schema/validate.js";
import { optional } from "./schema/values.js";
import type { Store } from "./store/store.js";

export const seededIds = {
  organization: "5c0e2a1d-6b1f-4d2e-9a57-0c5d1f3b7e01",
  cluster: "c1a57e2d-3f4b-4c1a-8d26-7b9e0f4a6c02",
  project: firstProject.id,
  environment: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  otherEnvironment: "e1b2c3d4-e5f6-4071-9b2c-3d4e5f607104",
  gitToken: "917c0de5-2b6a-4e8f-a3d1-5f7b9c1e3d05",
  helmRepository: "4e1a5e90-3c7b-4f9a-b4e2-6a8c0d2f4e0e",
  annotationsGroup: "a77081a7-1c3e-4b5d-8f9a-6c8e0a2b4d06",
  labelsGroup: "1abe15a7-4d6f-4a8b-9c0d-7e9f1b3c5d07",
  role: platformRole("DEVELOPER").id,
  features: {
    staticIp: ownFeatures.staticIp.name,
    awsNetwork: ownFeatures.awsNetwork.name,
    gcpNetwork: ownFeatures.gcpNetwork.name,
    karpenter: ownFeatures.karpenter.name,
    natGateway: ownFeatures.natGateway.name,
    vpcSubnet: ownFeatures.vpcSubnet.name,
    gkeKmsKey: ownFeatures.gkeKmsKey.name,
  },
  registries: {
    ECR: "4e615714-5e70-4c92-8d1e-8f0a2c4e6b08",
    SCALEWAY_CR: "4e615714-6f81-4da3-9e2f-901b3d5f7c09",
    DOCKER_HUB: "4e615714-7092-4eb4-af30-a12c4e608d0a",
    PUBLIC_ECR: "4e615714-81a3-4fc5-8041-b23d5f719e0b",
    GENERIC_CR: "4e615714-92b4-40d6-9152-c34e6082af0c",
  },
} as const;

/** The member who owns the organization. */
const ownerId = "3e3be700-7f91-4dbe-a05c-6b8d0e2f4a14";

/** A record of the initial content that programs refer to. */
export interface ExampleId {
  readonly id: string;
  /** What people call it. */
  readonly label: string;
  /** What there is of it, where the label isn't enough. */
  readonly detail?: string;
  /** The argument that takes the ID, as far as it differs from the name. */
  readonly argument?: string;
}

/** The IDs that programs such as the examples get, by the names of their settings. Everything that needs such an ID has it from here. */
export const exampleIds: Readonly<Record<string, ExampleId>> = {
  organizationId: { label: "Organization", id: seededIds.organization },
  clusterId: { label: "Cluster", id: seededIds.cluster },
  projectId: { label: "Project", id: seededIds.project },
  environmentId: { label: "Environment", detail: "main", id: seededIds.environment },
  otherEnvironmentId: { label: "Environment", detail: "other", id: seededIds.otherEnvironment },
  registryId: { label: "Registry", detail: "Docker Hub", id: seededIds.registries.DOCKER_HUB },
  gitTokenId: { label: "Git token", id: seededIds.gitToken },
  helmRepositoryId: {
    ...{ label: "Helm charts", detail: "repository", id: seededIds.helmRepository },
    argument: "repositoryId",
  },
  annotationsGroupId: {
    ...{ label: "Annotations", detail: "group", id: seededIds.annotationsGroup },
    argument: "annotationsGroups[].id",
  },
  labelsGroupId: { label: "Labels", detail: "group", id: seededIds.labelsGroup, argument: "labelsGroups[].id" },
  roleId: { label: "Role", detail: "DEVELOPER", id: seededIds.role },
};

const made = firstProject.createdAt;

/** An environment of the first project that nobody has changed. */
export function plainEnvironment(
  specified: Pick<Environment, "id" | "name" | "autoPreview"> & Partial<Environment>,
): Environment {
  return {
    projectId: firstProject.id,
    clusterId: seededIds.cluster,
    mode: "DEVELOPMENT",
    createdAt: made,
    updatedAt: null,
    deletingSince: null,
    ...specified,
  };
}

const clusterConfig: ClusterConfig = {
  name: "main",
  region: "eu-west-3",
  cloud_provider: "AWS",
  description: null,
  cloud_provider_credentials: null,
  min_running_nodes: 1,
  max_running_nodes: 1,
  disk_size: 20,
  disk_iops: null,
  disk_throughput: null,
  instance_type: "t3a.medium",
  kubernetes: "MANAGED",
  production: false,
  ssh_keys: [],
  metrics_parameters: null,
  infrastructure_charts_parameters: null,
  keda: { enabled: false },
  features: [],
  labels_groups: [],
};

const staticIp: Feature = {
  id: ownFeatures.staticIp.id,
  title: "Static IP",
  description: "Outgoing traffic of the cluster has one fixed address.",
  cost_per_month_in_cents: 0,
  cost_per_month: 0,
  currency_code: "USD",
  is_cloud_provider_paying_feature: true,
  cloud_provider_feature_documentation: "https://docs.aws.amazon.com/vpc/latest/userguide/vpc-nat-gateway.html",
  is_platform_paying_feature: false,
  platform_feature_documentation: null,
  value_type: "BOOLEAN",
  value_object: { type: "BOOLEAN", value: false },
  is_value_updatable: true,
  accepted_values: [],
};

/** The other features of clusters. Networks and keys can be chosen only for a new cluster. */
const furtherFeatures: readonly Feature[] = (
  [
    ["awsNetwork", "Existing VPC", "The cluster is in a VPC of the organization.", false],
    ["gcpNetwork", "Existing VPC", "The cluster is in a VPC of the organization.", false],
    ["karpenter", "Karpenter", "Karpenter adds and removes nodes of the cluster.", true],
    ["natGateway", "NAT gateway", "Outgoing traffic of the cluster passes a NAT gateway.", true],
    ["vpcSubnet", "VPC subnet", "The addresses of the cluster's own VPC.", false],
    ["gkeKmsKey", "GKE KMS key", "The key that encrypts the cluster's secrets.", false],
  ] as const
).map(([name, title, description, is_value_updatable]) => ({
  ...staticIp,
  id: ownFeatures[name].id,
  title,
  description,
  cloud_provider_feature_documentation: null,
  value_object: null,
  is_value_updatable,
}));

const annotations = { name: "team", annotations: [{ key: "team", value: "platform" }], scopes: ["DEPLOYMENTS"] };
const labels = { name: "cost", labels: [{ key: "cost-center", value: "42", propagate_to_cloud_provider: true }] };

const registryUrls = {
  ECR: "https://123456789012.dkr.ecr.eu-west-3.amazonaws.com",
  SCALEWAY_CR: "https://rg.fr-par.scw.cloud/platform",
  DOCKER_HUB: "https://docker.io",
  PUBLIC_ECR: "https://public.ecr.aws",
  GENERIC_CR: "https://registry.example.com",
};

/** The content of a seed file; its entries are added, or replace those with the same id. */
const seedFile = z.strictObject({
  environments: z.array(z.strictObject({ id: uuid, name: text, auto_preview: z.boolean().default(true) })).default([]),
  registries: z.array(registry.strict()).default([]),
  git_tokens: z.array(z.strictObject({ id: uuid, name: resourceName })).default([]),
  annotations_groups: z
    .array(
      annotationsGroupResponse
        .extend({ annotations: z.array(annotationsGroupResponse.shape.annotations.element.strict()) })
        .strict(),
    )
    .default([]),
  labels_groups: z
    .array(labelsGroupResponse.extend({ labels: z.array(labelsGroupResponse.shape.labels.element.strict()) }).strict())
    .default([]),
  features: z
    .array(
      z.strictObject({
        id: uuid,
        title: text,
        value: optional(valueOfSeed),
        is_value_updatable: z.boolean().default(true),
        accepted_values: z.array(freeText).default([]),
      }),
    )
    .default([]),
});
export type SeedFile = z.output<typeof seedFile>;
/** What a seed file may contain. */
export type SeedInput = z.input<typeof seedFile>;

/** Checks the content of a seed file, and fills in its defaults. */
export function readSeed(specified: unknown): SeedFile {
  const validated = validate(seedFile, specified, { exists: () => true, registryKind: () => undefined });
  if (validated.violations === undefined) return validated.value;
  const [first] = validated.violations;
  throw new Error(`${first?.field || "its content"} ${first?.message}`);
}

export function readSeedFile(file: string): SeedFile {
  try {
    refuseSpecialFile(file);
    return readSeed(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new CommandError(`The seed file ${file} can't be used: ${(error as Error).message}.`);
  }
}

/** Puts a record of the organization. */
function put<C>(
  { records }: Store,
  kind: RecordKind<C, unknown, unknown>,
  id: string,
  config: C,
  times: Partial<Pick<ChildRecord, "createdAt" | "updatedAt">> = {},
): void {
  const parentId = seededIds.organization;
  records.put(recordKey(kind), id, { id, parentId, createdAt: made, updatedAt: null, ...times, config });
}

function plantDefaults(store: Store): void {
  const { records } = store;
  const { organization, cluster, environment, otherEnvironment, registries } = seededIds;
  records.put("organization", organization, { id: organization, name: "local" });
  records.put("cluster", cluster, {
    id: cluster,
    organizationId: organization,
    createdAt: made,
    updatedAt: null,
    config: clusterConfig,
  });
  put(store, project, seededIds.project, { name: firstProject.name, description: null });
  records.put("environment", environment, plainEnvironment({ id: environment, name: "main", autoPreview: true }));
  records.put(
    "environment",
    otherEnvironment,
    plainEnvironment({ id: otherEnvironment, name: "other", autoPreview: false }),
  );
  for (const kind of Object.keys(registryUrls) as (keyof typeof registryUrls)[]) {
    const name = kind.toLowerCase().replace("_", "-");
    put(store, containerRegistry, registries[kind], { ...plainRegistry, kind, name, url: registryUrls[kind] });
  }
  put(store, member, ownerId, { email: "owner@example.com", name: "owner", role_id: platformRole("OWNER").id });
  put(store, gitToken, seededIds.gitToken, { ...plainGitToken, name: "git" });
  put(store, annotationsGroup, seededIds.annotationsGroup, annotations);
  put(store, labelsGroup, seededIds.labelsGroup, labels);
  records.put("feature", staticIp.id, staticIp);
  for (const each of furtherFeatures) records.put("feature", each.id, each);
  put(store, helmRepository, seededIds.helmRepository, {
    ...{ name: "example charts", kind: "HTTPS", url: "https://charts.example.com", description: null },
    ...{ skip_tls_verification: false, config: noCredentials },
  });
}

/** Nobody logs in with those of the initial content. */
const plainRegistry = { config: noCredentials, description: null };
const plainGitToken = {
  type: "GITHUB",
  token: "seeded",
  description: null,
  workspace: null,
  git_api_url: null,
} as const;

function plantFile(store: Store, seed: SeedFile): void {
  const { records } = store;
  for (const { id, name, auto_preview } of seed.environments) {
    records.put("environment", id, plainEnvironment({ id, name, autoPreview: auto_preview }));
  }
  for (const { id, ...entry } of seed.registries) put(store, containerRegistry, id, { ...plainRegistry, ...entry });
  for (const { id, name } of seed.git_tokens) put(store, gitToken, id, { ...plainGitToken, name });
  for (const { id, created_at: createdAt, updated_at: updatedAt, ...entry } of seed.annotations_groups)
    put(store, annotationsGroup, id, entry, { createdAt, updatedAt });
  for (const { id, created_at: createdAt, updated_at: updatedAt, ...entry } of seed.labels_groups)
    put(store, labelsGroup, id, entry, { createdAt, updatedAt });
  for (const { value, ...specified } of seed.features) {
    const value_object = value === null ? null : { type: typeOfValue(value), value };
    records.put("feature", specified.id, { ...staticIp, ...specified, value_object });
  }
}

/** Writes the initial content; a seed file also changes existing data. */
export function plant(store: Store, seed: SeedFile | undefined): void {
  store.write(() => {
    if (store.records.get("organization", seededIds.organization) === undefined) plantDefaults(store);
    if (seed !== undefined) plantFile(store, seed);
  });
}
