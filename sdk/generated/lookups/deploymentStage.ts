// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getDeploymentStages}. */
export interface GetDeploymentStagesArgs extends LookupPlace {
  /** Environment whose services are deployed in stages. */
  environmentId: string;
}

/** The arguments of {@link getDeploymentStage}: either a name or an ID. */
export interface GetDeploymentStageArgs extends LookupPlace {
  /** Environment whose services are deployed in stages. */
  environmentId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getDeploymentStage}. */
export interface GetDeploymentStageResult {
  /** ID on the platform. */
  id: string;
  /** Environment whose services are deployed in stages. */
  environmentId: string;
  /** Name, unique in the environment. */
  name: string;
  /** Description of the stage. */
  description?: string | undefined;
  /** Services of the stage, as resources or by ID, in any order. */
  services?: string[] | undefined;
  /** Those of `services` that a deployment of the whole environment leaves out. */
  skippedServices?: string[] | undefined;
  /** Environment of the resource. */
  environment?: output.EnvironmentReference | undefined;
}

/**
 * Gets all DeploymentStage resources of the given environment, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDeploymentStages } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getDeploymentStages({ environmentId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getDeploymentStages(
  args: GetDeploymentStagesArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetDeploymentStageResult[]> {
  return lookUpAll("DeploymentStage", { ...args }, options);
}

/**
 * The same as {@link getDeploymentStages}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDeploymentStagesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getDeploymentStagesOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getDeploymentStagesOutput(
  args: { [K in keyof GetDeploymentStagesArgs]: pulumi.Input<GetDeploymentStagesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDeploymentStageResult[]> {
  return lookUpOutput("DeploymentStage", args, lookUpAll<GetDeploymentStageResult>, options);
}

/**
 * Gets the DeploymentStage with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDeploymentStage } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getDeploymentStage({ environmentId, name: "data" }).then((existing) => existing.id);
 * ```
 */
export function getDeploymentStage(
  args: GetDeploymentStageArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetDeploymentStageResult> {
  return lookUpOne("DeploymentStage", { ...args }, options);
}

/**
 * The same as {@link getDeploymentStage}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDeploymentStageOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getDeploymentStageOutput({ environmentId, name: "data" }).apply((existing) => existing.id);
 * ```
 */
export function getDeploymentStageOutput(
  args: { [K in keyof GetDeploymentStageArgs]: pulumi.Input<GetDeploymentStageArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDeploymentStageResult> {
  return lookUpOutput("DeploymentStage", args, lookUpOne<GetDeploymentStageResult>, options);
}
