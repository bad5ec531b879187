// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";

/**
 * A repository of Helm charts, with its credentials. You can't delete a repository while services use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { HelmRepository } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const charts = new HelmRepository("charts", {
 *   organizationId,
 *   kind: "HTTPS",
 *   url: "https://charts.example.com",
 *   config: { username: "acme", password: config.requireSecret("password") },
 *   skipTlsVerification: false,
 * });
 * export const helmRepositoryId = charts.id;
 * ```
 */
export class HelmRepository extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Name, unique in the organization. */
  declare readonly name: pulumi.Output<string>;

  /** Kind of the repository. */
  declare readonly kind: pulumi.Output<enums.HelmRepositoryKind>;

  /** Credentials, and where they're valid, as the kind requires. */
  declare readonly config: pulumi.Output<output.HelmRepositoryConfig>;

  /** Whether the platform accepts any TLS certificate of the repository. */
  declare readonly skipTlsVerification: pulumi.Output<boolean>;

  /** URL of the repository. */
  declare readonly url: pulumi.Output<string | undefined>;

  /** Description of the repository. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /**
   * Creates a HelmRepository resource with the given unique name, arguments, and options. A repository of Helm charts, with its credentials. You can't delete a repository while services use it.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { HelmRepository } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const charts = new HelmRepository("charts", {
   *   organizationId,
   *   kind: "HTTPS",
   *   url: "https://charts.example.com",
   *   config: { username: "acme", password: config.requireSecret("password") },
   *   skipTlsVerification: false,
   * });
   * export const helmRepositoryId = charts.id;
   * ```
   */
  constructor(name: string, args: HelmRepositoryArgs, options?: pulumi.CustomResourceOptions) {
    super("HelmRepository", name, args, options);
  }

  /**
   * Gets an existing HelmRepository's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { HelmRepository } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = HelmRepository.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: HelmRepositoryState = {},
    options: pulumi.CustomResourceOptions = {},
  ): HelmRepository {
    return new HelmRepository(name, state as HelmRepositoryArgs, {
      ...options,
      id: idToRead("HelmRepository", name, id),
    });
  }

  /** Returns true if the value is a HelmRepository, even one of another copy of this package. */
  static override isInstance(value: unknown): value is HelmRepository {
    return PlatformResource.isKind("HelmRepository", value);
  }
}

/** The arguments for creating a HelmRepository resource. */
export interface HelmRepositoryArgs {
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
  /** Kind of the repository. */
  kind: pulumi.Input<enums.HelmRepositoryKind>;
  /** Credentials, and where they're valid, as the kind requires. HTTPS: `username` (optional), `password` (optional); OCI_ECR: `region`, `accessKeyId`, `secretAccessKey`, or `region`, `roleArn`; OCI_SCALEWAY_CR: `region`, `scalewayAccessKey`, `scalewaySecretKey`, `scalewayProjectId`; OCI_DOCKER_HUB: `username` (optional), `password` (optional); OCI_PUBLIC_ECR: nothing; OCI_GENERIC_CR: `username` (optional), `password` (optional); OCI_GITHUB_CR: `username` (optional), `password` (optional); OCI_GITLAB_CR: `username` (optional), `password` (optional). An update sends all of it: a password that you omit is removed. */
  config: pulumi.Input<input.HelmRepositoryConfigArgs>;
  /** Whether the platform accepts any TLS certificate of the repository. */
  skipTlsVerification: pulumi.Input<boolean>;
  /**
   * URL of the repository; begins with https:// or oci://.
   *
   * Format: an https or oci URL.
   */
  url?: pulumi.Input<string | undefined> | undefined;
  /** Description of the repository. */
  description?: pulumi.Input<string | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing HelmRepository, for {@link HelmRepository.get}. */
export interface HelmRepositoryState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
}
