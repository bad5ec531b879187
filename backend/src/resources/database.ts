import { createHash } from "node:crypto";
import { z } from "zod";
import { maximumCpu, maximumMemory } from "../limits.js";
import { isOmitted, type Report, rule, withRules } from "../schema/rules.js";
import { absoluteUri, freeText, resourceName, text, uuid } from "../schema/texts.js";
import { integer, isObject, optional } from "../schema/values.js";
import type { Cluster } from "./environment.js";
import { annotationsGroupReferences, groupReferences, groupResponse, labelsGroupReferences } from "./groups.js";
import {
  type Configuring,
  representGroups,
  representService,
  type Service,
  type ServiceKind,
  serviceMembers,
} from "./service.js";

const type = z.enum(["MONGODB", "MYSQL", "POSTGRESQL", "REDIS"]);
const mode = z.enum(["CONTAINER", "MANAGED"]);
const accessibility = z.enum(["PRIVATE", "PUBLIC"]);
const diskType = z.enum(["gp2", "gp3"]);

const instanceTypeOnlyWhenManaged = rule<{ mode: string; instance_type: string | null }>(
  ["mode", "instance_type"],
  (value, report) => {
    if (value.mode === "CONTAINER" && value.instance_type !== null) {
      report(["instance_type"], "isn't allowed for a container database");
    }
  },
  { anyOf: [{ properties: { mode: { const: "MANAGED" } } }, { properties: { instance_type: isOmitted } }] },
);

const cpu = integer(1, maximumCpu).meta({ description: "In millicores; ignored for a managed database." });
const memory = integer(1, maximumMemory).meta({ description: "In MB; ignored for a managed database." });

const request = withRules(
  z.object({
    name: resourceName,
    type,
    version: text,
    mode,
    description: optional(freeText),
    accessibility: accessibility.default("PRIVATE"),
    cpu: cpu.default(250),
    instance_type: optional(text),
    memory: optional(memory),
    storage: integer(1).default(10),
    ...groupReferences,
    icon_uri: optional(absoluteUri),
  }),
  instanceTypeOnlyWhenManaged,
).meta({ id: "DatabaseRequest" });

/** An update keeps omitted members. A null counts as omitted, except for a description, which it removes. */
const editRequest = z
  .object({
    name: resourceName.optional(),
    description: freeText.nullable().optional(),
    version: text.optional(),
    accessibility: accessibility.optional(),
    cpu: cpu.optional(),
    memory: memory.optional(),
    storage: integer(1).optional(),
    instance_type: text.nullable().optional(),
    annotations_groups: annotationsGroupReferences.optional(),
    labels_groups: labelsGroupReferences.optional(),
    icon_uri: absoluteUri.optional(),
    disk_type: diskType.nullable().optional(),
  })
  .meta({ id: "DatabaseEdit" });

const response = z
  .object({
    ...serviceMembers,
    name: text,
    type,
    version: text,
    mode,
    description: optional(freeText),
    accessibility,
    cpu: integer(),
    instance_type: optional(text),
    memory: integer(),
    storage: integer(),
    ...groupResponse,
    host: text,
    port: integer(),
    maximum_cpu: integer(),
    maximum_memory: integer(),
    disk_encrypted: z.boolean(),
    disk_type: optional(diskType),
  })
  .meta({ id: "Database" });

type Request = z.output<typeof request>;
type Edit = z.output<typeof editRequest>;
type Config = Omit<Request, "memory"> & {
  memory: number;
  disk_type: z.output<typeof diskType> | null;
};

const containerMemory: Record<Request["type"], number> = { POSTGRESQL: 100, REDIS: 100, MYSQL: 512, MONGODB: 256 };
const usualPort: Record<Request["type"], number> = { MONGODB: 27_017, MYSQL: 3306, POSTGRESQL: 5432, REDIS: 6379 };

