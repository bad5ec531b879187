// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";

/**
 * Credentials with which the platform creates clusters at a cloud provider. Credentials for another cloud are another resource. You can't delete credentials that a cluster uses.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { CloudCredentials } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const aws = new CloudCredentials("aws", {
 *   organizationId,
 *   aws: { accessKeyId: config.require("accessKeyId"), secretAccessKey: config.requireSecret("secretAccessKey") },
 * });
 * export const credentialsId = aws.id;
 * ```
 */
export class CloudCredentials extends PlatformResource {
  /** Organization of the resource. */
  declare readonly organizationId: pulumi.Output<string>;

  /** Cloud that the credentials are for. */
  declare readonly cloud: pulumi.Output<enums.Cloud | undefined>;

  /** Name. */
  declare readonly name: pulumi.Output<string>;

  /** Credentials for AWS: an access key or a role. */
  declare readonly aws: pulumi.Output<output.AwsCredentials | undefined>;

  /** Credentials for Google Cloud: the key of a service account, or workload identity federation. */
  declare readonly gcp: pulumi.Output<output.GcpCredentials | undefined>;

  /** Credentials for Scaleway. */
  declare readonly scaleway: pulumi.Output<output.ScalewayCredentials | undefined>;

  /** Credentials for Azure. */
  declare readonly azure: pulumi.Output<output.AzureCredentials | undefined>;

  /** Clusters that you run yourself: `{}`. */
  declare readonly onPremise: pulumi.Output<output.OnPremiseCredentials | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Kind of the credentials, for example AWS_ROLE. */
  declare readonly objectType: pulumi.Output<string | undefined>;

  /** ID of the platform's application in your Azure tenant. */
  declare readonly azureApplicationId: pulumi.Output<string | undefined>;

  /** Object ID of that application. */
  declare readonly azureApplicationObjectId: pulumi.Output<string | undefined>;

  /** Google Cloud project of the service account. */
  declare readonly projectId: pulumi.Output<string | undefined>;

  /**
   * Lifetime of the tokens, for workload identity federation.
   *
   * Unit: seconds.
   */
  declare readonly tokenLifetimeSeconds: pulumi.Output<number | undefined>;

  /**
   * Creates a CloudCredentials resource with the given unique name, arguments, and options. Credentials with which the platform creates clusters at a cloud provider. Credentials for another cloud are another resource. You can't delete credentials that a cluster uses.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { CloudCredentials } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const aws = new CloudCredentials("aws", {
   *   organizationId,
   *   aws: { accessKeyId: config.require("accessKeyId"), secretAccessKey: config.requireSecret("secretAccessKey") },
   * });
   * export const credentialsId = aws.id;
   * ```
   */
  constructor(name: string, args: CloudCredentialsArgs, options?: pulumi.CustomResourceOptions) {
    super("CloudCredentials", name, args, options);
  }

  /**
   * Gets an existing CloudCredentials's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { CloudCredentials } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   * const cloud = "aws";
   *
   * const existing = CloudCredentials.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { organizationId, cloud });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: CloudCredentialsState = {},
    options: pulumi.CustomResourceOptions = {},
  ): CloudCredentials {
    return new CloudCredentials(name, state as CloudCredentialsArgs, {
      ...options,
      id: idToRead("CloudCredentials", name, id),
    });
  }

  /** Returns true if the value is a CloudCredentials, even one of another copy of this package. */
  static override isInstance(value: unknown): value is CloudCredentials {
    return PlatformResource.isKind("CloudCredentials", value);
  }
}

/** The arguments for creating a CloudCredentials resource. */
export interface CloudCredentialsArgs {
  /**
   * Organization of the resource.
   *
   * Changing it replaces the resource.
   */
  organizationId: pulumi.Input<string>;
  /**
   * Cloud that the credentials are for. Set it only to find existing credentials.
   *
   * Default: the one of `aws`, `gcp`, `scaleway`, `azure` and `onPremise` that you set. Changing it replaces the resource.
   */
  cloud?: pulumi.Input<enums.Cloud | undefined> | undefined;
  /**
   * Name; unique among the credentials for the same cloud. Surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. Maximum length: 128 characters.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /** Credentials for AWS: an access key or a role. */
  aws?: pulumi.Input<input.AwsCredentialsArgs | undefined> | undefined;
  /** Credentials for Google Cloud: the key of a service account, or workload identity federation. */
  gcp?: pulumi.Input<input.GcpCredentialsArgs | undefined> | undefined;
  /** Credentials for Scaleway. */
  scaleway?: pulumi.Input<input.ScalewayCredentialsArgs | undefined> | undefined;
  /** Credentials for Azure. */
  azure?: pulumi.Input<input.AzureCredentialsArgs | undefined> | undefined;
  /** Clusters that you run yourself: `{}`. */
  onPremise?: pulumi.Input<input.OnPremiseCredentialsArgs | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing CloudCredentials, for {@link CloudCredentials.get}. */
export interface CloudCredentialsState extends StatePlace {
  /** Organization of the resource. */
  organizationId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Cloud that the credentials are for. Set it only to find existing credentials.
   *
   * Default: the one of `aws`, `gcp`, `scaleway`, `azure` and `onPremise` that you set.
   */
  cloud?: pulumi.Input<enums.Cloud | undefined> | undefined;
}
