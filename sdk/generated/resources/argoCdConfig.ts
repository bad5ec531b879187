// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../resource.js";

/**
 * URL and token of a cluster's GitOps tool. Requires the admin role.
 *
 * @example
 * ```ts
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

  /**
   * URL of the tool.
   *
   * Format: an http or https URL.
   */
  declare readonly argocdUrl: pulumi.Output<string>;

  /**
   * Token for the tool. Responses mask it, so changes outside Pulumi are not detected.
   *
   * Secret: encrypted in the state, also when the program passes plain text.
   */
  declare readonly argocdToken: pulumi.Output<string>;

  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** Time of the first save (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last save (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Time when the platform last reached the tool (ISO 8601). */
  declare readonly lastCheckedAt: pulumi.Output<string | undefined>;

  /**
   * Declares the resource.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param args Arguments.
   * @param options Pulumi's own options.
   */
  constructor(name: string, args: ArgoCdConfigArgs, options?: pulumi.CustomResourceOptions) {
    super("ArgoCdConfig", name, args, options);
  }

  /**
   * Reads one that exists, without managing it.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param id Identifier on the platform.
   * @param state What is known of it; needed where the platform can only list this kind.
   * @param options Pulumi's own options.
   * @example
   * ```ts
   * const existing = ArgoCdConfig.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { clusterId });
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ArgoCdConfigState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ArgoCdConfig {
    return new ArgoCdConfig(name, state as ArgoCdConfigArgs, { ...options, id });
  }

  /** Whether the value is a ArgoCdConfig, also one of another copy of this package. */
  static override isInstance(value: unknown): value is ArgoCdConfig {
    return PlatformResource.isKind("ArgoCdConfig", value);
  }
}

/** Arguments of {@link ArgoCdConfig}. */
export interface ArgoCdConfigArgs {
  /** Cluster that uses the tool. */
  clusterId: pulumi.Input<string>;
  /**
   * URL of the tool.
   *
   * Format: an http or https URL.
   */
  argocdUrl: pulumi.Input<string>;
  /**
   * Token for the tool. Responses mask it, so changes outside Pulumi are not detected.
   *
   * Secret: encrypted in the state, also when the program passes plain text.
   */
  argocdToken: pulumi.Input<string>;
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: pulumi.Input<string> | undefined;
}

/** What a program may know of a ArgoCdConfig that it only reads. */
export interface ArgoCdConfigState {
  /** Cluster that uses the tool. */
  clusterId?: pulumi.Input<string> | undefined;
}
