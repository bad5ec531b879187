import { maximumCpu, maximumMemory } from "../limits.js";
import { type Report, rule } from "../schema/rules.js";
import {
  boolean,
  fallback,
  freeText,
  integer,
  kept,
  named,
  nullable,
  object,
  oneOf,
  optional,
  required,
  text,
  type Value,
} from "../schema/schema.js";
import type { Cluster } from "./environment.js";
import { annotationsGroupReferences, groupAnswers, groupReferences, labelsGroupReferences } from "./groups.js";
import { resourceName } from "./name.js";
import { type Configuring, groupsAnswer, type ServiceKind, serviceAnswer, serviceMembers } from "./service.js";

const type = oneOf(["MONGODB", "MYSQL", "POSTGRESQL", "REDIS"]);
const mode = oneOf(["CONTAINER", "MANAGED"]);
const accessibility = oneOf(["PRIVATE", "PUBLIC"]);
const diskType = oneOf(["gp2", "gp3"]);

const instanceTypeOnlyWhenManaged = rule<{ mode: string; instance_type: string | null }>(
  ["mode", "instance_type"],
  (value, report) => {
    if (value.mode === "CONTAINER" && value.instance_type !== null) {
      report("instance_type", "must not be given for a container database");
    }
  },
);

const request = named(
  "Database",
  object(
    {
      name: required(resourceName()),
      type: required(type),
      version: required(text()),
      mode: required(mode),
      description: optional(freeText()),
      accessibility: fallback(accessibility, "PRIVATE"),
      cpu: fallback(integer(1, maximumCpu), 250),
      instance_type: optional(text()),
      memory: optional(integer(1, maximumMemory)),
      storage: fallback(integer(1), 10),
      ...groupReferences,
      icon_uri: optional(text({ format: "uri" })),
    },
    instanceTypeOnlyWhenManaged,
  ),
);

/** An edit keeps what it leaves out. */
export const databaseEdit = named(
  "DatabaseEdit",
  object({
    name: kept(resourceName()),
    description: kept(nullable(freeText())),
    version: kept(text()),
    accessibility: kept(accessibility),
    cpu: kept(integer(1, maximumCpu)),
    memory: kept(integer(1, maximumMemory)),
    storage: kept(integer(1)),
    instance_type: kept(text()),
    annotations_groups: kept(annotationsGroupReferences),
    labels_groups: kept(labelsGroupReferences),
    icon_uri: kept(text({ format: "uri" })),
    disk_type: kept(diskType),
  }),
);

const response = named(
  "Database",
  object({
    ...serviceMembers,
    name: required(text()),
    type: required(type),
    version: required(text()),
    mode: required(mode),
    description: optional(freeText()),
    accessibility: required(accessibility),
    cpu: required(integer()),
    instance_type: optional(text()),
    memory: required(integer()),
    storage: required(integer()),
    ...groupAnswers,
    host: required(text()),
    port: required(integer()),
    maximum_cpu: required(integer()),
    maximum_memory: required(integer()),
    disk_encrypted: required(boolean()),
    disk_type: optional(diskType),
  }),
);

type Request = Value<typeof request>;
export type DatabaseEdit = Value<typeof databaseEdit>;
export type DatabaseConfig = Omit<Request, "memory"> & {
  memory: number;
  disk_type: Value<typeof diskType> | null;
};

const containerMemory: Record<Request["type"], number> = { POSTGRESQL: 100, REDIS: 100, MYSQL: 512, MONGODB: 256 };
const usualPort: Record<Request["type"], number> = { MONGODB: 27_017, MYSQL: 3306, POSTGRESQL: 5432, REDIS: 6379 };

/** Given to managed databases that name no instance type. */
const usualInstanceType: Record<Request["type"], string> = {
  MONGODB: "db.t3.medium",
  MYSQL: "db.t3.micro",
  POSTGRESQL: "db.t3.micro",
  REDIS: "cache.t3.micro",
};

/** A managed database has the size of its instance type: what was sent is ignored. */
const managedSize = { cpu: 250, memory: 100 };

function configure(body: Request, { cluster }: Configuring<DatabaseConfig>): DatabaseConfig {
  if (body.mode === "CONTAINER") return { ...body, memory: body.memory ?? containerMemory[body.type], disk_type: null };
  return {
    ...body,
    ...managedSize,
    instance_type: body.instance_type ?? usualInstanceType[body.type],
    disk_type: cluster.config.cloud_provider === "AWS" ? "gp2" : null,
  };
}

/** Members with a violation of their own are undefined, as are those left out. */
export function checkDatabaseEdit(
  edit: Partial<DatabaseEdit>,
  previous: DatabaseConfig,
  cluster: Cluster,
  report: Report,
): void {
  const managed = previous.mode === "MANAGED";
  if (!managed && edit.instance_type !== undefined) {
    report("instance_type", "must not be given for a container database");
  }
  if (edit.disk_type !== undefined && !(managed && cluster.config.cloud_provider === "AWS")) {
    report("disk_type", "may be given only for a managed database on an AWS cluster");
  }
}

export function editDatabase(edit: DatabaseEdit, previous: DatabaseConfig): DatabaseConfig {
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  return { ...previous, ...given, ...(previous.mode === "MANAGED" ? managedSize : {}) };
}

export const database: ServiceKind<Request, DatabaseConfig, Value<typeof response>> = {
  kind: "database",
  request,
  response,
  configure,
  copy: (config) => config,
  answer: (service, around) => ({
    ...service.config,
    ...serviceAnswer(service),
    ...groupsAnswer(service.config, around),
    // Taken from the id, so that it is there at once and no edit changes it.
    host: `db-${service.id.slice(0, 8)}.databases.internal`,
    port: usualPort[service.config.type],
    maximum_cpu: maximumCpu,
    maximum_memory: maximumMemory,
    disk_encrypted: service.config.mode === "MANAGED",
  }),
  source: () => "none",
};