/** The instance types of managed databases that specify none. */
const usualInstanceType: Record<Request["type"], string> = {
  MONGODB: "db.t3.medium",
  MYSQL: "db.t3.micro",
  POSTGRESQL: "db.t3.micro",
  REDIS: "cache.t3.micro",
};

/** A managed database has the size of its instance type. */
const managedSize = { cpu: 250, memory: 100 };

/** The body without the size that a managed database ignores, whatever it is. */
function withoutIgnoredSize(body: unknown, mode: unknown): unknown {
  if (mode !== "MANAGED" || !isObject(body)) return body;
  const { cpu: _cpu, memory: _memory, ...rest } = body;
  return rest;
}

function configure(body: Request, { cluster }: Configuring<Config>): Config {
  if (body.mode === "CONTAINER") return { ...body, memory: body.memory ?? containerMemory[body.type], disk_type: null };
  return {
    ...body,
    ...managedSize,
    instance_type: body.instance_type ?? usualInstanceType[body.type],
    disk_type: cluster.config.cloud_provider === "AWS" ? "gp2" : null,
  };
}

function isSpecified(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Invalid and omitted members are undefined. */
function checkEdit(edit: Partial<Edit>, previous: Config, cluster: Cluster, report: Report): void {
  const managed = previous.mode === "MANAGED";
  if (!managed && isSpecified(edit.instance_type)) {
    report(["instance_type"], "isn't allowed for a container database");
  }
  if (isSpecified(edit.disk_type) && !(managed && cluster.config.cloud_provider === "AWS")) {
    report(["disk_type"], "is allowed only for a managed database on an AWS cluster");
  }
}

function withEdit(edit: Edit, previous: Config): Config {
  const { description, ...members } = edit;
  const specified = Object.fromEntries(Object.entries(members).filter(([, value]) => isSpecified(value)));
  if (description !== undefined) specified.description = description;
  return { ...previous, ...specified, ...(previous.mode === "MANAGED" ? managedSize : {}) };
}

/** Where a database is reached. Derived from the id: it exists at once, and no update changes it. */
function addressOf({ id, config }: Service<Config>): { host: string; port: number } {
  return { host: `db-${id.slice(0, 8)}.databases.internal`, port: usualPort[config.type] };
}

const login = "app";

/** Derived, too. It is never used, since there is no real database. */
function passwordOf({ id }: Service<Config>): string {
  return createHash("sha256").update(`password of ${id}`).digest("base64url").slice(0, 24);
}

export const database: ServiceKind<Request, Config, z.output<typeof response>> = {
  kind: "database",
  description: "Databases, run as a container or managed by a cloud provider.",
  numbers: { create: 11, list: 12, edit: 13, clone: 14 },
  request,
  response,
  editRequest,
  editRole: "admin",
  hasVariables: false,
  selection: uuid,
  selectedBy: null,
  stop: "again",
  isRestarted: true,
  deploymentQuery: { applyImmediately: [] },
  prepare: (body, previous) => withoutIgnoredSize(body, previous?.mode ?? (isObject(body) ? body.mode : undefined)),
  configure,
  edit: (read, previous, { cluster }) =>
    withEdit(
      read(editRequest, (specified, report) => checkEdit(specified, previous, cluster, report)),
      previous,
    ),
  copy: (config) => config,
  represent: (service, related) =>
    representService(service, {
      ...representGroups(service.config, related),
      ...addressOf(service),
      maximum_cpu: maximumCpu,
      maximum_memory: maximumMemory,
      disk_encrypted: service.config.mode === "MANAGED",
    }),
  source: () => "none",
  version: ({ version }) => version,
  masterCredentials: (service) => ({ ...addressOf(service), login, password: passwordOf(service) }),
  builtIns(service) {
    const { host, port } = addressOf(service);
    return {
      prefix: service.config.type,
      values: { HOST: host, PORT: String(port), USER: login, PASSWORD: null, HOST_INTERNAL: host },
    };
  },
};
