import { type Connection, openDatabase } from "./database.js";
import { type Deployments, openDeployments } from "./deployments.js";
import { createGroupCommit } from "./group-commit.js";
import { createMemories } from "./memory.js";
import { type Meta, openMeta } from "./meta.js";
import { openRecords, type Records } from "./records.js";
import { once, type ReportDamage } from "./rows.js";
import { openServices, type Services } from "./services.js";
import { transaction } from "./transaction.js";

export interface Store {
  readonly meta: Meta;
  readonly records: Records;
  readonly services: Services;
  readonly deployments: Deployments;
  readonly connection: Connection;
  /** Reports something in the data that cannot be read: once for each message. */
  readonly report: ReportDamage;
  /** Runs `work` as one transaction: all of it is stored, or nothing. */
  write<T>(work: () => T): T;
  /** Like `write`, but together with what other requests write: one sync to disk is enough for all of them. */
  writeTogether<T>(work: () => T): Promise<T>;
  /** Removes all content. The signing key and other single values stay. */
  clear(): void;
  close(): void;
}

export function openStore(file: string, report?: ReportDamage): Store {
  return storeOn(openDatabase(file), report);
}

export function storeOn(connection: Connection, given: ReportDamage = () => undefined): Store {
  const report = once(given);
  const memories = createMemories(connection);
  const { write: writeTogether } = createGroupCommit(connection, memories.forgetAll);
  return {
    meta: openMeta(connection),
    records: openRecords(connection, memories, report),
    services: openServices(connection, memories, report),
    deployments: openDeployments(connection, report),
    connection,
    report,
    write(work) {
      try {
        return transaction(connection, work);
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
    close() {
      try {
        // The file alone then has everything: whoever copies it need not know of the files beside it.
        connection.pragma("wal_checkpoint(TRUNCATE)");
      } catch {
        // What was written is in the file beside it, and is read from there.
      }
      connection.close();
    },
  };
}
