import { defineResource } from "../definition/defineKind.js";
import type { Call, Created } from "../definition/kind.js";
import type { LinkedOutputs } from "../definition/subresources.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { createAs, createNew } from "../resource/create.js";
import { updateCreated } from "../resource/createOnce.js";
import { isAbsent, type Values } from "../schema/json.js";
import { choice, flag, integer, responseNumber, responseText, text } from "../schema/schemas.js";
import { compare } from "../values/compare.js";
import {
  ceilings,
  cpu,
  description,
  groups,
  iconUri,
  inEnvironment,
  memory,
  serviceOutputs,
} from "./shared/service.js";
import { internalHostOf } from "./shared/serviceSubresources.js";

/** The create call doesn't accept a disk type, so an update sets it. */
async function createWithDisk(call: Call, { diskType, ...others }: Values): Promise<Created> {
  const created = await createNew(call, others);
  return isAbsent(diskType)
    ? created
    : updateCreated(call, compare(call.definition, { ...created, args: { ...others, diskType } }));
}

/** The outputs with the administrator's credentials. */
function credentialsOf(service: string): LinkedOutputs {
  const description = "Read when the database is created, and by a refresh; `undefined` with the basic API.";
  return {
    noun: "credentials",
    outputs: {
      username: responseText.meta({ description: `User name of the administrator. ${description}` }),
      password: responseText.meta({ description: `Password of the administrator. ${description}`, secret: true }),
    },
    read: extended(`GET /${service}/{id}/masterCredentials`),
    follow: [],
    isExpected: () => true,
    from([credentials]) {
      const { login, password } = credentials ?? {};
      return {
        ...(typeof login === "string" && { username: login }),
        ...(typeof password === "string" && { password }),
      };
    },
  };
}

const managed = { mode: ["MANAGED"] } as const;

export const database = defineResource("Database", {
  description: "A database, run as a container or managed by the cloud provider.",
  args: {
    ...inEnvironment,
    type: choice("DatabaseType", ["MONGODB", "MYSQL", "POSTGRESQL", "REDIS"]).meta({
      description: "Type of the database.",
      example: { value: "POSTGRESQL" },
      onUpdate: "replace",
    }),
    version: text.meta({
      description: "Version of the database, as the platform offers it.",
      example: { value: "16" },
    }),
    mode: choice("DatabaseMode", ["CONTAINER", "MANAGED"]).meta({
      description: "Who runs the database.",
      onUpdate: "replace",
    }),
    description: description.optional(),
    accessibility: choice("DatabaseAccessibility", ["PRIVATE", "PUBLIC"])
      .optional()
      .meta({ description: "Whether the database can be reached from the internet.", default: "PRIVATE" }),
    cpu: cpu.optional().meta({
      description: "CPU; ignored for a managed database.",
      unit: "millicores",
      default: 250,
      when: { ignored: managed },
    }),
    instanceType: text.optional().meta({
      description: "Instance type of the cloud provider; only for a managed database.",
      when: { allowed: managed },
    }),
    memory: memory.optional().meta({
      description: "Memory; ignored for a managed database.",
      unit: "MB",
      whenOmitted: { by: { sibling: "type", values: { POSTGRESQL: 100, REDIS: 100, MYSQL: 512, MONGODB: 256 } } },
      when: { ignored: managed },
    }),
    storage: integer(1).optional().meta({ description: "Size of the disk.", unit: "GB", default: 10 }),
    ...groups,
    iconUri,
    diskType: choice("DiskType", ["gp2", "gp3"])
      .optional()
      .meta({
        description: "Type of the disk; only for a managed database on an AWS cluster.",
        when: { allowed: managed },
      }),
  },
  outputs: {
    ...serviceOutputs,
    host: responseText.meta({ description: "Host name of the database.", changesWith: ["accessibility"] }),
    externalHost: responseText.meta({
      description: "The same host name, under the name that other services have for theirs.",
      wire: "host",
      changesWith: ["accessibility"],
    }),
    port: responseNumber.meta({ description: "Port of the database.", changesWith: ["accessibility"] }),
    maximumCpu: ceilings.maximumCpu,
    maximumMemory: ceilings.maximumMemory,
    diskEncrypted: flag.optional().meta({ description: "Whether the disk is encrypted." }),
  },
  linked: (service) => [credentialsOf(service), internalHostOf(service)],
  builtIns: { output: "credentials", names: ["host", "port", "user", "password"] },
  updateMode: "partial",
  api: {
    create: endpoint(11, "POST /environment/{environmentId}/database"),
    list: endpoint(12, "GET /environment/{environmentId}/database"),
    update: endpoint(13, "PUT /database/{id}"),
    clone: endpoint(14, "POST /database/{id}/clone"),
    read: extended("GET /database/{id}"),
    delete: extended("DELETE /database/{id}"),
  },
  verbs: { create: createAs(createWithDisk) },
  deployedAs: { list: "databases", versions: {}, shownVersions: ["version"] },
  example: `const db = new Database("db", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
export const host = db.host;`,
});
