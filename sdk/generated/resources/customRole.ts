// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";

/**
 * A role that you define for an organization: what its members, invitations and API tokens may do. Clusters and projects that you don't list stay as they are: at first, the role may see each cluster and has no access to any project. To take a permission back, set it to VIEWER or NO_ACCESS: if you only remove it from the program, it stays. You can't delete a role that a member, an invitation or a token has.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { CustomRole } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const clusterId = config.require("clusterId");
 * const projectId = config.require("projectId");
 *
 * const deployer = new CustomRole("deployer", {
 *   organizationId,
 *   clusterPermissions: [{ clusterId, permission: "ENV_CREATOR" }],
 *   projectPermissions: [
 *     {
 *       projectId,
 *       permissions: [
 *         { environmentType: "STAGING", permission: "DEPLOYER" },
 *         { environmentType: "PRODUCTION", permission: "VIEWER" },
 *       ],
 *     },
 *   ],
 * });
 * export const deployerRoleId = deployer.id;
 * ```
 */
export class CustomRole extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Name, unique in the organization. */
  declare readonly name: pulumi.Output<string>;

  /** Description of the role. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Permissions by cluster. */
  declare readonly clusterPermissions: pulumi.Output<output.ClusterPermission[] | undefined>;

  /** Permissions by project. */
  declare readonly projectPermissions: pulumi.Output<output.ProjectPermission[] | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /**
   * Creates a CustomRole resource with the given unique name, arguments, and options. A role that you define for an organization: what its members, invitations and API tokens may do. Clusters and projects that you don't list stay as they are: at first, the role may see each cluster and has no access to any project. To take a permission back, set it to VIEWER or NO_ACCESS: if you only remove it from the program, it stays. You can't delete a role that a member, an invitation or a token has.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { CustomRole } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   * const clusterId = config.require("clusterId");
   * const projectId = config.require("projectId");
   *
   * const deployer = new CustomRole("deployer", {
   *   organizationId,
   *   clusterPermissions: [{ clusterId, permission: "ENV_CREATOR" }],
   *   projectPermissions: [
   *     {
   *       projectId,
   *       permissions: [
   *         { environmentType: "STAGING", permission: "DEPLOYER" },
   *         { environmentType: "PRODUCTION", permission: "VIEWER" },
   *       ],
   *     },
   *   ],
   * });
   * export const deployerRoleId = deployer.id;
   * ```
   */
  constructor(name: string, args: CustomRoleArgs, options?: pulumi.CustomResourceOptions) {
    super("CustomRole", name, args, options);
  }

  /**
   * Gets an existing CustomRole's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { CustomRole } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = CustomRole.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: CustomRoleState = {},
    options: pulumi.CustomResourceOptions = {},
  ): CustomRole {
    return new CustomRole(name, state as CustomRoleArgs, { ...options, id: idToRead("CustomRole", name, id) });
  }

  /** Returns true if the value is a CustomRole, even one of another copy of this package. */
  static override isInstance(value: unknown): value is CustomRole {
    return PlatformResource.isKind("CustomRole", value);
  }
}

/** The arguments for creating a CustomRole resource. */
export interface CustomRoleArgs {
  /**
   * Organization of the resource.
   *
   * Changing it replaces the resource.
   */
  organizationId: pulumi.Input<string>;
  /**
   * Name, unique in the organization. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. Maximum length: 128 characters.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /** Description of the role. */
  description?: pulumi.Input<string | undefined> | undefined;
  /**
   * Permissions by cluster.
   *
   * Items are identified by `clusterId`; order doesn't matter.
   */
  clusterPermissions?: pulumi.Input<pulumi.Input<input.ClusterPermissionArgs>[] | undefined> | undefined;
  /**
   * Permissions by project.
   *
   * Items are identified by `projectId`; order doesn't matter.
   */
  projectPermissions?: pulumi.Input<pulumi.Input<input.ProjectPermissionArgs>[] | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing CustomRole, for {@link CustomRole.get}. */
export interface CustomRoleState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
}
