// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getHelmRepositories}. */
export interface GetHelmRepositoriesArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getHelmRepository}: either a name or an ID. */
export interface GetHelmRepositoryArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getHelmRepository}. */
export interface GetHelmRepositoryResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name, unique in the organization. */
  name: string;
  /** Kind of the repository. */
  kind: enums.HelmRepositoryKind;
  /** Credentials, and where they're valid, as the kind requires. */
  config: output.HelmRepositoryConfig;
  /** Whether the platform accepts any TLS certificate of the repository. */
  skipTlsVerification: boolean;
  /** URL of the repository. */
  url?: string | undefined;
  /** Description of the repository. */
  description?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
}

/**
 * Gets all HelmRepository resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getHelmRepositories } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getHelmRepositories({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getHelmRepositories(
  args: GetHelmRepositoriesArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetHelmRepositoryResult[]> {
  return lookUpAll("HelmRepository", { ...args }, options);
}

/**
 * The same as {@link getHelmRepositories}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getHelmRepositoriesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getHelmRepositoriesOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getHelmRepositoriesOutput(
  args: { [K in keyof GetHelmRepositoriesArgs]: pulumi.Input<GetHelmRepositoriesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetHelmRepositoryResult[]> {
  return lookUpOutput("HelmRepository", args, lookUpAll<GetHelmRepositoryResult>, options);
}

/**
 * Gets the HelmRepository with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getHelmRepository } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getHelmRepository({ organizationId, name: "charts" }).then((existing) => existing.id);
 * ```
 */
export function getHelmRepository(
  args: GetHelmRepositoryArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetHelmRepositoryResult> {
  return lookUpOne("HelmRepository", { ...args }, options);
}

/**
 * The same as {@link getHelmRepository}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getHelmRepositoryOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getHelmRepositoryOutput({ organizationId, name: "charts" }).apply((existing) => existing.id);
 * ```
 */
export function getHelmRepositoryOutput(
  args: { [K in keyof GetHelmRepositoryArgs]: pulumi.Input<GetHelmRepositoryArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetHelmRepositoryResult> {
  return lookUpOutput("HelmRepository", args, lookUpOne<GetHelmRepositoryResult>, options);
}
