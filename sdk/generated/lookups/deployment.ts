// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getDeployment}. */
export interface GetDeploymentArgs extends LookupPlace {
  /** Environment whose last deployment to get. */
  environmentId?: string | undefined;
  /** ID of a deployment request, instead of an environment, such as the output `deploymentRequestId` of a `DeploymentTrigger`. */
  deploymentRequestId?: string | undefined;
}

/** The values returned by {@link getDeployment}. */
export interface GetDeploymentResult {
  /** Status of the deployment, for example DEPLOYED. */
  status?: string | undefined;
  /** Environment of the deployment. */
  environmentId?: string | undefined;
  /** ID of the deployment request (only with `deploymentRequestId`). */
  deploymentRequestId?: string | undefined;
  /** ID of the deployment (only with `environmentId`). */
  executionId?: string | undefined;
  /** What was requested: DEPLOY, STOP, RESTART, DELETE (only with `environmentId`). */
  triggerAction?: string | undefined;
  /** Result, such as ONGOING, SUCCESS, ERROR (only with `environmentId`). */
  actionStatus?: string | undefined;
  /** Who requested the deployment (only with `environmentId`). */
  triggeredBy?: string | undefined;
  /** Client that requested the deployment (only with `environmentId`). */
  origin?: string | undefined;
  /** Time of the request (ISO 8601) (only with `environmentId`). */
  createdAt?: string | undefined;
  /** Time of the last change of the status (ISO 8601) (only with `environmentId`). */
  updatedAt?: string | undefined;
  /** Duration (ISO 8601), for example PT12S (only with `environmentId`). */
  totalDuration?: string | undefined;
  /** The stages, in order (only with `environmentId`). */
  stages?: output.DeployedStage[] | undefined;
}

/**
 * Gets the last deployment of an environment, or the status of the one that a request has started, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDeployment } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const status = getDeployment({ environmentId }).then((found) => found.status);
 * ```
 */
export function getDeployment(args: GetDeploymentArgs, options?: pulumi.InvokeOptions): Promise<GetDeploymentResult> {
  return lookUpOne("Deployment", { ...args }, options);
}

/**
 * The same as {@link getDeployment}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDeploymentOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const status = getDeploymentOutput({ environmentId }).apply((found) => found.status);
 * ```
 */
export function getDeploymentOutput(
  args: { [K in keyof GetDeploymentArgs]: pulumi.Input<GetDeploymentArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDeploymentResult> {
  return lookUpOutput("Deployment", args, lookUpOne<GetDeploymentResult>, options);
}
