// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getApiTokens}. */
export interface GetApiTokensArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name of the tokens. The platform decides whether a part of the name is enough. */
  name?: string | undefined;
  /** Name of who has created the tokens. The platform decides whether a part of the name is enough. */
  creatorName?: string | undefined;
}

/** The arguments of {@link getApiToken}: either a name or an ID. */
export interface GetApiTokenArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getApiToken}. */
export interface GetApiTokenResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name, unique in the organization. */
  name: string;
  /** Description of the token. */
  description?: string | undefined;
  /** Role that says what requests with the token may do. */
  roleId?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
  /** Name of the role. */
  roleName?: string | undefined;
}

/**
 * Gets all ApiToken resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getApiTokens } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getApiTokens({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getApiTokens(args: GetApiTokensArgs, options?: pulumi.InvokeOptions): Promise<GetApiTokenResult[]> {
  return lookUpAll("ApiToken", { ...args }, options);
}

/**
 * The same as {@link getApiTokens}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getApiTokensOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getApiTokensOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getApiTokensOutput(
  args: { [K in keyof GetApiTokensArgs]: pulumi.Input<GetApiTokensArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetApiTokenResult[]> {
  return lookUpOutput("ApiToken", args, lookUpAll<GetApiTokenResult>, options);
}

/**
 * Gets the ApiToken with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getApiToken } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getApiToken({ organizationId, name: "ci 1" }).then((existing) => existing.id);
 * ```
 */
export function getApiToken(args: GetApiTokenArgs, options?: pulumi.InvokeOptions): Promise<GetApiTokenResult> {
  return lookUpOne("ApiToken", { ...args }, options);
}

/**
 * The same as {@link getApiToken}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getApiTokenOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getApiTokenOutput({ organizationId, name: "ci 1" }).apply((existing) => existing.id);
 * ```
 */
export function getApiTokenOutput(
  args: { [K in keyof GetApiTokenArgs]: pulumi.Input<GetApiTokenArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetApiTokenResult> {
  return lookUpOutput("ApiToken", args, lookUpOne<GetApiTokenResult>, options);
}
