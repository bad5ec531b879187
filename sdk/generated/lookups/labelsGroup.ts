// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getLabelsGroups}. */
export interface GetLabelsGroupsArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getLabelsGroup}: either a name or an ID. */
export interface GetLabelsGroupArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getLabelsGroup}. */
export interface GetLabelsGroupResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name, unique in the organization. */
  name: string;
  /** Labels of the group. */
  labels: output.GroupLabel[];
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
}

/**
 * Gets all LabelsGroup resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getLabelsGroups } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getLabelsGroups({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getLabelsGroups(
  args: GetLabelsGroupsArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetLabelsGroupResult[]> {
  return lookUpAll("LabelsGroup", { ...args }, options);
}

/**
 * The same as {@link getLabelsGroups}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getLabelsGroupsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getLabelsGroupsOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getLabelsGroupsOutput(
  args: { [K in keyof GetLabelsGroupsArgs]: pulumi.Input<GetLabelsGroupsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetLabelsGroupResult[]> {
  return lookUpOutput("LabelsGroup", args, lookUpAll<GetLabelsGroupResult>, options);
}

/**
 * Gets the LabelsGroup with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getLabelsGroup } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getLabelsGroup({ organizationId, name: "costs" }).then((existing) => existing.id);
 * ```
 */
export function getLabelsGroup(
  args: GetLabelsGroupArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetLabelsGroupResult> {
  return lookUpOne("LabelsGroup", { ...args }, options);
}

/**
 * The same as {@link getLabelsGroup}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getLabelsGroupOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getLabelsGroupOutput({ organizationId, name: "costs" }).apply((existing) => existing.id);
 * ```
 */
export function getLabelsGroupOutput(
  args: { [K in keyof GetLabelsGroupArgs]: pulumi.Input<GetLabelsGroupArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetLabelsGroupResult> {
  return lookUpOutput("LabelsGroup", args, lookUpOne<GetLabelsGroupResult>, options);
}
