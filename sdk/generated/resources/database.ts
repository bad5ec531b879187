// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { ServiceSelection } from "../types/serviceSelection.js";
import type { AnnotationsGroup } from "./annotationsGroup.js";
import type { LabelsGroup } from "./labelsGroup.js";

/**
 * A database, run as a container or managed by the cloud provider.
 *
 * Creating a Database doesn't start it. To deploy it, list it in a DeploymentTrigger.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Database } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * const db = new Database("db", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
 * export const host = db.host;
 * ```
 */
export class Database extends PlatformResource {
  /** Environment of the service. */
  declare readonly environmentId: pulumi.Output<string>;

  /** Name, unique per environment and kind. */
  declare readonly name: pulumi.Output<string>;

  /** Type of the database. */
  declare readonly type: pulumi.Output<enums.DatabaseType>;

  /** Version of the database, as the platform offers it. */
  declare readonly version: pulumi.Output<string>;

  /** Who runs the database. */
  declare readonly mode: pulumi.Output<enums.DatabaseMode>;

  /** Description of the service, shown in the platform's console. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Whether the database can be reached from the internet. */
  declare readonly accessibility: pulumi.Output<enums.DatabaseAccessibility>;

  /**
   * CPU.
   *
   * Unit: millicores.
   */
  declare readonly cpu: pulumi.Output<number>;

  /** Instance type of the cloud provider. */
  declare readonly instanceType: pulumi.Output<string | undefined>;

  /**
   * Memory.
   *
   * Unit: MB.
   */
  declare readonly memory: pulumi.Output<number | undefined>;

  /**
   * Size of the disk.
   *
   * Unit: GB.
   */
  declare readonly storage: pulumi.Output<number>;

  /** Annotations groups, by ID. */
  declare readonly annotationsGroups: pulumi.Output<output.AnnotationsGroupReference[] | undefined>;

  /** Labels groups, by ID. */
  declare readonly labelsGroups: pulumi.Output<output.LabelsGroupReference[] | undefined>;

  /** Icon of the service. */
  declare readonly iconUri: pulumi.Output<string | undefined>;

  /** Type of the disk. */
  declare readonly diskType: pulumi.Output<enums.DiskType | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Resource or ID to clone. */
  declare readonly cloneFrom: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Environment of the resource. */
  declare readonly environment: pulumi.Output<output.EnvironmentReference | undefined>;

  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  declare readonly serviceType: pulumi.Output<string | undefined>;

  /** Host name of the database. */
  declare readonly host: pulumi.Output<string | undefined>;

  /** The same host name, under the name that other services have for theirs. */
  declare readonly externalHost: pulumi.Output<string | undefined>;

  /** Port of the database. */
  declare readonly port: pulumi.Output<number | undefined>;

  /**
   * Maximum CPU that the cluster configuration allows.
   *
   * Unit: millicores.
   */
  declare readonly maximumCpu: pulumi.Output<number | undefined>;

  /**
   * Maximum memory that the cluster configuration allows.
   *
   * Unit: MB.
   */
  declare readonly maximumMemory: pulumi.Output<number | undefined>;

  /** Whether the disk is encrypted. */
  declare readonly diskEncrypted: pulumi.Output<boolean | undefined>;

  /** User name of the administrator. */
  declare readonly username: pulumi.Output<string | undefined>;

  /**
   * Password of the administrator.
   *
   * Secret: encrypted in the state.
   */
  declare readonly password: pulumi.Output<string | undefined>;

  /** Host name at which other services of the environment reach it (full API only). */
  declare readonly internalHost: pulumi.Output<string | undefined>;

  /** The service, as an item of `services` of a `DeploymentTrigger`: kind, ID, the requested version and the last change. */
  declare readonly deployable: pulumi.Output<ServiceSelection>;

  /** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
  declare readonly credentials: pulumi.Output<output.DatabaseCredentials>;

  /**
   * Creates a Database resource with the given unique name, arguments, and options. A database, run as a container or managed by the cloud provider.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource; with `cloneFrom`, those that differ from the source.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Database } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const db = new Database("db", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
   * export const host = db.host;
   * ```
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Database } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * export const copy = new Database("copy", { environmentId, cloneFrom: "3fa85f64-5717-4562-b3fc-2c963f66afa6" });
   * ```
   */
  constructor(
    name: string,
    args: NoInfer<DatabaseCloneArgs | (DatabaseArgs & { cloneFrom?: undefined })>,
    options?: pulumi.CustomResourceOptions,
  ) {
    super("Database", name, args, options);
  }

