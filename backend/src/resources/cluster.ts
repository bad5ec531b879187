import { z } from "zod";
import { type Report, rule, withRules } from "../schema/rules.js";
import { freeText, idOf, resourceName, text, timestamp, uuid } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import { deploymentStates, deploymentStatuses } from "../states.js";
import { infrastructureChartsParameters, metricsParameters } from "./cluster-parameters.js";
import { labelsGroup, labelsGroupReferences } from "./groups.js";

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

const clusterStates = [
  ...deploymentStates.filter((state) => !["EXECUTING", "RECAP"].includes(state) && !state.startsWith("WAITING_")),
  "DRY_RUN",
  "INVALID_CREDENTIALS",
] as const;

const credentials = z
  .object({
    cloud_provider: text,
    credentials: z.object({ id: uuid, name: text }),
    region: text,
  })
  .meta({ id: "CloudProviderCredentials" });

const keda = z.object({ enabled: z.boolean() });
const kubernetes = z.enum(["MANAGED", "SELF_MANAGED", "PARTIALLY_MANAGED"]);

/** The members that requests and responses have in the same form. */
const plain = {
  name: resourceName,
  region: text,
  cloud_provider: cloudProvider,
  description: optional(freeText),
  cloud_provider_credentials: optional(credentials),
  min_running_nodes: integer(1).default(1),
  max_running_nodes: integer(1).default(1),
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
    features: z.array(z.object({ id: idOf("feature"), value: freeText })).default([]),
    labels_groups: labelsGroupReferences.default([]),
  }),
  nodeBounds,
).meta({ id: "ClusterRequest" });

const feature = z
  .object({
    id: uuid,
    title: text,
    description: text,
    cost_per_month_in_cents: integer(),
    cost_per_month: integer(),
    currency_code: text,
    is_cloud_provider_paying_feature: z.boolean(),
    cloud_provider_feature_documentation: optional(text),
    is_platform_paying_feature: z.boolean(),
    platform_feature_documentation: optional(text),
    value_type: text,
    value_object: optional(z.object({ type: text, value: freeText })),
    is_value_updatable: z.boolean(),
    accepted_values: z.array(text),
  })
  .meta({ id: "ClusterFeature" });
export type Feature = z.output<typeof feature>;

export const clusterResponse = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    organization: z.object({ id: uuid }),
    ...plain,
    features: z.array(feature),
    labels_groups: z.array(labelsGroup),
    cpu: integer(),
    memory: integer(),
    estimated_cloud_provider_cost: integer(),
    status: z.enum(clusterStates),
    has_access: z.boolean(),
    version: text,
    is_default: z.boolean(),
    is_demo: z.boolean(),
    deployment_status: z.enum(deploymentStatuses),
    infrastructure_outputs: optional(
      z.object({
        kind: z.enum(["AKS", "EKS", "GKE", "SCW_KAPSULE"]),
        cluster_name: text,
        cluster_oidc_issuer: text,
      }),
    ),
  })
  .meta({ id: "Cluster" });

/** The cloud provider and the region of a cluster cannot change. */
export function checkClusterEdit(edit: Partial<ClusterConfig>, previous: ClusterConfig, report: Report): void {
  for (const member of ["cloud_provider", "region"] as const) {
    if (edit[member] !== undefined && edit[member] !== previous[member]) {
      report([member], `cannot change; it is ${previous[member]}`);
    }
  }
}

export type ClusterConfig = z.output<typeof clusterRequest>;
export type ClusterResponse = z.output<typeof clusterResponse>;
