// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { ResourceOutput } from "../../programArguments.js";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type { StatePlace } from "../types/place.js";
import type { CustomRole } from "./customRole.js";

/**
 * Somebody who belongs to an organization, by their email address. Creating it sends an invitation. Once that is accepted, the same resource is the member: `invitationStatus` changes, and your program has nothing to change. Another role changes a member at once, and replaces an invitation by a new one with another link. If an invitation has expired, the next `pulumi up` after a refresh sends a new one. Destroying it cancels the invitation, or removes the member. The owner of the organization can't be changed or removed.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { OrganizationMember } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const roleId = config.require("roleId");
 *
 * const dev = new OrganizationMember("dev", { organizationId, email: "dev@example.com", roleId });
 * export const invitationLink = dev.invitationLink;
 * ```
 */
export class OrganizationMember extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Email address of the member. */
  declare readonly email: pulumi.Output<string>;

  /** Role of the member. */
  declare readonly roleId: pulumi.Output<string>;

  /** Email address, to adopt an existing member or invitation instead of inviting somebody. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** PENDING, EXPIRED or ACCEPTED. */
  declare readonly invitationStatus: pulumi.Output<string | undefined>;

  /** ID of the invitation, until it is accepted. */
  declare readonly invitationId: pulumi.Output<string | undefined>;

  /**
   * URL at which the invitation is accepted, until then.
   *
   * Secret: encrypted in the state.
   */
  declare readonly invitationLink: pulumi.Output<string | undefined>;

  /** ID of the member, once the invitation is accepted. */
  declare readonly userId: pulumi.Output<string | undefined>;

  /** Name of the role. */
  declare readonly roleName: pulumi.Output<string | undefined>;

  /**
   * Creates an OrganizationMember resource with the given unique name, arguments, and options. Somebody who belongs to an organization, by their email address. Creating it sends an invitation. Once that is accepted, the same resource is the member: `invitationStatus` changes, and your program has nothing to change. Another role changes a member at once, and replaces an invitation by a new one with another link. If an invitation has expired, the next `pulumi up` after a refresh sends a new one. Destroying it cancels the invitation, or removes the member. The owner of the organization can't be changed or removed.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { OrganizationMember } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   * const roleId = config.require("roleId");
   *
   * const dev = new OrganizationMember("dev", { organizationId, email: "dev@example.com", roleId });
   * export const invitationLink = dev.invitationLink;
   * ```
   */
  constructor(name: string, args: OrganizationMemberArgs, options?: pulumi.CustomResourceOptions) {
    super("OrganizationMember", name, args, options);
  }

  /**
   * Gets an existing OrganizationMember's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { OrganizationMember } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = OrganizationMember.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: OrganizationMemberState = {},
    options: pulumi.CustomResourceOptions = {},
  ): OrganizationMember {
    return new OrganizationMember(name, state as OrganizationMemberArgs, {
      ...options,
      id: idToRead("OrganizationMember", name, id),
    });
  }

  /** Returns true if the value is an OrganizationMember, even one of another copy of this package. */
  static override isInstance(value: unknown): value is OrganizationMember {
    return PlatformResource.isKind("OrganizationMember", value);
  }
}

/** The arguments for creating an OrganizationMember resource. */
export interface OrganizationMemberArgs {
  /**
   * Organization of the resource.
   *
   * Changing it replaces the resource.
   */
  organizationId: pulumi.Input<string>;
  /**
   * Email address of the member. Case-insensitive.
   *
   * Format: an email address, such as dev@example.com. Changing it replaces the resource.
   */
  email: pulumi.Input<string>;
  /** Role of the member. A `CustomRole`, or a role of the platform, which `getAvailableRole` finds by its name. */
  roleId?: pulumi.Input<string | undefined> | undefined;

  /** Role of the member, as a resource instead of `roleId`. */
  role?: pulumi.Input<CustomRole | ResourceOutput | undefined> | undefined;
  /** Email address, to adopt an existing member or invitation instead of inviting somebody. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing OrganizationMember, for {@link OrganizationMember.get}. */
export interface OrganizationMemberState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
}
