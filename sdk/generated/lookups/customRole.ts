// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getCustomRoles}. */
export interface GetCustomRolesArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getCustomRole}: either a name or an ID. */
export interface GetCustomRoleArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getCustomRole}. */
export interface GetCustomRoleResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name, unique in the organization. */
  name: string;
  /** Description of the role. */
  description?: string | undefined;
  /** Permissions by cluster. */
  clusterPermissions?: output.ClusterPermission[] | undefined;
  /** Permissions by project. */
  projectPermissions?: output.ProjectPermission[] | undefined;
}

/**
 * Gets all CustomRole resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCustomRoles } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getCustomRoles({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getCustomRoles(
  args: GetCustomRolesArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetCustomRoleResult[]> {
  return lookUpAll("CustomRole", { ...args }, options);
}

/**
 * The same as {@link getCustomRoles}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCustomRolesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getCustomRolesOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getCustomRolesOutput(
  args: { [K in keyof GetCustomRolesArgs]: pulumi.Input<GetCustomRolesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCustomRoleResult[]> {
  return lookUpOutput("CustomRole", args, lookUpAll<GetCustomRoleResult>, options);
}

/**
 * Gets the CustomRole with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCustomRole } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getCustomRole({ organizationId, name: "deployer" }).then((existing) => existing.id);
 * ```
 */
export function getCustomRole(args: GetCustomRoleArgs, options?: pulumi.InvokeOptions): Promise<GetCustomRoleResult> {
  return lookUpOne("CustomRole", { ...args }, options);
}

/**
 * The same as {@link getCustomRole}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCustomRoleOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getCustomRoleOutput({ organizationId, name: "deployer" }).apply((existing) => existing.id);
 * ```
 */
export function getCustomRoleOutput(
  args: { [K in keyof GetCustomRoleArgs]: pulumi.Input<GetCustomRoleArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCustomRoleResult> {
  return lookUpOutput("CustomRole", args, lookUpOne<GetCustomRoleResult>, options);
}
