/** Opens the data file. Every write is one transaction, synced to disk before the response. */
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import Database from "libsql";

export type Connection = Database.Database;

export const formatVersion = 1;

const tables = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS record (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id));
  CREATE TABLE IF NOT EXISTS service (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    environment_id TEXT NOT NULL,
    name_key TEXT NOT NULL,
    deleting_since INTEGER,
    body TEXT NOT NULL,
    UNIQUE (environment_id, kind, name_key)
  );
  CREATE INDEX IF NOT EXISTS deleting ON service (deleting_since) WHERE deleting_since IS NOT NULL;
  CREATE TABLE IF NOT EXISTS deployment (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    environment_id TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS latest_deployment ON deployment (environment_id, sequence);
`;

export function openDatabase(file: string): Connection {
  if (file === ":memory:") return prepare(new Database(file));
  mkdirSync(dirname(file), { recursive: true });
  // Only for this user: the file has the signing key and the secrets of the services.
  closeSync(openSync(file, "a", 0o600));
  const connection = new Database(file);
  connection.pragma("busy_timeout = 5000");
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  return prepare(connection);
}

function prepare(connection: Connection): Connection {
  const { user_version: version } = connection.prepare("PRAGMA user_version").get() as { user_version: number };
  if (version !== 0 && version !== formatVersion) {
    throw new Error(`its format is ${version}, this backend reads format ${formatVersion}`);
  }
  if (version === 0) connection.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${formatVersion}; COMMIT;`);
  return connection;
}
