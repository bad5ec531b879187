import { z } from "zod";
import type { Comparison } from "../../definition/comparison.js";
import { defineResource } from "../../definition/defineResource.js";
import type { Call, Plan, PlanCall } from "../../definition/resourceDefinition.js";
import { EditNotPossibleError } from "../../errors/index.js";
import { settingsPart } from "../../lifecycle/advancedSettings.js";
import { plan } from "../../lifecycle/plan.js";
import { endpoint, extended } from "../../platform/endpoint.js";
import { type Rule, trimmedLength } from "../../schema/checks.js";
import { uuid } from "../../schema/formats.js";
import { freeText, integer, text } from "../../schema/texts.js";
import { advancedSettings } from "../shared/advancedSettings.js";
import { organization, organizationId, timestamps } from "../shared/common.js";
import { labelsGroups } from "../shared/groups.js";
import { features, infrastructureChartsParameters, metricsParameters } from "./settings.js";

const cloudProvider = z
  .enum(["AWS", "SCW", "GCP", "DO", "AZURE", "OVH", "CIVO", "HETZNER", "ORACLE", "IBM", "ON_PREMISE"])
  .meta({
    typeName: "CloudProvider",
    description: "Cloud provider of the cluster. The platform never changes it.",
  });

const cloudProviderCredentials = z
  .strictObject({
    cloudProvider: text.optional().meta({ description: "Cloud provider that the credentials are for." }),
    credentials: z
      .strictObject({
        id: text.meta({ description: "ID of the credentials." }),
        name: text.optional().meta({ description: "Name of the credentials." }),
      })
      .optional()
      .meta({ typeName: "CredentialsReference", description: "The credentials, by reference.", returned: "sometimes" }),
    region: text.optional().meta({ description: "Region that the credentials are for." }),
  })
  .optional()
  .meta({
    typeName: "CloudProviderCredentials",
    description:
      "Credentials of the cloud provider, by reference. If the platform doesn't return them, changes outside Pulumi aren't detected.",
    returned: "sometimes",
  });

const keda = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether KEDA is installed.", default: false, whenOmitted: { isSent: true } }),
  })
  .optional()
  .meta({ typeName: "Keda", description: "Event-driven autoscaling of the cluster's workloads." });

const infrastructureOutputs = z
  .strictObject({
    kind: z.string().optional().meta({ description: "AKS, EKS, GKE or SCW_KAPSULE." }),
    clusterName: z.string().optional().meta({ description: "Name of the cluster at the cloud provider." }),
    clusterOidcIssuer: z.string().optional().meta({ description: "Issuer of the cluster's OIDC tokens." }),
    clusterArn: z.string().optional().meta({ description: "ARN of the cluster, for EKS." }),
    vpcId: z.string().optional().meta({ description: "ID of the cluster's VPC, for EKS." }),
    clusterSelfLink: z.string().optional().meta({ description: "URL of the cluster, for GKE." }),
  })
  .optional()
  .meta({ typeName: "InfrastructureOutputs", description: "Facts from the cloud provider." });

const nodesRule: Rule = {
  reads: ["minRunningNodes", "maxRunningNodes"],
  says: "`minRunningNodes` is at most `maxRunningNodes`.",
  check: ({ minRunningNodes: min, maxRunningNodes: max }) =>
    typeof min === "number" && typeof max === "number" && min > max
      ? {
          path: ["minRunningNodes"],
          expected: `must be at most maxRunningNodes (${max})`,
          got: `${min}`,
        }
      : undefined,
};

