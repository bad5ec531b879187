// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";

/** Where {@link getDatabases} looks. */
export interface GetDatabasesArgs {
  /** Environment that holds the service. */
  environmentId: string;
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: string | undefined;
}

/** What {@link getDatabase} looks for: a name or an id. */
export interface GetDatabaseArgs {
  /** Environment that holds the service. */
  environmentId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** Identifier to look for; instead of a name. */
  id?: string | undefined;
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: string | undefined;
}

/** A Database as the platform knows it. */
export interface GetDatabaseResult {
  /** Identifier on the platform. */
  id: string;
  /** Environment that holds the service. */
  environmentId: string;
  /**
   * Name, unique per environment and kind. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. At most 128 characters.
   */
  name: string;
  /**
   * Type of the database.
   *
   * It cannot be edited: another value needs a new resource.
   */
  type: enums.DatabaseType;
  /** Version of the database, as the platform offers it. */
  version: string;
  /**
   * Who runs the database.
   *
   * It cannot be edited: another value needs a new resource.
   */
  mode: enums.DatabaseMode;
  /** Description of the service, shown in the platform's console. */
  description?: string | undefined;
  /**
   * Whether the database can be reached from the internet.
   *
   * Default: "PRIVATE".
   */
  accessibility: enums.DatabaseAccessibility;
  /**
   * CPU; ignored for a managed database.
   *
   * Unit: millicores. Default: 250. From 1 to 32000. Ignored where mode is MANAGED.
   */
  cpu: number;
  /**
   * Instance type of the cloud provider; only for a managed database.
   *
   * Only where mode is MANAGED.
   */
  instanceType?: string | undefined;
  /**
   * Memory; ignored for a managed database.
   *
   * Unit: MB. Default: 100 for POSTGRESQL and REDIS, 512 for MYSQL, 256 for MONGODB. From 1 to 131072. Ignored where mode is MANAGED.
   */
  memory?: number | undefined;
  /**
   * Size of the disk.
   *
   * Unit: GB. Default: 10. At least 1.
   */
  storage: number;
  /**
   * Annotations groups, by ID.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  annotationsGroups?: output.AnnotationsGroup[] | undefined;
  /**
   * Labels groups, by ID.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  labelsGroups?: output.LabelsGroup[] | undefined;
  /**
   * Icon of the service.
   *
   * Format: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: string | undefined;
  /**
   * Type of the disk; only for a managed database on an AWS cluster.
   *
   * Only where mode is MANAGED.
   */
  diskType?: enums.DiskType | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Environment that holds the service. */
  environment?: output.EnvironmentReference | undefined;
  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  serviceType?: string | undefined;
  /** Host name of the database. */
  host?: string | undefined;
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
}

/**
 * All of this kind in one place; also at preview.
 *
 * @throws An error with a code, where the platform refuses or cannot be reached.
 * @example
 * ```ts
 * const all = await getDatabases({ environmentId });
 * ```
 */
export function getDatabases(args: GetDatabasesArgs): Promise<GetDatabaseResult[]> {
  return lookUpAll("Database", { ...args });
}

/**
 * {@link getDatabases} for arguments that may be outputs.
 *
 * @example
 * ```ts
 * const names = getDatabasesOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getDatabasesOutput(
  args: { [K in keyof GetDatabasesArgs]: pulumi.Input<GetDatabasesArgs[K]> },
): pulumi.Output<GetDatabaseResult[]> {
  return lookUpOutput("Database", args, lookUpAll<GetDatabaseResult>);
}

/**
 * The one with the given name or id; also at preview.
 *
 * @throws An error with a code, where there is none, and where the platform refuses or cannot be reached.
 * @example
 * ```ts
 * const existing = await getDatabase({ environmentId, name: "web" });
 * ```
 */
export function getDatabase(args: GetDatabaseArgs): Promise<GetDatabaseResult> {
  return lookUpOne("Database", { ...args });
}

/**
 * {@link getDatabase} for arguments that may be outputs.
 *
 * @example
 * ```ts
 * const id = getDatabaseOutput({ environmentId, name: "web" }).apply(({ id }) => id);
 * ```
 */
export function getDatabaseOutput(
  args: { [K in keyof GetDatabaseArgs]: pulumi.Input<GetDatabaseArgs[K]> },
): pulumi.Output<GetDatabaseResult> {
  return lookUpOutput("Database", args, lookUpOne<GetDatabaseResult>);
}
