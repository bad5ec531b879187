// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";

/**
 * A group of labels. The platform adds them to the Kubernetes objects of the services and clusters that refer to the group. You can't delete a group while services or clusters use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { LabelsGroup } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const costs = new LabelsGroup("costs", {
 *   organizationId,
 *   labels: [{ key: "cost-center", value: "42", propagateToCloudProvider: true }],
 * });
 * export const labelsGroupId = costs.id;
 * ```
 */
export class LabelsGroup extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Name, unique in the organization. */
  declare readonly name: pulumi.Output<string>;

  /** Labels of the group. */
  declare readonly labels: pulumi.Output<output.GroupLabel[]>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /**
   * Creates a LabelsGroup resource with the given unique name, arguments, and options. A group of labels. The platform adds them to the Kubernetes objects of the services and clusters that refer to the group. You can't delete a group while services or clusters use it.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { LabelsGroup } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const costs = new LabelsGroup("costs", {
   *   organizationId,
   *   labels: [{ key: "cost-center", value: "42", propagateToCloudProvider: true }],
   * });
   * export const labelsGroupId = costs.id;
   * ```
   */
  constructor(name: string, args: LabelsGroupArgs, options?: pulumi.CustomResourceOptions) {
    super("LabelsGroup", name, args, options);
  }

  /**
   * Gets an existing LabelsGroup's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { LabelsGroup } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = LabelsGroup.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: LabelsGroupState = {},
    options: pulumi.CustomResourceOptions = {},
  ): LabelsGroup {
    return new LabelsGroup(name, state as LabelsGroupArgs, { ...options, id: idToRead("LabelsGroup", name, id) });
  }

  /** Returns true if the value is a LabelsGroup, even one of another copy of this package. */
  static override isInstance(value: unknown): value is LabelsGroup {
    return PlatformResource.isKind("LabelsGroup", value);
  }
}

/** The arguments for creating a LabelsGroup resource. */
export interface LabelsGroupArgs {
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
  /**
   * Labels of the group.
   *
   * Items are identified by `key`; order doesn't matter.
   */
  labels: pulumi.Input<pulumi.Input<input.GroupLabelArgs>[]>;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing LabelsGroup, for {@link LabelsGroup.get}. */
export interface LabelsGroupState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
}
