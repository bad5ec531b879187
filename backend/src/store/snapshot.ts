/** The whole content of the platform as one document that can be restored later; without the signing key. */
import { Problem } from "../problem.js";
import { isObject } from "../schema/values.js";
import type { Store } from "./store.js";

/** The format of snapshots; data files have one of their own. */
const formatVersion = 1;

const contents = {
  record: ["kind", "id", "body"],
  service: ["id", "kind", "environment_id", "name_key", "deleting_since", "body"],
  deployment: ["sequence", "id", "environment_id", "body"],
} as const;
type Table = keyof typeof contents;
const tables = Object.keys(contents) as Table[];

type Row = Record<string, unknown>;

export interface Snapshot {
  readonly format: number;
  readonly tables: Record<Table, Row[]>;
}

function cells(row: Row): Row {
  return typeof row.body === "string" ? { ...row, body: JSON.parse(row.body) } : row;
}

export function takeSnapshot({ connection }: Store): Snapshot {
  const rows = (table: Table) =>
    (connection.prepare(`SELECT ${contents[table].join(", ")} FROM ${table} ORDER BY rowid`).all() as Row[]).map(cells);
  return {
    format: formatVersion,
    tables: { record: rows("record"), service: rows("service"), deployment: rows("deployment") },
  };
}

function isSnapshot(value: unknown): value is Snapshot {
  if (!isObject(value) || value.format !== formatVersion || !isObject(value.tables)) return false;
  const given = value.tables;
  return tables.every((table) => {
    const rows = given[table];
    return Array.isArray(rows) && rows.every((row) => isObject(row) && isObject(row.body));
  });
}

export function clear({ connection }: Store): void {
  for (const table of tables) connection.exec(`DELETE FROM ${table}`);
}

export function putSnapshot(store: Store, snapshot: unknown): void {
  if (!isSnapshot(snapshot)) throw new Problem(400, "The body is not a snapshot of this backend.");
  store.write(() => {
    clear(store);
    for (const table of tables) {
      const columns = contents[table];
      const places = columns.map(() => "?").join(", ");
      const insert = store.connection.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`);
      for (const row of snapshot.tables[table]) {
        insert.run(...columns.map((column) => (column === "body" ? JSON.stringify(row.body) : (row[column] ?? null))));
      }
    }
  });
}
