// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getAnnotationsGroups}. */
export interface GetAnnotationsGroupsArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getAnnotationsGroup}: either a name or an ID. */
export interface GetAnnotationsGroupArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getAnnotationsGroup}. */
export interface GetAnnotationsGroupResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name, unique in the organization. */
  name: string;
  /** Annotations of the group. */
  annotations: output.GroupAnnotation[];
  /** Kubernetes objects that get the annotations. */
  scopes: enums.AnnotationsScope[];
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
}

/**
 * Gets all AnnotationsGroup resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAnnotationsGroups } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getAnnotationsGroups({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getAnnotationsGroups(
  args: GetAnnotationsGroupsArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetAnnotationsGroupResult[]> {
  return lookUpAll("AnnotationsGroup", { ...args }, options);
}

/**
 * The same as {@link getAnnotationsGroups}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAnnotationsGroupsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getAnnotationsGroupsOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getAnnotationsGroupsOutput(
  args: { [K in keyof GetAnnotationsGroupsArgs]: pulumi.Input<GetAnnotationsGroupsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAnnotationsGroupResult[]> {
  return lookUpOutput("AnnotationsGroup", args, lookUpAll<GetAnnotationsGroupResult>, options);
}

/**
 * Gets the AnnotationsGroup with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAnnotationsGroup } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getAnnotationsGroup({ organizationId, name: "contact" }).then((existing) => existing.id);
 * ```
 */
export function getAnnotationsGroup(
  args: GetAnnotationsGroupArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetAnnotationsGroupResult> {
  return lookUpOne("AnnotationsGroup", { ...args }, options);
}

/**
 * The same as {@link getAnnotationsGroup}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAnnotationsGroupOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getAnnotationsGroupOutput({ organizationId, name: "contact" }).apply((existing) => existing.id);
 * ```
 */
export function getAnnotationsGroupOutput(
  args: { [K in keyof GetAnnotationsGroupArgs]: pulumi.Input<GetAnnotationsGroupArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAnnotationsGroupResult> {
  return lookUpOutput("AnnotationsGroup", args, lookUpOne<GetAnnotationsGroupResult>, options);
}
