/** Opens the data file. Every write is one transaction, synced to disk before the response. */
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import Database from "libsql";
import { migrate, readFormat, refuseNewerFile } from "./formats.js";

export type Connection = Database.Database;

export function openDatabase(file: string): Connection {
  if (file === ":memory:") {
    const memory = new Database(file);
    migrate(memory);
    return memory;
  }
  mkdirSync(dirname(file), { recursive: true });
  // Only for this user: the file has the signing key and the secrets of the services.
  closeSync(openSync(file, "a", 0o600));
  refuseNewerFile(file);
  const connection = new Database(file);
  try {
    prepareFile(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

function prepareFile(connection: Connection): void {
  connection.pragma("busy_timeout = 5000");
  // Before anything is written: a file that is refused stays as it is.
  readFormat(connection);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  // So that the first bytes of the file show its format, see refuseNewerFile.
  if (migrate(connection)) connection.pragma("wal_checkpoint(TRUNCATE)");
}
