/** Opens the data file. Every write is one transaction, synced to disk before the response. */
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import Database from "libsql";
import { migrate, readFormat, refuseNewerFile } from "./formats.js";
import { DamagedFile } from "./trouble.js";

export type Connection = Database.Database;

export function openDatabase(file: string): Connection {
  if (file === ":memory:") {
    const memory = new Database(file);
    migrate(memory);
    return memory;
  }
  makeFolder(dirname(file));
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

/** Not with `recursive`: Node.js never returns where a folder cannot be made, such as below `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

function prepareFile(connection: Connection): void {
  connection.pragma("busy_timeout = 5000");
  // Before anything is written: a file that is refused stays as it is.
  readFormat(connection);
  refuseDamage(connection);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  // So that the first bytes of the file show its format, see refuseNewerFile.
  if (migrate(connection)) connection.pragma("wal_checkpoint(TRUNCATE)");
}

/** What was written to a damaged file could not be found again, or would damage more of it. */
function refuseDamage(connection: Connection): void {
  const { quick_check: found } = connection.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
  if (found !== "ok") throw new DamagedFile(found.replaceAll(/\s+/g, " "));
}
