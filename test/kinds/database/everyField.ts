import type { DatabaseArgs } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";
import { groups } from "../shared/everyField.js";

/** A database in a container and a managed one with every field set, as a program would give it. */
export function everyField(ids: SeededIds) {
  const environmentId = ids.environment;
  const containerDatabase: DatabaseArgs = {
    environmentId,
    name: "every-container-database",
    type: "MYSQL",
    version: "8.4",
    mode: "CONTAINER",
    description: "orders",
    accessibility: "PUBLIC",
    cpu: 500,
    memory: 1024,
    storage: 20,
    iconUri: "https://example.com/db.svg",
    ...groups(ids),
  };
  const managedDatabase: DatabaseArgs = {
    environmentId,
    name: "every-managed-database",
    type: "POSTGRESQL",
    version: "16",
    mode: "MANAGED",
    description: "invoices",
    accessibility: "PRIVATE",
    instanceType: "db.t3.small",
    diskType: "gp3",
    storage: 50,
    iconUri: "https://example.com/db.svg",
    ...groups(ids),
  };
  return { containerDatabase, managedDatabase };
}
