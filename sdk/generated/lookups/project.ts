// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getProjects}. */
export interface GetProjectsArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId: string;
}

/** The arguments of {@link getProject}: either a name or an ID. */
export interface GetProjectArgs extends LookupPlace {
  /** Organization of the resource. */
  organizationId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getProject}. */
export interface GetProjectResult {
  /** ID on the platform. */
  id: string;
  /** Organization of the resource. */
  organizationId: string;
  /** Name, unique in the organization. */
  name: string;
  /** Description of the project. */
  description?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
  /** Organization of the resource. */
  organization?: output.OrganizationReference | undefined;
}

/**
 * Gets all Project resources of the given organization, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getProjects } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getProjects({ organizationId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getProjects(args: GetProjectsArgs, options?: pulumi.InvokeOptions): Promise<GetProjectResult[]> {
  return lookUpAll("Project", { ...args }, options);
}

/**
 * The same as {@link getProjects}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getProjectsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const names = getProjectsOutput({ organizationId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getProjectsOutput(
  args: { [K in keyof GetProjectsArgs]: pulumi.Input<GetProjectsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetProjectResult[]> {
  return lookUpOutput("Project", args, lookUpAll<GetProjectResult>, options);
}

/**
 * Gets the Project with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getProject } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getProject({ organizationId, name: "shop" }).then((existing) => existing.id);
 * ```
 */
export function getProject(args: GetProjectArgs, options?: pulumi.InvokeOptions): Promise<GetProjectResult> {
  return lookUpOne("Project", { ...args }, options);
}

/**
 * The same as {@link getProject}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getProjectOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * export const id = getProjectOutput({ organizationId, name: "shop" }).apply((existing) => existing.id);
 * ```
 */
export function getProjectOutput(
  args: { [K in keyof GetProjectArgs]: pulumi.Input<GetProjectArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetProjectResult> {
  return lookUpOutput("Project", args, lookUpOne<GetProjectResult>, options);
}
