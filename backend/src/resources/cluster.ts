import { z } from "zod";
import { clusterStates } from "../cluster-progress.js";
import { type Report, rule, unique, withRules } from "../schema/rules.js";
import { freeText, resourceName, text, timestamp, uuid } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import { deploymentStatuses } from "../states.js";
import { clusterSettings, shownClusterSettings } from "./beside-document.js";
import { checkFeatures, type Feature, type FeatureValue, feature, featureRequest } from "./cluster-features.js";
import { infrastructureOutputs } from "./cluster-outputs.js";
import { credentials, infrastructureChartsParameters, keda, metricsParameters } from "./cluster-parameters.js";
import { labelsGroupReferences } from "./groups.js";
import { labelsGroupResponse } from "./records/labels-group.js";
import { accessesOf, checkAccesses, type StoredAccess } from "./secret-manager-access.js";

const cloudProvider = z.enum([
  "AWS",
  "SCW",
  "GCP",
  "DO",
  "AZURE",
  "OVH",
  "CIVO",
  "HETZNER",
  "ORACLE",
  "IBM",
  "ON_PREMISE",
]);

const kubernetes = z.enum(["MANAGED", "SELF_MANAGED", "PARTIALLY_MANAGED"]);

/** The members that requests and responses have in the same form. */
const plain = {
  name: resourceName,
  region: text,
  cloud_provider: cloudProvider,
  description: optional(freeText),
  cloud_provider_credentials: optional(credentials),
  min_running_nodes: integer(0).default(1),
  max_running_nodes: integer(0).default(1),
  disk_size: integer(1).default(40),
  disk_iops: optional(integer(3000, 16_000)),
  disk_throughput: optional(integer(125, 1000)),
  instance_type: optional(text),
  kubernetes: kubernetes.default("MANAGED"),
  production: z.boolean().default(false),
  ssh_keys: z.array(text).default([]),
  metrics_parameters: optional(metricsParameters),
  infrastructure_charts_parameters: optional(infrastructureChartsParameters),
  keda: keda.default({ enabled: false }),
};

const nodeBounds = rule<{ min_running_nodes: number; max_running_nodes: number }>(
  ["min_running_nodes", "max_running_nodes"],
  (value, report) => {
    if (value.min_running_nodes > value.max_running_nodes) {
      report(["min_running_nodes"], "must be at most max_running_nodes");
    }
  },
);

export const clusterRequest = withRules(
  z.object({
    ...plain,
    ...clusterSettings,
    features: z.array(featureRequest).default([]),
    labels_groups: labelsGroupReferences.default([]),
  }),
  nodeBounds,
  unique("features", "id"),
).meta({ id: "ClusterRequest" });

export const clusterResponse = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    organization: z.object({ id: uuid }),
    ...plain,
    ...shownClusterSettings,
    features: z.array(feature),
    labels_groups: z.array(labelsGroupResponse),
    cpu: integer(),
    memory: integer(),
    estimated_cloud_provider_cost: integer(),
    status: z.enum(clusterStates),
    has_access: z.boolean(),
    version: text,
    is_default: z.boolean(),
    is_demo: z.boolean(),
    deployment_status: z.enum(deploymentStatuses),
    infrastructure_outputs: optional(infrastructureOutputs),
  })
  .meta({ id: "Cluster" });

/** The cloud provider and the region of a cluster cannot change, nor can the values of some features. */
export function checkClusterEdit(
  edit: Partial<ClusterRequest>,
  previous: ClusterConfig,
  features: readonly Feature[],
  report: Report,
): void {
  for (const member of ["cloud_provider", "region"] as const) {
    if (edit[member] !== undefined && edit[member] !== previous[member]) {
      report([member], `can't change; it is ${previous[member]}`);
    }
  }
  checkFeatures(
    edit.features ?? [],
    { values: previous.features, features, provider: previous.cloud_provider },
    report,
  );
  checkAccesses(edit.secret_manager_accesses, accessesOf(previous.secret_manager_accesses), report);
}

/** The credentials of a new cluster must be for its cloud; `mismatchOf` says why some aren't. */
export function checkNewCluster(
  specified: Partial<ClusterRequest>,
  features: readonly Feature[],
  mismatchOf: (id: string, provider: string, kubernetes?: ClusterConfig["kubernetes"]) => string | undefined,
  report: Report,
): void {
  const { cloud_provider: provider, cloud_provider_credentials: parameters } = specified;
  checkFeatures(specified.features ?? [], { values: [], features, provider, isNew: true }, report);
  checkAccesses(specified.secret_manager_accesses, undefined, report);
  if (provider === undefined) return;
  const member = "cloud_provider_credentials";
  const stated = parameters?.cloud_provider ?? provider;
  if (stated !== provider) report([member, "cloud_provider"], `must be ${provider}, as cloud_provider is`);
  const id = parameters?.credentials?.id;
  const mismatch = id && mismatchOf(id, provider, specified.kubernetes);
  if (mismatch) report([member, "credentials", "id"], mismatch);
}

export const clusterStatus = z
  .object({
    cluster_id: uuid,
    status: z.enum(clusterStates),
    is_deployed: z.boolean(),
    reason: z.enum(["UNSPECIFIED", "MAINTENANCE"]).meta({
      description: "No sentence: the dashboard shows why an operation has failed.",
    }),
    last_execution_id: text.nullable(),
    last_deployment_date: timestamp.nullable(),
    next_k8s_available_version: text.nullable(),
  })
  .meta({ id: "ClusterStatus" });
export type ClusterStatus = z.output<typeof clusterStatus>;

export const clusterRoute = z
  .object({ destination: text, target: text, description: freeText })
  .meta({ id: "ClusterRoute" });
export type ClusterRoute = z.output<typeof clusterRoute>;
export const routingTableRequest = z.object({ routes: z.array(clusterRoute) }).meta({ id: "RoutingTableRequest" });
export const routingTable = z.object({ results: z.array(clusterRoute) }).meta({ id: "RoutingTable" });

type ClusterRequest = z.output<typeof clusterRequest>;
export type ClusterConfig = Omit<ClusterRequest, "features" | "secret_manager_accesses"> & {
  features: FeatureValue[];
  secret_manager_accesses?: readonly StoredAccess[] | null | undefined;
};
export type ClusterResponse = z.output<typeof clusterResponse>;
