// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getTerraformServices}. */
export interface GetTerraformServicesArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId: string;
}

/** The arguments of {@link getTerraformService}: either a name or an ID. */
export interface GetTerraformServiceArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getTerraformService}. */
export interface GetTerraformServiceResult {
  /** ID on the platform. */
  id: string;
  /** Environment of the service. */
  environmentId: string;
  /** Name, unique per environment and kind. */
  name: string;
  /** Description of the service, shown in the platform's console. */
  description: string;
  /** Whether and how a new commit is deployed automatically. */
  autoDeployConfig: output.AutoDeployConfig;
  /** Source of the Terraform files. */
  terraformFilesSource: output.TerraformFilesSource;
  /** Sources of the variables' values. */
  terraformVariablesSource: output.TerraformVariablesSource;
  /** Where Terraform keeps its state. */
  backend: output.TerraformBackend;
  /** Program that runs the files. */
  engine: enums.TerraformEngine;
  /** Version of the engine. */
  providerVersion: output.TerraformProviderVersion;
  /** Size of the job that runs the engine. */
  jobResources: output.TerraformJobResources;
  /**
   * Time after which a run has failed.
   *
   * Unit: seconds.
   */
  timeoutSec: number;
  /** Icon of the service. */
  iconUri?: string | undefined;
  /** Whether runs use the cluster's cloud credentials. */
  useClusterCredentials?: boolean | undefined;
  /** Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`, placed before the command's own. */
  actionExtraArguments?: { [key: string]: string[] } | undefined;
  /** Lines added to the Dockerfile of the job. */
  dockerfileFragment?: output.DockerfileFragment | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Environment of the resource. */
  environment?: output.EnvironmentReference | undefined;
  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  serviceType?: string | undefined;
  /** Whether a new commit is deployed automatically. */
  autoDeploy?: boolean | undefined;
}

/**
 * Gets all TerraformService resources of the given environment, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getTerraformServices } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getTerraformServices({ environmentId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getTerraformServices(
  args: GetTerraformServicesArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetTerraformServiceResult[]> {
  return lookUpAll("TerraformService", { ...args }, options);
}

/**
 * The same as {@link getTerraformServices}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getTerraformServicesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getTerraformServicesOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getTerraformServicesOutput(
  args: { [K in keyof GetTerraformServicesArgs]: pulumi.Input<GetTerraformServicesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetTerraformServiceResult[]> {
  return lookUpOutput("TerraformService", args, lookUpAll<GetTerraformServiceResult>, options);
}

/**
 * Gets the TerraformService with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getTerraformService } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getTerraformService({ environmentId, name: "network" }).then((existing) => existing.id);
 * ```
 */
export function getTerraformService(
  args: GetTerraformServiceArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetTerraformServiceResult> {
  return lookUpOne("TerraformService", { ...args }, options);
}

/**
 * The same as {@link getTerraformService}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getTerraformServiceOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getTerraformServiceOutput({ environmentId, name: "network" }).apply((existing) => existing.id);
 * ```
 */
export function getTerraformServiceOutput(
  args: { [K in keyof GetTerraformServiceArgs]: pulumi.Input<GetTerraformServiceArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetTerraformServiceResult> {
  return lookUpOutput("TerraformService", args, lookUpOne<GetTerraformServiceResult>, options);
}
