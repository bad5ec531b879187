// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getOrganizations}. */
export interface GetOrganizationsArgs extends LookupPlace {}

/** The arguments of {@link getOrganization}: either a name or an ID. */
export interface GetOrganizationArgs extends LookupPlace {
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getOrganization}. */
export interface GetOrganizationResult {
  /** ID on the platform. */
  id: string;
  /** Name of the organization. */
  name: string;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Plan of the organization, for example ENTERPRISE. */
  plan?: string | undefined;
  /** Owner of the organization. */
  owner?: string | undefined;
  /** Description of the organization. */
  description?: string | undefined;
  /** Website of the organization. */
  websiteUrl?: string | undefined;
  /** Repository of the organization. */
  repository?: string | undefined;
  /** URL of the organization's logo. */
  logoUrl?: string | undefined;
  /** URL of the organization's icon. */
  iconUrl?: string | undefined;
  /** Email addresses of those who administer the organization. */
  adminEmails?: string[] | undefined;
}

/**
 * Gets all Organizations, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import { getOrganizations } from "pulumi-app-platform";
 *
 * export const names = getOrganizations().then((all) => all.map(({ name }) => name));
 * ```
 */
export function getOrganizations(
  args: GetOrganizationsArgs = {},
  options?: pulumi.InvokeOptions,
): Promise<GetOrganizationResult[]> {
  return lookUpAll("Organization", { ...args }, options);
}

/**
 * The same as {@link getOrganizations}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import { getOrganizationsOutput } from "pulumi-app-platform";
 *
 * export const names = getOrganizationsOutput().apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getOrganizationsOutput(
  args: { [K in keyof GetOrganizationsArgs]: pulumi.Input<GetOrganizationsArgs[K]> } = {},
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetOrganizationResult[]> {
  return lookUpOutput("Organization", args, lookUpAll<GetOrganizationResult>, options);
}

/**
 * Gets the Organization with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import { getOrganization } from "pulumi-app-platform";
 *
 * export const id = getOrganization({ name: "acme" }).then((existing) => existing.id);
 * ```
 */
export function getOrganization(
  args: GetOrganizationArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetOrganizationResult> {
  return lookUpOne("Organization", { ...args }, options);
}

/**
 * The same as {@link getOrganization}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import { getOrganizationOutput } from "pulumi-app-platform";
 *
 * export const id = getOrganizationOutput({ name: "acme" }).apply((existing) => existing.id);
 * ```
 */
export function getOrganizationOutput(
  args: { [K in keyof GetOrganizationArgs]: pulumi.Input<GetOrganizationArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetOrganizationResult> {
  return lookUpOutput("Organization", args, lookUpOne<GetOrganizationResult>, options);
}
