import { type Connection, openDatabase } from "./database.js";
import { type Deployments, openDeployments } from "./deployments.js";
import { type Meta, openMeta } from "./meta.js";
import { openRecords, type Records } from "./records.js";
import { openServices, type Services } from "./services.js";

export interface Store {
  readonly meta: Meta;
  readonly records: Records;
  readonly services: Services;
  readonly deployments: Deployments;
  readonly connection: Connection;
  /** Runs `work` as one transaction: all of it is stored, or nothing. */
  write<T>(work: () => T): T;
  /** Removes all content. The signing key and other single values stay. */
  clear(): void;
  close(): void;
}

export function openStore(file: string): Store {
  const connection = openDatabase(file);
  return {
    meta: openMeta(connection),
    records: openRecords(connection),
    services: openServices(connection),
    deployments: openDeployments(connection),
    connection,
    write: (work) => connection.transaction(work).immediate(),
    clear: () => connection.exec("DELETE FROM record; DELETE FROM service; DELETE FROM deployment"),
    close: () => void connection.close(),
  };
}
