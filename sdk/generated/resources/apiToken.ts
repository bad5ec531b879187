// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { ResourceOutput } from "../../programArguments.js";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type { StatePlace } from "../types/place.js";
import type { CustomRole } from "./customRole.js";

/**
 * A token with which a machine sends requests to the platform. Only the response to the create contains it, so an imported or adopted resource has no `token`. Any change makes a new token. If `name` is changed, too, the old token works until the new one exists and everything that uses it is updated. Otherwise, the old one is deleted first, since names are unique. If the response to a create is lost, the next `pulumi up` deletes that token and makes another one.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ApiToken } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const roleId = config.require("roleId");
 *
 * const ci = new ApiToken("ci", { organizationId, name: "ci 1", roleId, description: "Deploys from CI" });
 * export const token = ci.token;
 * ```
 */
export class ApiToken extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Name, unique in the organization. */
  declare readonly name: pulumi.Output<string>;

  /** Description of the token. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Role that says what requests with the token may do. */
  declare readonly roleId: pulumi.Output<string | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Name of the role. */
  declare readonly roleName: pulumi.Output<string | undefined>;

  /**
   * The token, which only the response to the create contains: lookups, and imported and adopted resources, have none.
   *
   * Secret: encrypted in the state.
   */
  declare readonly token: pulumi.Output<string | undefined>;

  /**
   * Creates an ApiToken resource with the given unique name, arguments, and options. A token with which a machine sends requests to the platform. Only the response to the create contains it, so an imported or adopted resource has no `token`. Any change makes a new token. If `name` is changed, too, the old token works until the new one exists and everything that uses it is updated. Otherwise, the old one is deleted first, since names are unique. If the response to a create is lost, the next `pulumi up` deletes that token and makes another one.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ApiToken } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   * const roleId = config.require("roleId");
   *
   * const ci = new ApiToken("ci", { organizationId, name: "ci 1", roleId, description: "Deploys from CI" });
   * export const token = ci.token;
   * ```
   */
  constructor(name: string, args: ApiTokenArgs, options?: pulumi.CustomResourceOptions) {
    super("ApiToken", name, args, options);
  }

  /**
   * Gets an existing ApiToken's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ApiToken } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = ApiToken.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ApiTokenState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ApiToken {
    return new ApiToken(name, state as ApiTokenArgs, { ...options, id: idToRead("ApiToken", name, id) });
  }

  /** Returns true if the value is an ApiToken, even one of another copy of this package. */
  static override isInstance(value: unknown): value is ApiToken {
    return PlatformResource.isKind("ApiToken", value);
  }
}

/** The arguments for creating an ApiToken resource. */
export interface ApiTokenArgs {
  /**
   * Organization of the resource.
   *
   * Changing it replaces the resource.
   */
  organizationId: pulumi.Input<string>;
  /**
   * Name, unique in the organization. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. Maximum length: 128 characters. Changing it replaces the resource.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /**
   * Description of the token.
   *
   * Changing it replaces the resource.
   */
  description?: pulumi.Input<string | undefined> | undefined;
  /**
   * Role that says what requests with the token may do. A `CustomRole`, or a role of the platform, which `getAvailableRole` finds by its name.
   *
   * Default: the role VIEWER. Changing it replaces the resource.
   */
  roleId?: pulumi.Input<string | undefined> | undefined;

  /** Role that says what requests with the token may do, as a resource instead of `roleId`. */
  role?: pulumi.Input<CustomRole | ResourceOutput | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing ApiToken, for {@link ApiToken.get}. */
export interface ApiTokenState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
}
