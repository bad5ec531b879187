// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getContainerRegistries}. */
export interface GetContainerRegistriesArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getContainerRegistry}: either a name or an ID. */
export interface GetContainerRegistryArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getContainerRegistry}. */
export interface GetContainerRegistryResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name, unique in the organization. */
  name: string;
  /** Kind of the registry. */
  kind: enums.RegistryKind;
  /** Credentials, and where they're valid, as the kind requires. */
  config: output.RegistryConfig;
  /** URL of the registry. */
  url?: string | undefined;
  /** Description of the registry. */
  description?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
}

/**
 * Gets all ContainerRegistry resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContainerRegistries } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getContainerRegistries({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getContainerRegistries(
  args: GetContainerRegistriesArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetContainerRegistryResult[]> {
  return lookUpAll("ContainerRegistry", { ...args }, options);
}

/**
 * The same as {@link getContainerRegistries}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContainerRegistriesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getContainerRegistriesOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getContainerRegistriesOutput(
  args: { [K in keyof GetContainerRegistriesArgs]: pulumi.Input<GetContainerRegistriesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetContainerRegistryResult[]> {
  return lookUpOutput("ContainerRegistry", args, lookUpAll<GetContainerRegistryResult>, options);
}

/**
 * Gets the ContainerRegistry with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContainerRegistry } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getContainerRegistry({ organizationId, name: "images" }).then((existing) => existing.id);
 * ```
 */
export function getContainerRegistry(
  args: GetContainerRegistryArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetContainerRegistryResult> {
  return lookUpOne("ContainerRegistry", { ...args }, options);
}

/**
 * The same as {@link getContainerRegistry}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContainerRegistryOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getContainerRegistryOutput({ organizationId, name: "images" }).apply((existing) => existing.id);
 * ```
 */
export function getContainerRegistryOutput(
  args: { [K in keyof GetContainerRegistryArgs]: pulumi.Input<GetContainerRegistryArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetContainerRegistryResult> {
  return lookUpOutput("ContainerRegistry", args, lookUpOne<GetContainerRegistryResult>, options);
}
