// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpDocument, lookUpDocumentOutput, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getClusters}. */
export interface GetClustersArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getCluster}: either a name or an ID. */
export interface GetClusterArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getCluster}. */
export interface GetClusterResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Cluster to adopt. */
  clusterId?: string | undefined;
  /** Name of the cluster. */
  name: string;
  /** Region of the cluster. */
  region: string;
  /** Cloud provider of the cluster. */
  cloudProvider: enums.CloudProvider;
  /** Description of the cluster. */
  description?: string | undefined;
  /** Credentials of the cloud provider, by reference. */
  cloudProviderCredentials?: output.CloudProviderCredentials | undefined;
  /** Minimum number of nodes. */
  minRunningNodes: number;
  /** Maximum number of nodes. */
  maxRunningNodes: number;
  /**
   * Disk of a node.
   *
   * Unit: GB.
   */
  diskSize: number;
  /**
   * IOPS of a node's disk.
   *
   * Unit: operations per second.
   */
  diskIops?: number | undefined;
  /**
   * Throughput of a node's disk.
   *
   * Unit: MB/s.
   */
  diskThroughput?: number | undefined;
  /** Instance type of the nodes, from the cloud provider's list. */
  instanceType?: string | undefined;
  /** Who manages Kubernetes. */
  kubernetes: enums.KubernetesMode;
  /** Whether it is a production cluster. */
  production?: boolean | undefined;
  /** Public keys for SSH access to the nodes. */
  sshKeys?: string[] | undefined;
  /** Features of the cluster. */
  features?: output.ClusterFeature[] | undefined;
  /** Metrics of the cluster. */
  metricsParameters?: output.MetricsParameters | undefined;
  /** Settings of the components that the platform installs into the cluster. */
  infrastructureChartsParameters?: output.InfrastructureChartsParameters | undefined;
  /** Event-driven autoscaling of the cluster's workloads. */
  keda?: output.Keda | undefined;
  /** Labels groups, by ID. */
  labelsGroups?: output.LabelsGroupReference[] | undefined;
  /** Secret managers that external secrets of variables are read from. */
  secretManagerAccesses?: output.SecretManagerAccess[] | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Organization of the resource. */
  organization?: output.OrganizationReference | undefined;
  /**
   * CPU of the cluster.
   *
   * Unit: millicores.
   */
  cpu?: number | undefined;
  /**
   * Memory of the cluster.
   *
   * Unit: MB.
   */
  memory?: number | undefined;
  /** Estimated cost of the cloud provider. */
  estimatedCloudProviderCost?: number | undefined;
  /** State of the cluster. */
  status?: string | undefined;
  /** Whether the platform can reach the cluster. */
  hasAccess?: boolean | undefined;
  /** Version of Kubernetes. */
  version?: string | undefined;
  /** Whether it is the organization's default cluster. */
  isDefault?: boolean | undefined;
  /** Whether it is a demo cluster. */
  isDemo?: boolean | undefined;
  /** NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE. */
  deploymentStatus?: string | undefined;
  /** Details from the cloud provider. */
  infrastructureOutputs?: output.InfrastructureOutputs | undefined;
  /** IDs of the `secretManagerAccesses` by name, for external secrets of variables (full API only). */
  secretManagerAccessIds?: { [key: string]: string } | undefined;
}

/**
 * Gets all Cluster resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getClusters } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getClusters({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getClusters(args: GetClustersArgs, options?: pulumi.InvokeOptions): Promise<GetClusterResult[]> {
  return lookUpAll("Cluster", { ...args }, options);
}

/**
 * The same as {@link getClusters}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getClustersOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getClustersOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getClustersOutput(
  args: { [K in keyof GetClustersArgs]: pulumi.Input<GetClustersArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClusterResult[]> {
  return lookUpOutput("Cluster", args, lookUpAll<GetClusterResult>, options);
}

/**
 * Gets the Cluster with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCluster } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getCluster({ organizationId, name: "main" }).then((existing) => existing.id);
 * ```
 */
export function getCluster(args: GetClusterArgs, options?: pulumi.InvokeOptions): Promise<GetClusterResult> {
  return lookUpOne("Cluster", { ...args }, options);
}

/**
 * The same as {@link getCluster}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getClusterOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getClusterOutput({ organizationId, name: "main" }).apply((existing) => existing.id);
 * ```
 */
export function getClusterOutput(
  args: { [K in keyof GetClusterArgs]: pulumi.Input<GetClusterArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClusterResult> {
  return lookUpOutput("Cluster", args, lookUpOne<GetClusterResult>, options);
}

/** The arguments of {@link getClusterKubeconfig}. */
export interface GetClusterKubeconfigArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Cluster to adopt. */
  clusterId: string;
}

/** The values returned by {@link getClusterKubeconfig}. */
export interface GetClusterKubeconfigResult {
  /** The kubeconfig of a cluster that is deployed, as YAML. It is secret: it gives access to the cluster. */
  kubeconfig: string;
}

/**
 * The kubeconfig of a cluster that is deployed, as YAML. It is secret: it gives access to the cluster. Use {@link getClusterKubeconfigOutput} in programs: its result is marked as secret.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getClusterKubeconfig } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const clusterId = config.require("clusterId");
 *
 * export const kubeconfig = pulumi.secret(getClusterKubeconfig({ organizationId, clusterId }).then((found) => found.kubeconfig));
 * ```
 */
export function getClusterKubeconfig(
  args: GetClusterKubeconfigArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetClusterKubeconfigResult> {
  return lookUpDocument("Cluster", "Kubeconfig", { ...args }, options);
}

/**
 * The same as {@link getClusterKubeconfig}, for arguments that are outputs. The result is marked as secret.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getClusterKubeconfigOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const clusterId = config.require("clusterId");
 *
 * export const kubeconfig = getClusterKubeconfigOutput({ organizationId, clusterId }).apply((found) => found.kubeconfig);
 * ```
 */
export function getClusterKubeconfigOutput(
  args: { [K in keyof GetClusterKubeconfigArgs]: pulumi.Input<GetClusterKubeconfigArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClusterKubeconfigResult> {
  return lookUpDocumentOutput("Cluster", "Kubeconfig", args, options);
}
