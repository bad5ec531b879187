// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getEnvironments}. */
export interface GetEnvironmentsArgs extends LookupPlace {
  /** Project of the environment. */
  projectId: string;
}

/** The arguments of {@link getEnvironment}: either a name or an ID. */
export interface GetEnvironmentArgs extends LookupPlace {
  /** Project of the environment. */
  projectId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getEnvironment}. */
export interface GetEnvironmentResult {
  /** ID on the platform. */
  id: string;
  /** Project of the environment. */
  projectId: string;
  /** Name, unique in the project. */
  name: string;
  /** Purpose of the environment. */
  mode?: enums.EnvironmentMode | undefined;
  /** Cluster that its services run on. */
  clusterId?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
  /** Name of the cluster. */
  clusterName?: string | undefined;
  /** Project of the environment. */
  project?: output.ProjectReference | undefined;
  /** Organization of the resource. */
  organization?: output.OrganizationReference | undefined;
  /** Where the environment's cluster runs. */
  cloudProvider?: output.EnvironmentCloudProvider | undefined;
  /** When the platform deletes the environment (ISO 8601). */
  expiresAt?: string | undefined;
}

/**
 * Gets all Environment resources of the given project, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getEnvironments } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const projectId = config.require("projectId");
 *
 * export const names = getEnvironments({ projectId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getEnvironments(
  args: GetEnvironmentsArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetEnvironmentResult[]> {
  return lookUpAll("Environment", { ...args }, options);
}

/**
 * The same as {@link getEnvironments}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getEnvironmentsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const projectId = config.require("projectId");
 *
 * export const names = getEnvironmentsOutput({ projectId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getEnvironmentsOutput(
  args: { [K in keyof GetEnvironmentsArgs]: pulumi.Input<GetEnvironmentsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetEnvironmentResult[]> {
  return lookUpOutput("Environment", args, lookUpAll<GetEnvironmentResult>, options);
}

/**
 * Gets the Environment with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getEnvironment } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const projectId = config.require("projectId");
 *
 * export const id = getEnvironment({ projectId, name: "staging" }).then((existing) => existing.id);
 * ```
 */
export function getEnvironment(
  args: GetEnvironmentArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetEnvironmentResult> {
  return lookUpOne("Environment", { ...args }, options);
}

/**
 * The same as {@link getEnvironment}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getEnvironmentOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const projectId = config.require("projectId");
 *
 * export const id = getEnvironmentOutput({ projectId, name: "staging" }).apply((existing) => existing.id);
 * ```
 */
export function getEnvironmentOutput(
  args: { [K in keyof GetEnvironmentArgs]: pulumi.Input<GetEnvironmentArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetEnvironmentResult> {
  return lookUpOutput("Environment", args, lookUpOne<GetEnvironmentResult>, options);
}
