// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getAllCloudCredentials}. */
export interface GetAllCloudCredentialsArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /**
   * Cloud that the credentials are for. Set it only to find existing credentials.
   *
   * Default: the one of `aws`, `gcp`, `scaleway`, `azure` and `onPremise` that you set.
   */
  cloud: string;
}

/** The arguments of {@link getCloudCredentials}: either a name or an ID. */
export interface GetCloudCredentialsArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /**
   * Cloud that the credentials are for. Set it only to find existing credentials.
   *
   * Default: the one of `aws`, `gcp`, `scaleway`, `azure` and `onPremise` that you set.
   */
  cloud: string;
  /** Name to look for. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getCloudCredentials}. */
export interface GetCloudCredentialsResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Cloud that the credentials are for. */
  cloud?: enums.Cloud | undefined;
  /** Name. */
  name: string;
  /** Credentials for AWS: an access key or a role. */
  aws?: output.AwsCredentials | undefined;
  /** Credentials for Google Cloud: the key of a service account, or workload identity federation. */
  gcp?: output.GcpCredentials | undefined;
  /** Credentials for Scaleway. */
  scaleway?: output.ScalewayCredentials | undefined;
  /** Credentials for Azure. */
  azure?: output.AzureCredentials | undefined;
  /** Clusters that you run yourself: `{}`. */
  onPremise?: output.OnPremiseCredentials | undefined;
  /** Kind of the credentials, for example AWS_ROLE. */
  objectType?: string | undefined;
  /** ID of the platform's application in your Azure tenant. */
  azureApplicationId?: string | undefined;
  /** Object ID of that application. */
  azureApplicationObjectId?: string | undefined;
  /** Google Cloud project of the service account. */
  projectId?: string | undefined;
  /**
   * Lifetime of the tokens, for workload identity federation.
   *
   * Unit: seconds.
   */
  tokenLifetimeSeconds?: number | undefined;
}

/**
 * Gets all CloudCredentials resources of the given cloud, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAllCloudCredentials } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const cloud = "aws";
 *
 * export const names = getAllCloudCredentials({ organizationId, cloud }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getAllCloudCredentials(
  args: GetAllCloudCredentialsArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetCloudCredentialsResult[]> {
  return lookUpAll("CloudCredentials", { ...args }, options);
}

/**
 * The same as {@link getAllCloudCredentials}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAllCloudCredentialsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const cloud = "aws";
 *
 * export const names = getAllCloudCredentialsOutput({ organizationId, cloud }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getAllCloudCredentialsOutput(
  args: { [K in keyof GetAllCloudCredentialsArgs]: pulumi.Input<GetAllCloudCredentialsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCloudCredentialsResult[]> {
  return lookUpOutput("CloudCredentials", args, lookUpAll<GetCloudCredentialsResult>, options);
}

/**
 * Gets the CloudCredentials with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCloudCredentials } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const cloud = "aws";
 *
 * export const id = getCloudCredentials({ organizationId, cloud, name: "aws" }).then((existing) => existing.id);
 * ```
 */
export function getCloudCredentials(
  args: GetCloudCredentialsArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetCloudCredentialsResult> {
  return lookUpOne("CloudCredentials", { ...args }, options);
}

/**
 * The same as {@link getCloudCredentials}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCloudCredentialsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const cloud = "aws";
 *
 * export const id = getCloudCredentialsOutput({ organizationId, cloud, name: "aws" }).apply((existing) => existing.id);
 * ```
 */
export function getCloudCredentialsOutput(
  args: { [K in keyof GetCloudCredentialsArgs]: pulumi.Input<GetCloudCredentialsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCloudCredentialsResult> {
  return lookUpOutput("CloudCredentials", args, lookUpOne<GetCloudCredentialsResult>, options);
}
