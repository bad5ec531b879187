/**
 * The formats of the data file. A file has the number of its format as `user_version`, and is migrated step by step to
 * the newest one when it is opened. A step that was released never changes: files that it has written exist.
 */
import { closeSync, openSync, readSync } from "node:fs";
import type Database from "libsql";
import { firstProject } from "../resources/first-project.js";

type Connection = Database.Database;

/** Format 1: each thing is a row with its body as JSON. Services are found by their last deployment, which must not be removed. */
const tables = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE record (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id));
  CREATE TABLE service (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    environment_id TEXT NOT NULL,
    name_key TEXT NOT NULL,
    deleting_since INTEGER,
    body TEXT NOT NULL,
    last_deployment_id TEXT GENERATED ALWAYS AS (body ->> '$.lastDeploymentId') VIRTUAL,
    UNIQUE (environment_id, kind, name_key)
  );
  CREATE INDEX last_deployment ON service (last_deployment_id) WHERE last_deployment_id IS NOT NULL;
  CREATE INDEX deleting ON service (deleting_since) WHERE deleting_since IS NOT NULL;
  CREATE TABLE deployment (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    environment_id TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX latest_deployment ON deployment (environment_id, sequence);
`;

/** Format 2: records are found by what they belong to, by what they refer to, and while they are being deleted. */
const parents = `
  ALTER TABLE record ADD COLUMN parent_id TEXT GENERATED ALWAYS AS
    (CASE WHEN json_valid(body) THEN coalesce(body ->> '$.parentId', body ->> '$.projectId') END) VIRTUAL;
  ALTER TABLE record ADD COLUMN target_id TEXT GENERATED ALWAYS AS
    (CASE WHEN json_valid(body) THEN body ->> '$.config.targetId' END) VIRTUAL;
  ALTER TABLE record ADD COLUMN deleting_since REAL GENERATED ALWAYS AS
    (CASE WHEN json_valid(body) THEN body ->> '$.deletingSince' END) VIRTUAL;
  CREATE INDEX parent ON record (parent_id, kind) WHERE parent_id IS NOT NULL;
  CREATE INDEX target ON record (target_id) WHERE target_id IS NOT NULL;
  CREATE INDEX deleting_record ON record (deleting_since) WHERE deleting_since IS NOT NULL;
`;

/**
 * What content of format 1 lacks, which snapshots have, too: environments get a project, and deployments a stage for all of
 * their services.
 */
export const contentOfFormat2 = `
  INSERT INTO record (kind, id, body)
    SELECT 'child:project', '${firstProject.id}',
      json_object('id', '${firstProject.id}', 'parentId', id, 'createdAt', '${firstProject.createdAt}', 'updatedAt', NULL,
        'config', json_object('name', '${firstProject.name}', 'description', NULL))
    FROM record WHERE kind = 'organization' LIMIT 1;
  UPDATE record SET body = json_set(body, '$.projectId', '${firstProject.id}', '$.mode', 'DEVELOPMENT',
      '$.createdAt', '${firstProject.createdAt}', '$.updatedAt', NULL, '$.deletingSince', NULL)
    WHERE kind = 'environment' AND json_valid(body);
  UPDATE deployment SET body = json_remove(
      json_set(body, '$.stages', json_array(json_object('id', body ->> '$.stageId', 'name', 'default'))), '$.stageId')
    WHERE json_valid(body);
`;

/** What makes each format out of the one before; the first one out of an empty file. */
const ownSteps: readonly string[] = [tables, parents + contentOfFormat2];
export const newestFormat = ownSteps.length;

function tooNew(format: number): Error {
  return new Error(
    `its format is ${format}, but this version of app-platform-backend reads only formats up to ${newestFormat}; ` +
      "update app-platform-backend, or use another data file",
  );
}

const signature = "SQLite format 3\0";
const headerBytes = 100;
const formatOffset = 60;

/**
 * Refuses a file of a newer format by its first bytes, because even opening a database may write to it. Anything else
 * that is wrong with the file shows when it is opened.
 */
export function refuseNewerFile(file: string): void {
  const header = Buffer.alloc(headerBytes);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, header, 0, headerBytes, 0);
  } finally {
    closeSync(descriptor);
  }
  if (header.toString("latin1", 0, signature.length) !== signature) return;
  const format = header.readUInt32BE(formatOffset);
  if (format > newestFormat) throw tooNew(format);
}

/** The format of the file; 0 if it is empty. Throws if the backend cannot read it. */
export function readFormat(connection: Connection, newest = newestFormat): number {
  const { user_version: format } = connection.prepare("PRAGMA user_version").get() as { user_version: number };
  if (format > newest || format < 0) throw tooNew(format);
  const { count } = connection.prepare("SELECT count(*) AS count FROM sqlite_master").get() as { count: number };
  if (format === 0 && count > 0) throw new Error("it is a database of another program; use another data file");
  return format;
}

/** Brings the file to the newest format: completely, or not at all. Returns whether that was necessary. */
export function migrate(connection: Connection, steps = ownSteps): boolean {
  const newest = steps.length;
  if (readFormat(connection, newest) === newest) return false;
  const work = connection.transaction(() => {
    // Read again: another process may have migrated the file meanwhile.
    for (const step of steps.slice(readFormat(connection, newest))) connection.exec(step);
    connection.exec(`PRAGMA user_version = ${newest}`);
  });
  work.immediate();
  return true;
}