/** An existing cluster: it is adopted and updated, never created or deleted. */
export const cluster = defineResource("Cluster", {
  description:
    "An existing cluster. The first `pulumi up` adopts and updates it; the provider never creates or deletes clusters. With the extended endpoints, the first update keeps the settings that you omit. With the documented endpoints, which can't read them, the preview lists the settings that return to their defaults, and fails unless `acceptDefaults` is true.",
  args: {
    organizationId,
    clusterId: uuid.meta({ description: "Cluster to adopt.", response: { path: "id" } }),
    name: freeText.check(trimmedLength(1, 128)).meta({
      description: "Name of the cluster. Case-insensitive; surrounding whitespace is removed.",
      compared: "ignoring case",
      identifies: true,
    }),
    region: text.meta({ description: "Region of the cluster. The platform never changes it." }),
    cloudProvider,
    description: freeText.optional().meta({ description: "Description of the cluster." }),
    cloudProviderCredentials,
    minRunningNodes: integer(0).optional().meta({ description: "Minimum number of nodes.", default: 1 }),
    maxRunningNodes: integer(0).optional().meta({ description: "Maximum number of nodes.", default: 1 }),
    diskSize: integer(1).optional().meta({ description: "Disk of a node.", unit: "GB", default: 40 }),
    diskIops: integer(3000, 16000)
      .optional()
      .meta({ description: "IOPS of a node's disk.", unit: "operations per second" }),
    diskThroughput: integer(125, 1000).optional().meta({ description: "Throughput of a node's disk.", unit: "MB/s" }),
    instanceType: text.optional().meta({ description: "Instance type of the nodes, from the cloud provider's list." }),
    kubernetes: z
      .enum(["MANAGED", "SELF_MANAGED", "PARTIALLY_MANAGED"])
      .optional()
      .meta({ typeName: "KubernetesMode", description: "Who manages Kubernetes.", default: "MANAGED" }),
    production: z.boolean().optional().meta({ description: "Whether it is a production cluster." }),
    sshKeys: z
      .array(text.meta({ description: "Public key." }))
      .optional()
      .meta({ description: "Public keys for SSH access to the nodes.", key: "key" }),
    features,
    metricsParameters,
    infrastructureChartsParameters,
    keda,
    labelsGroups,
    advancedSettings,
  },
  outputs: {
    ...timestamps,
    organization,
    cpu: z.int().optional().meta({ description: "CPU of the cluster.", unit: "millicores" }),
    memory: z.int().optional().meta({ description: "Memory of the cluster.", unit: "MB" }),
    estimatedCloudProviderCost: z.int().optional().meta({ description: "Estimated cost of the cloud provider." }),
    status: z.string().optional().meta({ description: "State of the cluster." }),
    hasAccess: z.boolean().optional().meta({ description: "Whether the platform can reach the cluster." }),
    version: z.string().optional().meta({ description: "Version of Kubernetes." }),
    isDefault: z.boolean().optional().meta({ description: "Whether it is the organization's default cluster." }),
    isDemo: z.boolean().optional().meta({ description: "Whether it is a demo cluster." }),
    deploymentStatus: z.string().optional().meta({ description: "NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE." }),
    infrastructureOutputs,
  },
  rules: [nodesRule],
  carriedOver: ["secret_manager_accesses"],
  identity: "place",
  parts: [settingsPart],
  api: {
    save: endpoint(20, "PUT /organization/{organizationId}/cluster/{clusterId}"),
    list: extended("GET /organization/{organizationId}/cluster"),
  },
  onDestroy: "changes nothing: the cluster stays as it is",
  verbs: { plan: planCluster, delete: leaveCluster },
  example: `new Cluster("main", {
  organizationId,
  clusterId,
  name: "main",
  region: "eu-west-3",
  cloudProvider: "AWS",
  maxRunningNodes: 5,
  acceptDefaults: true,
});`,
});

/** Arguments that the platform never changes. Replacing is not possible either, since the provider creates no clusters. */
const constant: readonly string[] = ["region", "cloudProvider"];

/** Rejects a new region or cloud provider. Otherwise, a cluster is updated like any other resource. */
export function planCluster(call: PlanCall, comparison: Comparison): Plan {
  const planned = plan(call, comparison);
  const refused = comparison.changes.filter(({ arg }) => constant.includes(arg));
  if (planned.replaces === undefined && refused.length > 0) {
    const texts = refused.map(({ text }) => text);
    throw new EditNotPossibleError(call.label, texts, "the platform never changes these arguments.", [
      "undo the change",
      "to manage another cluster instead, change `clusterId`",
    ]);
  }
  return planned;
}

/** The provider does not create clusters, and therefore does not delete them. */
export async function leaveCluster({ log, label }: Call, id: string): Promise<void> {
  log.warn(`${label} (id ${id}) stays on the platform unchanged: this provider never deletes a cluster.`);
}
