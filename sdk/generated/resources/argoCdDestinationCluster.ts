// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { ResourceOutput } from "../../programArguments.js";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type { StatePlace } from "../types/place.js";
import type { Cluster } from "./cluster.js";

/**
 * Which cluster of the platform a destination of Argo CD is. The cluster on which Argo CD runs needs an `ArgoCdConfig`. If the destination is already that cluster, the resource manages it from now on. If it's another one, the create fails, unless `app-platform:onExisting` is `adopt`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ArgoCdConfig, ArgoCdDestinationCluster } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const clusterId = config.require("clusterId");
 *
 * const argoCd = new ArgoCdConfig("gitops", {
 *   clusterId: config.require("agentClusterId"),
 *   argocdUrl: "https://argocd.example.com",
 *   argocdToken: config.requireSecret("argocdToken"),
 * });
 * new ArgoCdDestinationCluster("production", {
 *   organizationId,
 *   agentClusterId: argoCd.clusterId,
 *   argocdClusterUrl: "https://production.example.com:6443",
 *   clusterId,
 * });
 * ```
 */
export class ArgoCdDestinationCluster extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Cluster on which Argo CD runs. */
  declare readonly agentClusterId: pulumi.Output<string>;

  /** URL of the destination, as Argo CD has it. */
  declare readonly argocdClusterUrl: pulumi.Output<string>;

  /** Cluster of the platform that the destination is. */
  declare readonly clusterId: pulumi.Output<string>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /**
   * Creates an ArgoCdDestinationCluster resource with the given unique name, arguments, and options. Which cluster of the platform a destination of Argo CD is. The cluster on which Argo CD runs needs an `ArgoCdConfig`. If the destination is already that cluster, the resource manages it from now on. If it's another one, the create fails, unless `app-platform:onExisting` is `adopt`.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ArgoCdConfig, ArgoCdDestinationCluster } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   * const clusterId = config.require("clusterId");
   *
   * const argoCd = new ArgoCdConfig("gitops", {
   *   clusterId: config.require("agentClusterId"),
   *   argocdUrl: "https://argocd.example.com",
   *   argocdToken: config.requireSecret("argocdToken"),
   * });
   * new ArgoCdDestinationCluster("production", {
   *   organizationId,
   *   agentClusterId: argoCd.clusterId,
   *   argocdClusterUrl: "https://production.example.com:6443",
   *   clusterId,
   * });
   * ```
   */
  constructor(name: string, args: ArgoCdDestinationClusterArgs, options?: pulumi.CustomResourceOptions) {
    super("ArgoCdDestinationCluster", name, args, options);
  }

  /**
   * Gets an existing ArgoCdDestinationCluster's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ArgoCdDestinationCluster } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = ArgoCdDestinationCluster.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ArgoCdDestinationClusterState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ArgoCdDestinationCluster {
    return new ArgoCdDestinationCluster(name, state as ArgoCdDestinationClusterArgs, {
      ...options,
      id: idToRead("ArgoCdDestinationCluster", name, id),
    });
  }

  /** Returns true if the value is an ArgoCdDestinationCluster, even one of another copy of this package. */
  static override isInstance(value: unknown): value is ArgoCdDestinationCluster {
    return PlatformResource.isKind("ArgoCdDestinationCluster", value);
  }
}

/** The arguments for creating an ArgoCdDestinationCluster resource. */
export interface ArgoCdDestinationClusterArgs {
  /**
   * Organization of the resource.
   *
   * Changing it replaces the resource.
   */
  organizationId: pulumi.Input<string>;
  /**
   * Cluster on which Argo CD runs. Take its ID from the `ArgoCdConfig`, so that this is created first and deleted last.
   *
   * Changing it replaces the resource.
   */
  agentClusterId?: pulumi.Input<string | undefined> | undefined;

  /** Cluster on which Argo CD runs, as a resource instead of `agentClusterId`. */
  agentCluster?: pulumi.Input<Cluster | ResourceOutput | undefined> | undefined;
  /**
   * URL of the destination, as Argo CD has it. `https://kubernetes.default.svc` is the cluster on which Argo CD runs.
   *
   * Format: an http or https URL. Changing it replaces the resource.
   */
  argocdClusterUrl: pulumi.Input<string>;
  /** Cluster of the platform that the destination is. */
  clusterId?: pulumi.Input<string | undefined> | undefined;

  /** Cluster of the platform that the destination is, as a resource instead of `clusterId`. */
  cluster?: pulumi.Input<Cluster | ResourceOutput | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing ArgoCdDestinationCluster, for {@link ArgoCdDestinationCluster.get}. */
export interface ArgoCdDestinationClusterState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
}
