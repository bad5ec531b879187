// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { LabelsGroup } from "./labelsGroup.js";

/**
 * A cluster: an existing one if you set its `clusterId`, and otherwise a new one (full API only). The first `pulumi up` adopts and updates an existing cluster, and destroying it changes nothing. With the full API, the first update keeps the settings that you omit. With the basic API, which can't read them, the preview lists the settings that return to their defaults, and fails unless `acceptDefaults` is true. A new cluster runs nothing until it is deployed (`deploy`). Destroying it deletes it at the cloud provider, once it has no environments. If a run was killed before the state had it, `app-platform:onExisting: adopt` finds it by its name.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Cluster } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const clusterId = config.require("clusterId");
 *
 * new Cluster("main", {
 *   organizationId,
 *   clusterId,
 *   name: "main",
 *   region: "eu-west-3",
 *   cloudProvider: "AWS",
 *   maxRunningNodes: 5,
 *   acceptDefaults: true,
 * });
 * ```
 */
export class Cluster extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Cluster to adopt. */
  declare readonly clusterId: pulumi.Output<string | undefined>;

  /** Name of the cluster. */
  declare readonly name: pulumi.Output<string>;

  /** Region of the cluster. */
  declare readonly region: pulumi.Output<string>;

  /** Cloud provider of the cluster. */
  declare readonly cloudProvider: pulumi.Output<enums.CloudProvider>;

  /** Description of the cluster. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Credentials of the cloud provider, by reference. */
  declare readonly cloudProviderCredentials: pulumi.Output<output.CloudProviderCredentials | undefined>;

  /** Minimum number of nodes. */
  declare readonly minRunningNodes: pulumi.Output<number>;

  /** Maximum number of nodes. */
  declare readonly maxRunningNodes: pulumi.Output<number>;

  /**
   * Disk of a node.
   *
   * Unit: GB.
   */
  declare readonly diskSize: pulumi.Output<number>;

  /**
   * IOPS of a node's disk.
   *
   * Unit: operations per second.
   */
  declare readonly diskIops: pulumi.Output<number | undefined>;

  /**
   * Throughput of a node's disk.
   *
   * Unit: MB/s.
   */
  declare readonly diskThroughput: pulumi.Output<number | undefined>;

  /** Instance type of the nodes, from the cloud provider's list. */
  declare readonly instanceType: pulumi.Output<string | undefined>;

  /** Who manages Kubernetes. */
  declare readonly kubernetes: pulumi.Output<enums.KubernetesMode>;

  /** Whether it is a production cluster. */
  declare readonly production: pulumi.Output<boolean | undefined>;

  /** Public keys for SSH access to the nodes. */
  declare readonly sshKeys: pulumi.Output<string[] | undefined>;

  /** Features of the cluster. */
  declare readonly features: pulumi.Output<output.ClusterFeature[] | undefined>;

  /** Metrics of the cluster. */
  declare readonly metricsParameters: pulumi.Output<output.MetricsParameters | undefined>;

  /** Settings of the components that the platform installs into the cluster. */
  declare readonly infrastructureChartsParameters: pulumi.Output<output.InfrastructureChartsParameters | undefined>;

  /** Event-driven autoscaling of the cluster's workloads. */
  declare readonly keda: pulumi.Output<output.Keda | undefined>;

  /** Labels groups, by ID. */
  declare readonly labelsGroups: pulumi.Output<output.LabelsGroupReference[] | undefined>;

  /** Advanced settings by the platform's names, such as `deployment.termination_grace_period_seconds`. */
  declare readonly advancedSettings: pulumi.Output<
    { [key: string]: string | boolean | number | { [key: string]: unknown } } | undefined
  >;

  /** Routes of the cluster's network. */
  declare readonly routingTable: pulumi.Output<output.ClusterRoute[] | undefined>;

  /** Secret managers that external secrets of variables are read from. */
  declare readonly secretManagerAccesses: pulumi.Output<output.SecretManagerAccess[] | undefined>;

  /** Where the names of the cluster's services are: your domain at Cloudflare or in Route 53. */
  declare readonly dnsProvider: pulumi.Output<output.ClusterDnsProvider | undefined>;

  /**
   * The kubeconfig of an EKS Anywhere cluster, as YAML with `clusters`.
   *
   * Secret: encrypted in the state.
   */
  declare readonly eksAnywhereKubeconfig: pulumi.Output<string | undefined>;

  /** Whether Pulumi deploys the cluster. */
  declare readonly deploy: pulumi.Output<boolean | "when changed" | undefined>;

  /** Whether the cluster runs. */
  declare readonly state: pulumi.Output<enums.DesiredState | undefined>;

  /**
   * Maximum time to wait for a deployment or a stop, and for the deletion of a cluster.
   *
   * Unit: seconds.
   */
  declare readonly timeoutSeconds: pulumi.Output<number | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** Whether the first update may reset the settings that you omit, if the platform's endpoints can't read them. */
  declare readonly acceptDefaults: pulumi.Output<boolean | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Organization of the resource. */
  declare readonly organization: pulumi.Output<output.OrganizationReference | undefined>;

  /**
   * CPU of the cluster.
   *
   * Unit: millicores.
   */
  declare readonly cpu: pulumi.Output<number | undefined>;

  /**
   * Memory of the cluster.
   *
   * Unit: MB.
   */
  declare readonly memory: pulumi.Output<number | undefined>;

  /** Estimated cost of the cloud provider. */
  declare readonly estimatedCloudProviderCost: pulumi.Output<number | undefined>;

  /** State of the cluster. */
  declare readonly status: pulumi.Output<string | undefined>;

  /** Whether the platform can reach the cluster. */
  declare readonly hasAccess: pulumi.Output<boolean | undefined>;

  /** Version of Kubernetes. */
  declare readonly version: pulumi.Output<string | undefined>;

  /** Whether it is the organization's default cluster. */
  declare readonly isDefault: pulumi.Output<boolean | undefined>;

  /** Whether it is a demo cluster. */
  declare readonly isDemo: pulumi.Output<boolean | undefined>;

  /** NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE. */
  declare readonly deploymentStatus: pulumi.Output<string | undefined>;

  /** Details from the cloud provider. */
  declare readonly infrastructureOutputs: pulumi.Output<output.InfrastructureOutputs | undefined>;

  /** IDs of the `secretManagerAccesses` by name, for external secrets of variables (full API only). */
  declare readonly secretManagerAccessIds: pulumi.Output<{ [key: string]: string }>;

  /**
   * The kubeconfig of the cluster, as YAML: it gives access to the cluster.
   *
   * Secret: encrypted in the state.
   */
  declare readonly kubeconfig: pulumi.Output<string | undefined>;

  /**
   * Creates a Cluster resource with the given unique name, arguments, and options. A cluster: an existing one if you set its `clusterId`, and otherwise a new one (full API only). The first `pulumi up` adopts and updates an existing cluster, and destroying it changes nothing. With the full API, the first update keeps the settings that you omit. With the basic API, which can't read them, the preview lists the settings that return to their defaults, and fails unless `acceptDefaults` is true. A new cluster runs nothing until it is deployed (`deploy`). Destroying it deletes it at the cloud provider, once it has no environments. If a run was killed before the state had it, `app-platform:onExisting: adopt` finds it by its name.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Cluster } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   * const clusterId = config.require("clusterId");
   *
   * new Cluster("main", {
   *   organizationId,
   *   clusterId,
   *   name: "main",
   *   region: "eu-west-3",
   *   cloudProvider: "AWS",
   *   maxRunningNodes: 5,
   *   acceptDefaults: true,
   * });
   * ```
   */
  constructor(name: string, args: ClusterArgs, options?: pulumi.CustomResourceOptions) {
    super("Cluster", name, args, options);
  }

  /**
   * Gets an existing Cluster's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Cluster } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   * const clusterId = config.require("clusterId");
   *
   * const existing = Cluster.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId, clusterId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ClusterState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Cluster {
    return new Cluster(name, state as ClusterArgs, { ...options, id: idToRead("Cluster", name, id) });
  }

  /** Returns true if the value is a Cluster, even one of another copy of this package. */
  static override isInstance(value: unknown): value is Cluster {
    return PlatformResource.isKind("Cluster", value);
  }
}

