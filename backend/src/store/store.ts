import { type Connection, openDatabase } from "./database.js";
import { type Deployments, openDeployments } from "./deployments.js";
import { createGroupCommit } from "./group-commit.js";
import { createMemories } from "./memory.js";
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
  /** Like `write`, but together with what other requests write: one sync to disk is enough for all of them. */
  writeTogether<T>(work: () => T): Promise<T>;
  /** Removes all content. The signing key and other single values stay. */
  clear(): void;
  close(): void;
}

export function openStore(file: string): Store {
  return storeOn(openDatabase(file));
}

export function storeOn(connection: Connection): Store {
  const memories = createMemories(connection);
  const { write: writeTogether } = createGroupCommit(connection, memories.forgetAll);
  return {
    meta: openMeta(connection),
    records: openRecords(connection, memories),
    services: openServices(connection, memories),
    deployments: openDeployments(connection),
    connection,
    write(work) {
      try {
        return connection.transaction(work).immediate();
      } catch (error) {
        memories.forgetAll();
        throw error;
      }
    },
    writeTogether,
    clear() {
      connection.exec("DELETE FROM record; DELETE FROM service; DELETE FROM deployment");
      memories.forgetAll();
    },
    close: () => void connection.close(),
  };
}
