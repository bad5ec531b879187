// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getAvailableRoles}. */
export interface GetAvailableRolesArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getAvailableRole}: either a name or an ID. */
export interface GetAvailableRoleArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getAvailableRole}. */
export interface GetAvailableRoleResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name of the role. */
  name: string;
}

/**
 * Gets all AvailableRoles of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAvailableRoles } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getAvailableRoles({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getAvailableRoles(
  args: GetAvailableRolesArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetAvailableRoleResult[]> {
  return lookUpAll("AvailableRole", { ...args }, options);
}

/**
 * The same as {@link getAvailableRoles}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAvailableRolesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getAvailableRolesOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getAvailableRolesOutput(
  args: { [K in keyof GetAvailableRolesArgs]: pulumi.Input<GetAvailableRolesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAvailableRoleResult[]> {
  return lookUpOutput("AvailableRole", args, lookUpAll<GetAvailableRoleResult>, options);
}

/**
 * Gets the AvailableRole with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAvailableRole } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getAvailableRole({ organizationId, name: "VIEWER" }).then((existing) => existing.id);
 * ```
 */
export function getAvailableRole(
  args: GetAvailableRoleArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetAvailableRoleResult> {
  return lookUpOne("AvailableRole", { ...args }, options);
}

/**
 * The same as {@link getAvailableRole}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getAvailableRoleOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getAvailableRoleOutput({ organizationId, name: "VIEWER" }).apply((existing) => existing.id);
 * ```
 */
export function getAvailableRoleOutput(
  args: { [K in keyof GetAvailableRoleArgs]: pulumi.Input<GetAvailableRoleArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAvailableRoleResult> {
  return lookUpOutput("AvailableRole", args, lookUpOne<GetAvailableRoleResult>, options);
}
