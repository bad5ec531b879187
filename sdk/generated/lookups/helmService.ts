// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getHelmServices}. */
export interface GetHelmServicesArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId: string;
}

/** The arguments of {@link getHelmService}: either a name or an ID. */
export interface GetHelmServiceArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getHelmService}. */
export interface GetHelmServiceResult {
  /** ID on the platform. */
  id: string;
  /** Environment of the service. */
  environmentId: string;
  /** Name, unique per environment and kind. */
  name: string;
  /** Description of the service, shown in the platform's console. */
  description?: string | undefined;
  /** Source of the chart. */
  source: output.HelmSource;
  /** Arguments of Helm, for example `--atomic`. */
  arguments: string[];
  /** Values that override the chart's, as an object. */
  values?: { [key: string]: unknown } | undefined;
  /** Values that override the chart's. */
  valuesOverride: output.HelmValuesOverride;
  /**
   * Time after which a deployment has failed.
   *
   * Unit: seconds.
   */
  timeoutSec: number;
  /** Whether each pull request gets a preview environment with a clone of the service. */
  autoPreview?: boolean | undefined;
  /** Whether a new commit is deployed automatically. */
  autoDeploy: boolean;
  /** Whether the chart may create resources outside of its namespace. */
  allowClusterWideResources: boolean;
  /** Public ports. */
  ports?: output.HelmPort[] | undefined;
  /** Icon of the service. */
  iconUri?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Environment of the resource. */
  environment?: output.EnvironmentReference | undefined;
  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  serviceType?: string | undefined;
  /** URL of the service's default address (full API only). */
  url?: string | undefined;
  /** Host name in `url`. */
  externalHost?: string | undefined;
  /** Addresses of the service's publicly accessible ports, the default one first (full API only). */
  links?: output.Link[] | undefined;
  /** Host name at which other services of the environment reach it (full API only). */
  internalHost?: string | undefined;
}

/**
 * Gets all HelmService resources of the given environment, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getHelmServices } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getHelmServices({ environmentId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getHelmServices(
  args: GetHelmServicesArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetHelmServiceResult[]> {
  return lookUpAll("HelmService", { ...args }, options);
}

/**
 * The same as {@link getHelmServices}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getHelmServicesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getHelmServicesOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getHelmServicesOutput(
  args: { [K in keyof GetHelmServicesArgs]: pulumi.Input<GetHelmServicesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetHelmServiceResult[]> {
  return lookUpOutput("HelmService", args, lookUpAll<GetHelmServiceResult>, options);
}

/**
 * Gets the HelmService with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getHelmService } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getHelmService({ environmentId, name: "grafana" }).then((existing) => existing.id);
 * ```
 */
export function getHelmService(
  args: GetHelmServiceArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetHelmServiceResult> {
  return lookUpOne("HelmService", { ...args }, options);
}

/**
 * The same as {@link getHelmService}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getHelmServiceOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getHelmServiceOutput({ environmentId, name: "grafana" }).apply((existing) => existing.id);
 * ```
 */
export function getHelmServiceOutput(
  args: { [K in keyof GetHelmServiceArgs]: pulumi.Input<GetHelmServiceArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetHelmServiceResult> {
  return lookUpOutput("HelmService", args, lookUpOne<GetHelmServiceResult>, options);
}
