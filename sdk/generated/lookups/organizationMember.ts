// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getOrganizationMembers}. */
export interface GetOrganizationMembersArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getOrganizationMember}: either a name or an ID. */
export interface GetOrganizationMemberArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for: the `email` argument; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getOrganizationMember}. */
export interface GetOrganizationMemberResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Email address of the member. */
  email: string;
  /** Role of the member. */
  roleId: string;
  /** PENDING, EXPIRED or ACCEPTED. */
  invitationStatus?: string | undefined;
  /** ID of the invitation, until it is accepted. */
  invitationId?: string | undefined;
  /** ID of the member, once the invitation is accepted. */
  userId?: string | undefined;
  /** Name of the role. */
  roleName?: string | undefined;
}

/**
 * Gets all OrganizationMember resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getOrganizationMembers } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getOrganizationMembers({ organizationId }).then((all) => all.map(({ email }) => email));
 * ```
 */
export function getOrganizationMembers(
  args: GetOrganizationMembersArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetOrganizationMemberResult[]> {
  return lookUpAll("OrganizationMember", { ...args }, options);
}

/**
 * The same as {@link getOrganizationMembers}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getOrganizationMembersOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getOrganizationMembersOutput({ organizationId }).apply((all) => all.map(({ email }) => email));
 * ```
 */
export function getOrganizationMembersOutput(
  args: { [K in keyof GetOrganizationMembersArgs]: pulumi.Input<GetOrganizationMembersArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetOrganizationMemberResult[]> {
  return lookUpOutput("OrganizationMember", args, lookUpAll<GetOrganizationMemberResult>, options);
}

/**
 * Gets the OrganizationMember with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getOrganizationMember } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getOrganizationMember({ organizationId, name: "dev@example.com" }).then((existing) => existing.id);
 * ```
 */
export function getOrganizationMember(
  args: GetOrganizationMemberArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetOrganizationMemberResult> {
  return lookUpOne("OrganizationMember", { ...args }, options);
}

/**
 * The same as {@link getOrganizationMember}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getOrganizationMemberOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getOrganizationMemberOutput({ organizationId, name: "dev@example.com" }).apply((existing) => existing.id);
 * ```
 */
export function getOrganizationMemberOutput(
  args: { [K in keyof GetOrganizationMemberArgs]: pulumi.Input<GetOrganizationMemberArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetOrganizationMemberResult> {
  return lookUpOutput("OrganizationMember", args, lookUpOne<GetOrganizationMemberResult>, options);
}
