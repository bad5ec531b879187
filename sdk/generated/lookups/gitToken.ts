// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getGitTokens}. */
export interface GetGitTokensArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getGitToken}: either a name or an ID. */
export interface GetGitTokenArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getGitToken}. */
export interface GetGitTokenResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name, unique in the organization. */
  name: string;
  /** Service that issued the token. */
  type: enums.GitTokenType;
  /** Description of the token. */
  description?: string | undefined;
  /** Workspace of Bitbucket that the token is for. */
  workspace?: string | undefined;
  /** API of a git service that you host yourself. */
  gitApiUrl?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
  /** When the token expires (ISO 8601). */
  expiredAt?: string | undefined;
}

/**
 * Gets all GitToken resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getGitTokens } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getGitTokens({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getGitTokens(args: GetGitTokensArgs, options?: pulumi.InvokeOptions): Promise<GetGitTokenResult[]> {
  return lookUpAll("GitToken", { ...args }, options);
}

/**
 * The same as {@link getGitTokens}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getGitTokensOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getGitTokensOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getGitTokensOutput(
  args: { [K in keyof GetGitTokensArgs]: pulumi.Input<GetGitTokensArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetGitTokenResult[]> {
  return lookUpOutput("GitToken", args, lookUpAll<GetGitTokenResult>, options);
}

/**
 * Gets the GitToken with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getGitToken } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getGitToken({ organizationId, name: "github" }).then((existing) => existing.id);
 * ```
 */
export function getGitToken(args: GetGitTokenArgs, options?: pulumi.InvokeOptions): Promise<GetGitTokenResult> {
  return lookUpOne("GitToken", { ...args }, options);
}

/**
 * The same as {@link getGitToken}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getGitTokenOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getGitTokenOutput({ organizationId, name: "github" }).apply((existing) => existing.id);
 * ```
 */
export function getGitTokenOutput(
  args: { [K in keyof GetGitTokenArgs]: pulumi.Input<GetGitTokenArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetGitTokenResult> {
  return lookUpOutput("GitToken", args, lookUpOne<GetGitTokenResult>, options);
}
