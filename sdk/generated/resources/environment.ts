// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { ResourceOutput } from "../../programArguments.js";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { Cluster } from "./cluster.js";

/**
 * An environment of a project, which contains services. Deleting an environment deletes everything in it, and waits until it's gone. The delete is refused if the environment contains something that this stack doesn't manage, unless `app-platform:onDelete` is `everything`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Environment } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const projectId = config.require("projectId");
 *
 * const staging = new Environment("staging", { projectId, mode: "STAGING" });
 * export const environmentId = staging.id;
 * ```
 */
export class Environment extends PlatformResource {
  /** Project of the environment. */
  declare readonly projectId: pulumi.Output<string>;

  /** Name, unique in the project. */
  declare readonly name: pulumi.Output<string>;

  /** Purpose of the environment. */
  declare readonly mode: pulumi.Output<enums.EnvironmentMode | undefined>;

  /** Cluster that its services run on. */
  declare readonly clusterId: pulumi.Output<string | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Resource or ID to clone. */
  declare readonly cloneFrom: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Name of the cluster. */
  declare readonly clusterName: pulumi.Output<string | undefined>;

  /** Project of the environment. */
  declare readonly project: pulumi.Output<output.ProjectReference | undefined>;

  /** Organization of the resource. */
  declare readonly organization: pulumi.Output<output.OrganizationReference | undefined>;

  /** Where the environment's cluster runs. */
  declare readonly cloudProvider: pulumi.Output<output.EnvironmentCloudProvider | undefined>;

  /** When the platform deletes the environment (ISO 8601). */
  declare readonly expiresAt: pulumi.Output<string | undefined>;

  /** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
  declare readonly builtInVariables: pulumi.Output<output.EnvironmentBuiltInVariables>;

  /**
   * Creates an Environment resource with the given unique name, arguments, and options. An environment of a project, which contains services. Deleting an environment deletes everything in it, and waits until it's gone. The delete is refused if the environment contains something that this stack doesn't manage, unless `app-platform:onDelete` is `everything`.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource; with `cloneFrom`, those that differ from the source.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Environment } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const projectId = config.require("projectId");
   *
   * const staging = new Environment("staging", { projectId, mode: "STAGING" });
   * export const environmentId = staging.id;
   * ```
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Environment } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const projectId = config.require("projectId");
   *
   * export const copy = new Environment("copy", { projectId, cloneFrom: "3fa85f64-5717-4562-b3fc-2c963f66afa6" });
   * ```
   */
  constructor(
    name: string,
    args: NoInfer<EnvironmentCloneArgs | (EnvironmentArgs & { cloneFrom?: undefined })>,
    options?: pulumi.CustomResourceOptions,
  ) {
    super("Environment", name, args, options);
  }

  /**
   * Gets an existing Environment's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Environment } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const projectId = config.require("projectId");
   *
   * const existing = Environment.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { projectId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: EnvironmentState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Environment {
    return new Environment(name, state as EnvironmentArgs, { ...options, id: idToRead("Environment", name, id) });
  }

  /** Returns true if the value is an Environment, even one of another copy of this package. */
  static override isInstance(value: unknown): value is Environment {
    return PlatformResource.isKind("Environment", value);
  }
}

/** The arguments for creating an Environment resource. */
export interface EnvironmentArgs {
  /**
   * Project of the environment.
   *
   * Changing it replaces the resource.
   */
  projectId: pulumi.Input<string>;
  /**
   * Name, unique in the project. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. Maximum length: 128 characters.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /** Purpose of the environment. */
  mode?: pulumi.Input<enums.EnvironmentMode | undefined> | undefined;
  /**
   * Cluster that its services run on.
   *
   * Default: the organization's default cluster; of a clone, that of its source. Changing it replaces the resource.
   */
  clusterId?: pulumi.Input<string | undefined> | undefined;

  /** Cluster that its services run on, as a resource instead of `clusterId`. */
  cluster?: pulumi.Input<Cluster | ResourceOutput | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
  /** Omitted here: with a source, the arguments are those of {@link EnvironmentCloneArgs}. */
  cloneFrom?: undefined;
}

/** The arguments for cloning an Environment: omitted arguments have the values of the source. */
export interface EnvironmentCloneArgs extends Omit<EnvironmentArgs, "adoptId" | "cloneFrom"> {
  /** Resource or ID to clone. The clone is updated to your arguments; you can omit arguments that are otherwise required. Used only at creation. */
  cloneFrom: pulumi.Input<string | Environment>;
}

/** Known arguments of an existing Environment, for {@link Environment.get}. */
export interface EnvironmentState extends StatePlace {
  /** Project of the environment. */
  projectId?: pulumi.Input<string | undefined> | undefined;
}