/** The arguments for creating a Cluster resource. */
export interface ClusterArgs {
  /**
   * Organization of the resource.
   *
   * Changing it replaces the resource.
   */
  organizationId: pulumi.Input<string>;
  /**
   * Cluster to adopt.
   *
   * Default: a new cluster is created (full API only). Changing it replaces the resource.
   */
  clusterId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Name of the cluster. Case-insensitive; surrounding whitespace is removed.
   *
   * Maximum length: 128 characters.
   */
  name: pulumi.Input<string>;
  /** Region of the cluster. The platform never changes it. */
  region: pulumi.Input<string>;
  /** Cloud provider of the cluster. The platform never changes it. */
  cloudProvider: pulumi.Input<enums.CloudProvider>;
  /** Description of the cluster. */
  description?: pulumi.Input<string | undefined> | undefined;
  /** Credentials of the cloud provider, by reference. If the platform doesn't return them, changes outside Pulumi aren't detected. */
  cloudProviderCredentials?: pulumi.Input<input.CloudProviderCredentialsArgs | undefined> | undefined;
  /**
   * Minimum number of nodes.
   *
   * Default: 1. Integer of at least 0.
   */
  minRunningNodes?: pulumi.Input<number | undefined> | undefined;
  /**
   * Maximum number of nodes.
   *
   * Default: 1. Integer of at least 0.
   */
  maxRunningNodes?: pulumi.Input<number | undefined> | undefined;
  /**
   * Disk of a node.
   *
   * Unit: GB. Default: 40. Integer of at least 1.
   */
  diskSize?: pulumi.Input<number | undefined> | undefined;
  /**
   * IOPS of a node's disk.
   *
   * Unit: operations per second. Integer from 3000 to 16000.
   */
  diskIops?: pulumi.Input<number | undefined> | undefined;
  /**
   * Throughput of a node's disk.
   *
   * Unit: MB/s. Integer from 125 to 1000.
   */
  diskThroughput?: pulumi.Input<number | undefined> | undefined;
  /** Instance type of the nodes, from the cloud provider's list. */
  instanceType?: pulumi.Input<string | undefined> | undefined;
  /**
   * Who manages Kubernetes.
   *
   * Default: "MANAGED".
   */
  kubernetes?: pulumi.Input<enums.KubernetesMode | undefined> | undefined;
  /** Whether it is a production cluster. */
  production?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Public keys for SSH access to the nodes.
   *
   * Order doesn't matter.
   */
  sshKeys?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Features of the cluster.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  features?: pulumi.Input<pulumi.Input<input.ClusterFeatureArgs>[] | undefined> | undefined;
  /** Metrics of the cluster. */
  metricsParameters?: pulumi.Input<input.MetricsParametersArgs | undefined> | undefined;
  /** Settings of the components that the platform installs into the cluster. */
  infrastructureChartsParameters?: pulumi.Input<input.InfrastructureChartsParametersArgs | undefined> | undefined;
  /** Event-driven autoscaling of the cluster's workloads. */
  keda?: pulumi.Input<input.KedaArgs | undefined> | undefined;
  /**
   * Labels groups, by ID.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  labelsGroups?: pulumi.Input<pulumi.Input<input.LabelsGroupReferenceArgs | LabelsGroup>[] | undefined> | undefined;
  /**
   * Advanced settings by the platform's names, such as `deployment.termination_grace_period_seconds`. Your program manages only the settings that you list: one that you remove returns to the platform's default, and the others stay as they are. Names and types are checked against the platform's list, at preview if it can be reached.
   *
   * Full API only.
   */
  advancedSettings?:
    | pulumi.Input<{ [key: string]: pulumi.Input<string | boolean | number | { [key: string]: unknown }> } | undefined>
    | undefined;
  /**
   * Routes of the cluster's network. Your program manages all of them: those that it doesn't list are removed. If you remove the argument, all routes are removed.
   *
   * Items are identified by `destination`; order doesn't matter. Full API only.
   */
  routingTable?: pulumi.Input<pulumi.Input<input.ClusterRouteArgs>[] | undefined> | undefined;
  /**
   * Secret managers that external secrets of variables are read from. Your program manages all of them: those that it doesn't list are removed, which the platform refuses while a variable uses one.
   *
   * Items are identified by `name`; order doesn't matter. Full API only.
   */
  secretManagerAccesses?: pulumi.Input<pulumi.Input<input.SecretManagerAccessArgs>[] | undefined> | undefined;
  /**
   * Where the names of the cluster's services are: your domain at Cloudflare or in Route 53. They change with the next deployment of the cluster. If you remove the argument, they return to the platform's own domain if that was there before; otherwise, they stay, with a warning.
   *
   * Default: the platform's own domain. At most one of `cloudflare` and `route53` is set. Full API only.
   */
  dnsProvider?: pulumi.Input<input.ClusterDnsProviderArgs | undefined> | undefined;
  /**
   * The kubeconfig of an EKS Anywhere cluster, as YAML with `clusters`. If you remove it, the platform keeps it.
   *
   * Full API only. Allowed only if kubernetes is PARTIALLY_MANAGED. Always encrypted in the state.
   */
  eksAnywhereKubeconfig?: pulumi.Input<string | undefined> | undefined;
  /**
   * Whether Pulumi deploys the cluster. With `true`, it deploys it once, and again if a deployment failed or somebody stopped the cluster. With `"when changed"`, it also deploys it after each change of its arguments; otherwise, a change takes effect with the next deployment. `pulumi up` waits until the deployment has ended, usually for 20 to 40 minutes.
   *
   * Default: `false`: nothing is deployed. Full API only.
   */
  deploy?: pulumi.Input<boolean | "when changed" | undefined> | undefined;
  /**
   * Whether the cluster runs. With `STOPPED`, Pulumi stops it and doesn't deploy it; one that was never deployed stays as it is. With `RUNNING`, Pulumi starts it if it's stopped; `deploy` decides about its first deployment.
   *
   * Default: as `RUNNING` if the program stopped the cluster; otherwise, it stays as it is. Full API only.
   */
  state?: pulumi.Input<enums.DesiredState | undefined> | undefined;
  /**
   * Maximum time to wait for a deployment or a stop, and for the deletion of a cluster. `customTimeouts` applies if you omit this.
   *
   * Unit: seconds. Default: 3600. Integer of at least 1.
   */
  timeoutSeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /**
   * Whether the first update may reset the settings that you omit, if the platform's endpoints can't read them. The preview lists them. Used only for the first update; you can remove it afterwards.
   *
   * Default: false.
   */
  acceptDefaults?: pulumi.Input<boolean | undefined> | undefined;
}

/** Known arguments of an existing Cluster, for {@link Cluster.get}. */
export interface ClusterState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Cluster to adopt.
   *
   * Default: a new cluster is created (full API only).
   */
  clusterId?: pulumi.Input<string | undefined> | undefined;
}
