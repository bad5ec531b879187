// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type { StatePlace } from "../types/place.js";

/**
 * The Argo CD settings of a cluster: URL and token. Changing them requires the admin role.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ArgoCdConfig } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const clusterId = config.require("clusterId");
 *
 * new ArgoCdConfig("gitops", {
 *   clusterId,
 *   argocdUrl: "https://argocd.example.com",
 *   argocdToken: config.requireSecret("argocdToken"),
 * });
 * ```
 */
export class ArgoCdConfig extends PlatformResource {
  /** Cluster that uses the tool. */
  declare readonly clusterId: pulumi.Output<string>;

  /** URL of the tool. */
  declare readonly argocdUrl: pulumi.Output<string>;

  /**
   * Token for the tool.
   *
   * Secret: encrypted in the state.
   */
  declare readonly argocdToken: pulumi.Output<string>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** Time of the first save (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last save (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Time when the platform last reached the tool (ISO 8601). */
  declare readonly lastCheckedAt: pulumi.Output<string | undefined>;

  /**
   * Creates an ArgoCdConfig resource with the given unique name, arguments, and options. The Argo CD settings of a cluster: URL and token. Changing them requires the admin role.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ArgoCdConfig } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const clusterId = config.require("clusterId");
   *
   * new ArgoCdConfig("gitops", {
   *   clusterId,
   *   argocdUrl: "https://argocd.example.com",
   *   argocdToken: config.requireSecret("argocdToken"),
   * });
   * ```
   */
  constructor(name: string, args: ArgoCdConfigArgs, options?: pulumi.CustomResourceOptions) {
    super("ArgoCdConfig", name, args, options);
  }

  /**
   * Gets an existing ArgoCdConfig's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ArgoCdConfig } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const clusterId = config.require("clusterId");
   *
   * const existing = ArgoCdConfig.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { clusterId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ArgoCdConfigState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ArgoCdConfig {
    return new ArgoCdConfig(name, state as ArgoCdConfigArgs, { ...options, id: idToRead("ArgoCdConfig", name, id) });
  }

  /** Returns true if the value is an ArgoCdConfig, even one of another copy of this package. */
  static override isInstance(value: unknown): value is ArgoCdConfig {
    return PlatformResource.isKind("ArgoCdConfig", value);
  }
}

/** The arguments for creating an ArgoCdConfig resource. */
export interface ArgoCdConfigArgs {
  /**
   * Cluster that uses the tool.
   *
   * Changing it replaces the resource.
   */
  clusterId: pulumi.Input<string>;
  /**
   * URL of the tool.
   *
   * Format: an http or https URL.
   */
  argocdUrl: pulumi.Input<string>;
  /**
   * Token for the tool. Responses mask it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  argocdToken: pulumi.Input<string>;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing ArgoCdConfig, for {@link ArgoCdConfig.get}. */
export interface ArgoCdConfigState extends StatePlace {
  /** Cluster that uses the tool. */
  clusterId?: pulumi.Input<string | undefined> | undefined;
}
