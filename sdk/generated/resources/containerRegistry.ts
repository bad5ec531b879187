// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";

/**
 * A container registry, with its credentials. Services refer to it by `registryId`. You can't delete a registry while services use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ContainerRegistry } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const images = new ContainerRegistry("images", {
 *   organizationId,
 *   kind: "GITHUB_CR",
 *   config: { username: "acme", password: config.requireSecret("password") },
 * });
 * export const registryId = images.id;
 * ```
 */
export class ContainerRegistry extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Name, unique in the organization. */
  declare readonly name: pulumi.Output<string>;

  /** Kind of the registry. */
  declare readonly kind: pulumi.Output<enums.RegistryKind>;

  /** Credentials, and where they're valid, as the kind requires. */
  declare readonly config: pulumi.Output<output.RegistryConfig>;

  /** URL of the registry. */
  declare readonly url: pulumi.Output<string | undefined>;

  /** Description of the registry. */
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
   * Creates a ContainerRegistry resource with the given unique name, arguments, and options. A container registry, with its credentials. Services refer to it by `registryId`. You can't delete a registry while services use it.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ContainerRegistry } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const images = new ContainerRegistry("images", {
   *   organizationId,
   *   kind: "GITHUB_CR",
   *   config: { username: "acme", password: config.requireSecret("password") },
   * });
   * export const registryId = images.id;
   * ```
   */
  constructor(name: string, args: ContainerRegistryArgs, options?: pulumi.CustomResourceOptions) {
    super("ContainerRegistry", name, args, options);
  }

  /**
   * Gets an existing ContainerRegistry's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ContainerRegistry } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = ContainerRegistry.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ContainerRegistryState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ContainerRegistry {
    return new ContainerRegistry(name, state as ContainerRegistryArgs, {
      ...options,
      id: idToRead("ContainerRegistry", name, id),
    });
  }

  /** Returns true if the value is a ContainerRegistry, even one of another copy of this package. */
  static override isInstance(value: unknown): value is ContainerRegistry {
    return PlatformResource.isKind("ContainerRegistry", value);
  }
}

/** The arguments for creating a ContainerRegistry resource. */
export interface ContainerRegistryArgs {
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
  /** Kind of the registry. */
  kind: pulumi.Input<enums.RegistryKind>;
  /** Credentials, and where they're valid, as the kind requires. ECR: `region`, `accessKeyId`, `secretAccessKey`, or `region`, `roleArn`; SCALEWAY_CR: `region`, `scalewayAccessKey`, `scalewaySecretKey`, `scalewayProjectId`; DOCKER_HUB: `username` (optional), `password` (optional); GITHUB_CR: `username` (optional), `password` (optional); GITHUB_ENTERPRISE_CR: `username` (optional), `password` (optional); GITLAB_CR: `username` (optional), `password` (optional); PUBLIC_ECR: nothing; GENERIC_CR: `username` (optional), `password` (optional); GCP_ARTIFACT_REGISTRY: `region`, `jsonCredentials`, or `region`, `serviceAccountEmail`, `workloadIdentityProviderResource`, `gcpCredentialsType` (optional), `projectId` (optional), `tokenLifetimeSeconds` (optional); AZURE_CR: `azureTenantId`, `azureSubscriptionId`. An update sends all of it: a password that you omit is removed. */
  config: pulumi.Input<input.RegistryConfigArgs>;
  /**
   * URL of the registry; begins with https://.
   *
   * Default: "https://docker.io" for DOCKER_HUB, "https://ghcr.io" for GITHUB_CR, "https://registry.gitlab.com" for GITLAB_CR. Format: an https URL.
   */
  url?: pulumi.Input<string | undefined> | undefined;
  /** Description of the registry. */
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

/** Known arguments of an existing ContainerRegistry, for {@link ContainerRegistry.get}. */
export interface ContainerRegistryState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
}
