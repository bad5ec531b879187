import { type Report, type Rule, rule } from "../schema/rules.js";
import {
  array,
  boolean,
  fallback,
  freeText,
  idOf,
  integer,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
  uuid,
  type Value,
} from "../schema/schema.js";
import { deploymentStates, deploymentStatuses } from "../states.js";
import { infrastructureChartsParameters, metricsParameters } from "./cluster-parameters.js";
import { labelsGroup, labelsGroupReferences } from "./groups.js";
import { resourceName } from "./name.js";

const cloudProvider = oneOf([
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

const credentials = named(
  "CloudProviderCredentials",
  object({
    cloud_provider: required(text()),
    credentials: required(object({ id: required(uuid()), name: required(text()) })),
    region: required(text()),
  }),
);

const keda = object({ enabled: required(boolean()) });
const kubernetes = oneOf(["MANAGED", "SELF_MANAGED", "PARTIALLY_MANAGED"]);

/** The members that an edit sets and an answer shows in the same form. */
const plain = {
  name: required(resourceName()),
  region: required(text()),
  cloud_provider: required(cloudProvider),
  description: optional(freeText()),
  cloud_provider_credentials: optional(credentials),
  min_running_nodes: fallback(integer(1), 1),
  max_running_nodes: fallback(integer(1), 1),
  disk_size: fallback(integer(1), 40),
  disk_iops: optional(integer(3000, 16_000)),
  disk_throughput: optional(integer(125, 1000)),
  instance_type: optional(text()),
  kubernetes: fallback(kubernetes, "MANAGED"),
  production: fallback(boolean(), false),
  ssh_keys: fallback(array(text()), []),
  metrics_parameters: optional(metricsParameters),
  infrastructure_charts_parameters: optional(infrastructureChartsParameters),
  keda: fallback(keda, { enabled: false }),
};

const nodeBounds: Rule = rule<{ min_running_nodes: number; max_running_nodes: number }>(
  ["min_running_nodes", "max_running_nodes"],
  (value, report) => {
    if (value.min_running_nodes > value.max_running_nodes) {
      report("min_running_nodes", "must be at most max_running_nodes");
    }
  },
);

export const clusterRequest = named(
  "Cluster",
  object(
    {
      ...plain,
      features: fallback(array(object({ id: required(idOf("feature")), value: required(freeText()) })), []),
      labels_groups: fallback(labelsGroupReferences, []),
    },
    nodeBounds,
  ),
);

const feature = named(
  "ClusterFeature",
  object({
    id: required(uuid()),
    title: required(text()),
    description: required(text()),
    cost_per_month_in_cents: required(integer()),
    cost_per_month: required(integer()),
    currency_code: required(text()),
    is_cloud_provider_paying_feature: required(boolean()),
    cloud_provider_feature_documentation: optional(text()),
    is_platform_paying_feature: required(boolean()),
    platform_feature_documentation: optional(text()),
    value_type: required(text()),
    value_object: optional(object({ type: required(text()), value: required(freeText()) })),
    is_value_updatable: required(boolean()),
    accepted_values: required(array(text())),
  }),
);
export type Feature = Value<typeof feature>;

export const clusterResponse = named(
  "Cluster",
  object({
    id: required(uuid()),
    created_at: required(text({ format: "timestamp" })),
    updated_at: optional(text({ format: "timestamp" })),
    organization: required(object({ id: required(uuid()) })),
    ...plain,
    features: required(array(feature)),
    labels_groups: required(array(labelsGroup)),
    cpu: required(integer()),
    memory: required(integer()),
    estimated_cloud_provider_cost: required(integer()),
    status: required(oneOf(clusterStates)),
    has_access: required(boolean()),
    version: required(text()),
    is_default: required(boolean()),
    is_demo: required(boolean()),
    deployment_status: required(oneOf(deploymentStatuses)),
    infrastructure_outputs: optional(
      object({
        kind: required(oneOf(["AKS", "EKS", "GKE", "SCW_KAPSULE"])),
        cluster_name: required(text()),
        cluster_oidc_issuer: required(text()),
      }),
    ),
  }),
);

/** A cluster stays where it was made. */
export function checkClusterEdit(edit: Partial<ClusterConfig>, previous: ClusterConfig, report: Report): void {
  for (const member of ["cloud_provider", "region"] as const) {
    if (edit[member] !== undefined && edit[member] !== previous[member]) {
      report(member, `cannot change; it is ${previous[member]}`);
    }
  }
}

export type ClusterConfig = Value<typeof clusterRequest>;
export type ClusterAnswer = Value<typeof clusterResponse>;