  /**
   * Gets an existing Database's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Database } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const existing = Database.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: DatabaseState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Database {
    return new Database(name, state as DatabaseArgs, { ...options, id: idToRead("Database", name, id) });
  }

  /** Returns true if the value is a Database, even one of another copy of this package. */
  static override isInstance(value: unknown): value is Database {
    return PlatformResource.isKind("Database", value);
  }
}

/** The arguments for creating a Database resource. */
export interface DatabaseArgs {
  /**
   * Environment of the service.
   *
   * Changing it replaces the resource.
   */
  environmentId: pulumi.Input<string>;
  /**
   * Name, unique per environment and kind. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. Maximum length: 128 characters.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /**
   * Type of the database.
   *
   * Changing it replaces the resource.
   */
  type: pulumi.Input<enums.DatabaseType>;
  /** Version of the database, as the platform offers it. */
  version: pulumi.Input<string>;
  /**
   * Who runs the database.
   *
   * Changing it replaces the resource.
   */
  mode: pulumi.Input<enums.DatabaseMode>;
  /** Description of the service, shown in the platform's console. */
  description?: pulumi.Input<string | undefined> | undefined;
  /**
   * Whether the database can be reached from the internet.
   *
   * Default: "PRIVATE".
   */
  accessibility?: pulumi.Input<enums.DatabaseAccessibility | undefined> | undefined;
  /**
   * CPU; ignored for a managed database.
   *
   * Unit: millicores. Default: 250. Integer from 1 to 32000. Ignored if mode is MANAGED.
   */
  cpu?: pulumi.Input<number | undefined> | undefined;
  /**
   * Instance type of the cloud provider; only for a managed database.
   *
   * Allowed only if mode is MANAGED.
   */
  instanceType?: pulumi.Input<string | undefined> | undefined;
  /**
   * Memory; ignored for a managed database.
   *
   * Unit: MB. Default: 100 for POSTGRESQL and REDIS, 512 for MYSQL, 256 for MONGODB. Integer from 1 to 131072. Ignored if mode is MANAGED.
   */
  memory?: pulumi.Input<number | undefined> | undefined;
  /**
   * Size of the disk.
   *
   * Unit: GB. Default: 10. Integer of at least 1.
   */
  storage?: pulumi.Input<number | undefined> | undefined;
  /**
   * Annotations groups, by ID.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  annotationsGroups?:
    | pulumi.Input<pulumi.Input<input.AnnotationsGroupReferenceArgs | AnnotationsGroup>[] | undefined>
    | undefined;
  /**
   * Labels groups, by ID.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  labelsGroups?: pulumi.Input<pulumi.Input<input.LabelsGroupReferenceArgs | LabelsGroup>[] | undefined> | undefined;
  /**
   * Icon of the service.
   *
   * Format: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: pulumi.Input<string | undefined> | undefined;
  /**
   * Type of the disk; only for a managed database on an AWS cluster.
   *
   * Allowed only if mode is MANAGED.
   */
  diskType?: pulumi.Input<enums.DiskType | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
  /** Omitted here: with a source, the arguments are those of {@link DatabaseCloneArgs}. */
  cloneFrom?: undefined;
}

/** The arguments for cloning a Database: omitted arguments have the values of the source. */
export interface DatabaseCloneArgs extends Omit<DatabaseArgs, "adoptId" | "type" | "version" | "mode" | "cloneFrom"> {
  /**
   * Type of the database.
   *
   * Changing it replaces the resource.
   */
  type?: pulumi.Input<enums.DatabaseType | undefined> | undefined;
  /** Version of the database, as the platform offers it. */
  version?: pulumi.Input<string | undefined> | undefined;
  /**
   * Who runs the database.
   *
   * Changing it replaces the resource.
   */
  mode?: pulumi.Input<enums.DatabaseMode | undefined> | undefined;
  /** Resource or ID to clone. The clone is updated to your arguments; you can omit arguments that are otherwise required. Used only at creation. */
  cloneFrom: pulumi.Input<string | Database>;
}

/** Known arguments of an existing Database, for {@link Database.get}. */
export interface DatabaseState extends StatePlace {
  /** Environment of the service. */
  environmentId?: pulumi.Input<string | undefined> | undefined;
}
