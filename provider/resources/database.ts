import { defineResource } from "../definition/defineResource.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { boolean, choice, integer, optional, text } from "../schema/fields.js";
import { annotationsGroups, labelsGroups } from "./shared/groups.js";
import { description, environmentId, iconUri, serviceName, serviceOutputs } from "./shared/service.js";

const managed = { mode: ["MANAGED"] } as const;

/** A database, run as a container or managed by the cloud provider. */
export const database = defineResource("Database", {
  description: "A database, run as a container or managed by the cloud provider.",
  args: {
    environmentId: environmentId(),
    name: serviceName(),
    type: choice("DatabaseType", "Kind of database.", ["MONGODB", "MYSQL", "POSTGRESQL", "REDIS"], { replaces: true }),
    version: text("Version of the database, as the platform offers it.", { minLength: 1 }),
    mode: choice("DatabaseMode", "Who runs the database.", ["CONTAINER", "MANAGED"], { replaces: true }),
    description: description(),
    accessibility: optional(
      choice("DatabaseAccessibility", "Whether it can be reached from the internet.", ["PRIVATE", "PUBLIC"], {
        default: "PRIVATE",
      }),
    ),
    cpu: optional(
      integer("Processor share; ignored for a managed database.", {
        unit: "millicores",
        default: 250,
        min: 1,
        max: 32000,
        ignoredWhen: managed,
      }),
    ),
    instanceType: optional(
      text("Instance type of the cloud provider; only for a managed database.", { minLength: 1, onlyWhen: managed }),
    ),
    memory: optional(
      integer("Memory; ignored for a managed database.", {
        unit: "MB",
        defaultText: "100 for POSTGRESQL and REDIS, 512 for MYSQL, 256 for MONGODB",
        min: 1,
        max: 131072,
        ignoredWhen: managed,
      }),
    ),
    storage: optional(integer("Size of the disk.", { unit: "GB", default: 10, min: 1 })),
    annotationsGroups: annotationsGroups(),
    labelsGroups: labelsGroups(),
    iconUri: iconUri(),
    diskType: optional(
      choice("DiskType", "Kind of disk; only for a managed database on an AWS cluster.", ["gp2", "gp3"], {
        onlyWhen: managed,
      }),
    ),
  },
  outputs: {
    ...serviceOutputs,
    host: optional(text("Host name to connect to.")),
    port: optional(integer("Port to connect to.")),
    maximumCpu: optional(
      integer("Most processor share, in millicores, that the organization's cluster configuration allows."),
    ),
    maximumMemory: optional(integer("Most memory, in MB, that the organization's cluster configuration allows.")),
    diskEncrypted: optional(boolean("Whether the disk is encrypted.")),
  },
  edit: "keeps",
  editOnly: ["diskType"],
  api: {
    create: endpoint(11, "POST /environment/{environmentId}/database"),
    list: endpoint(12, "GET /environment/{environmentId}/database"),
    update: endpoint(13, "PUT /database/{id}"),
    clone: endpoint(14, "POST /database/{id}/clone"),
    read: extended("GET /database/{id}"),
    delete: extended("DELETE /database/{id}"),
  },
  deployedAs: { list: "databases", versions: {} },
  example: `const db = new Database("db", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
export const host = db.host;`,
});
