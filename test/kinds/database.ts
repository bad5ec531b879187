import type { DatabaseArgs } from "pulumi-app-platform";
import { bodies } from "../platform/support/bodies.js";
import type { Values } from "../support/provider.js";
import { name, required, size } from "./shared/arguments.js";
import { existingArgs, serviceBodies } from "./shared/bodies.js";
import { onPlatform } from "./shared/everyField.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import * as shared from "./shared/objects.js";
import { asProgram } from "./shared/programFormat.js";
import { described, editDescription, written } from "./shared/service.js";
import { bothSides, memory, option, sized } from "./shared/simulated.js";
import { testRecord } from "./testRecord.js";

const same = {
  name: "orders",
  type: "POSTGRESQL",
  version: "16",
  mode: "MANAGED",
  description: "Orders",
  accessibility: "PUBLIC",
  storage: 50,
  instance_type: "db.t3.micro",
  icon_uri: "https://acme.io/db.svg",
  disk_type: "gp3",
};

// The body of an edit, less type and mode, which an edit does not have; a create has no disk_type.
const request = { ...same, ...shared.groups.request };

const response = {
  ...same,
  ...shared.stamped(ids.database),
  environment: { id: ids.environment },
  service_type: "DATABASE",
  cpu: 250,
  memory: 100,
  ...shared.groups.response,
  host: "orders.db.acme.io",
  port: 5432,
  ...shared.maxima,
  disk_encrypted: true,
};

const cache = { name: "cache", type: "REDIS", version: "7", mode: "CONTAINER", cpu: 400, memory: 512 };

/** §2.5 */
const fixture = fixtureOf({
  kind: "Database",
  title: "every field of a managed database",
  request,
  response,
  outputs: { externalHost: response.host },
  variants: [{ title: "cpu and memory in mode CONTAINER", request: cache }],
});

const path = `/database/${ids.database}`;
const update = [`PUT ${path}`];
// The disk's type is a member of the update only.
const create = [`POST /environment/${ids.environment}/database`, ...update];
const credentials = [`GET ${path}/masterCredentials`, `GET /variable?parent_id=${ids.environment}&scope=ENVIRONMENT`];

const typed = { version: "16", mode: "CONTAINER" };

export const database = testRecord({
  fixture,
  documented: {
    request: `name type version mode description accessibility cpu instance_type memory storage annotations_groups
      labels_groups icon_uri disk_type`,
    response: `id created_at name type version mode icon_uri environment service_type updated_at description
      accessibility cpu instance_type memory storage annotations_groups labels_groups host port maximum_cpu
      maximum_memory disk_encrypted disk_type`,
  },
  arguments: {
    required: `environmentId type version mode ${required.groups}`,
    bounds: [...size, ...name, ["storage", [0], [1]], ["version", [""], ["16"]], ["instanceType", [""], ["a"]]],
    changed: {
      documented: ["edit", { environmentId: "replace", type: "name taken", mode: "name taken" }],
      extended: ["edit", { environmentId: "replace", type: "replace, deleted first", mode: "replace, deleted first" }],
    },
    dependents: { mode: ["instanceType", "diskType"] },
    ignored: ({ mode }) => (mode === "MANAGED" ? ["cpu", "memory"] : []),
  },
  secrets: [],
  calls: {
    edit: { version: "17" },
    documented: { create, update },
    extended: {
      // The update has found neither, so the create looks again.
      create: [...create, ...credentials, ...credentials],
      read: [`GET ${path}`, ...credentials],
      update: [...update, ...credentials],
    },
    unsent: { create: ["disk_type"], update: ["type", "mode"] },
  },
  service: "database",
  lifecycle: {
    args: (ids) => ({
      environmentId: ids.environment,
      name: "orders",
      description: written,
      type: "POSTGRESQL",
      version: "16",
      mode: "CONTAINER",
      cpu: 500,
    }),
    edited: described,
    edits: editDescription,
    removed: { arg: "cpu", wire: "cpu", now: 250 },
    replacements: (ids) => [{ type: "MYSQL", version: "8.4" }, { environmentId: ids.otherEnvironment }],
  },
  existing: { requiredArgs: (ids) => existingArgs("database", ids, "type version mode") },
  bodies: serviceBodies("database", { list: ["labels_groups"] }),
  everyField: (ids) => ({
    containerDatabase: onPlatform<DatabaseArgs>(
      { program: asProgram(bodies.database.full(ids) as Values), path: fixture.path },
      ids,
      { name: "every-container-database" },
    ),
    managedDatabase: onPlatform<DatabaseArgs>(fixture, ids, { name: "every-managed-database" }),
  }),
  simulation: {
    ...bothSides((content, ids) => ({ ...sized.wire(content, ids), ...typed, type: content.type })),
    optional: [
      { ...memory, removed: ({ type }) => (type === "MYSQL" ? 512 : 100) },
      option("accessibility", "PUBLIC", "PRIVATE", "PUBLIC"),
      option("storage", 20, 10, 30),
    ],
    overrides: sized,
    isDeployed: true,
    isTyped: true,
  },
});
