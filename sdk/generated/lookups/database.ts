// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getDatabases}. */
export interface GetDatabasesArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId: string;
}

/** The arguments of {@link getDatabase}: either a name or an ID. */
export interface GetDatabaseArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getDatabase}. */
export interface GetDatabaseResult {
  /** ID on the platform. */
  id: string;
  /** Environment of the service. */
  environmentId: string;
  /** Name, unique per environment and kind. */
  name: string;
  /** Type of the database. */
  type: enums.DatabaseType;
  /** Version of the database, as the platform offers it. */
  version: string;
  /** Who runs the database. */
  mode: enums.DatabaseMode;
  /** Description of the service, shown in the platform's console. */
  description?: string | undefined;
  /** Whether the database can be reached from the internet. */
  accessibility: enums.DatabaseAccessibility;
  /**
   * CPU.
   *
   * Unit: millicores.
   */
  cpu: number;
  /** Instance type of the cloud provider. */
  instanceType?: string | undefined;
  /**
   * Memory.
   *
   * Unit: MB.
   */
  memory?: number | undefined;
  /**
   * Size of the disk.
   *
   * Unit: GB.
   */
  storage: number;
  /** Annotations groups, by ID. */
  annotationsGroups?: output.AnnotationsGroupReference[] | undefined;
  /** Labels groups, by ID. */
  labelsGroups?: output.LabelsGroupReference[] | undefined;
  /** Icon of the service. */
  iconUri?: string | undefined;
  /** Type of the disk. */
  diskType?: enums.DiskType | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Environment of the resource. */
  environment?: output.EnvironmentReference | undefined;
  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  serviceType?: string | undefined;
  /** Host name of the database. */
  host?: string | undefined;
  /** The same host name, under the name that other services have for theirs. */
  externalHost?: string | undefined;
  /** Port of the database. */
  port?: number | undefined;
  /**
   * Maximum CPU that the cluster configuration allows.
   *
   * Unit: millicores.
   */
  maximumCpu?: number | undefined;
  /**
   * Maximum memory that the cluster configuration allows.
   *
   * Unit: MB.
   */
  maximumMemory?: number | undefined;
  /** Whether the disk is encrypted. */
  diskEncrypted?: boolean | undefined;
  /** Host name at which other services of the environment reach it (full API only). */
  internalHost?: string | undefined;
}

/**
 * Gets all Database resources of the given environment, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDatabases } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getDatabases({ environmentId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getDatabases(args: GetDatabasesArgs, options?: pulumi.InvokeOptions): Promise<GetDatabaseResult[]> {
  return lookUpAll("Database", { ...args }, options);
}

/**
 * The same as {@link getDatabases}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDatabasesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getDatabasesOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getDatabasesOutput(
  args: { [K in keyof GetDatabasesArgs]: pulumi.Input<GetDatabasesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDatabaseResult[]> {
  return lookUpOutput("Database", args, lookUpAll<GetDatabaseResult>, options);
}

/**
 * Gets the Database with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDatabase } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getDatabase({ environmentId, name: "db" }).then((existing) => existing.id);
 * ```
 */
export function getDatabase(args: GetDatabaseArgs, options?: pulumi.InvokeOptions): Promise<GetDatabaseResult> {
  return lookUpOne("Database", { ...args }, options);
}

/**
 * The same as {@link getDatabase}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getDatabaseOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getDatabaseOutput({ environmentId, name: "db" }).apply((existing) => existing.id);
 * ```
 */
export function getDatabaseOutput(
  args: { [K in keyof GetDatabaseArgs]: pulumi.Input<GetDatabaseArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDatabaseResult> {
  return lookUpOutput("Database", args, lookUpOne<GetDatabaseResult>, options);
}
