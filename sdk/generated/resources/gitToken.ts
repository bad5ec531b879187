// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type { StatePlace } from "../types/place.js";

/**
 * A token that gives the platform access to private git repositories. Services refer to it by `gitTokenId`. You can't delete a token while services use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { GitToken } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const github = new GitToken("github", {
 *   organizationId,
 *   type: "GITHUB",
 *   token: config.requireSecret("token"),
 * });
 * export const gitTokenId = github.id;
 * ```
 */
export class GitToken extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Name, unique in the organization. */
  declare readonly name: pulumi.Output<string>;

  /** Service that issued the token. */
  declare readonly type: pulumi.Output<enums.GitTokenType>;

  /**
   * The token.
   *
   * Secret: encrypted in the state.
   */
  declare readonly token: pulumi.Output<string>;

  /** Description of the token. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Workspace of Bitbucket that the token is for. */
  declare readonly workspace: pulumi.Output<string | undefined>;

  /** API of a git service that you host yourself. */
  declare readonly gitApiUrl: pulumi.Output<string | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** When the token expires (ISO 8601). */
  declare readonly expiredAt: pulumi.Output<string | undefined>;

  /**
   * Creates a GitToken resource with the given unique name, arguments, and options. A token that gives the platform access to private git repositories. Services refer to it by `gitTokenId`. You can't delete a token while services use it.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { GitToken } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const github = new GitToken("github", {
   *   organizationId,
   *   type: "GITHUB",
   *   token: config.requireSecret("token"),
   * });
   * export const gitTokenId = github.id;
   * ```
   */
  constructor(name: string, args: GitTokenArgs, options?: pulumi.CustomResourceOptions) {
    super("GitToken", name, args, options);
  }

  /**
   * Gets an existing GitToken's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { GitToken } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = GitToken.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: GitTokenState = {},
    options: pulumi.CustomResourceOptions = {},
  ): GitToken {
    return new GitToken(name, state as GitTokenArgs, { ...options, id: idToRead("GitToken", name, id) });
  }

  /** Returns true if the value is a GitToken, even one of another copy of this package. */
  static override isInstance(value: unknown): value is GitToken {
    return PlatformResource.isKind("GitToken", value);
  }
}

/** The arguments for creating a GitToken resource. */
export interface GitTokenArgs {
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
  /** Service that issued the token. */
  type: pulumi.Input<enums.GitTokenType>;
  /**
   * The token. Responses don't contain it, so changes outside Pulumi aren't detected. Every update sends it.
   *
   * Always encrypted in the state.
   */
  token: pulumi.Input<string>;
  /** Description of the token. */
  description?: pulumi.Input<string | undefined> | undefined;
  /** Workspace of Bitbucket that the token is for. Required if type is BITBUCKET. */
  workspace?: pulumi.Input<string | undefined> | undefined;
  /**
   * API of a git service that you host yourself.
   *
   * Format: an http or https URL.
   */
  gitApiUrl?: pulumi.Input<string | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing GitToken, for {@link GitToken.get}. */
export interface GitTokenState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
}
