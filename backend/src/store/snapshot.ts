/** The rows of the platform's content: all of it is read, or replaced, at once. The signing key is not part of it. */
import type { Deployment } from "../progress.js";
import type { StoredService } from "./services.js";
import type { Store } from "./store.js";

/** The columns beside the body repeat what the body says, for those who look a row up in a snapshot. */
export interface Rows {
  record: { kind: string; id: string; body: object }[];
  service: { id: string; kind: string; environment_id: string; body: StoredService }[];
  deployment: { sequence: number; id: string; environment_id: string; body: Deployment }[];
}

const columns: Record<keyof Rows, string> = {
  record: "kind, id, body",
  service: "id, kind, environment_id, body",
  deployment: "sequence, id, environment_id, body",
};

export function readRows({ connection }: Store): Rows {
  const rows = (table: keyof Rows) =>
    (connection.prepare(`SELECT ${columns[table]} FROM ${table} ORDER BY rowid`).all() as { body: string }[]).map(
      (row) => ({ ...row, body: JSON.parse(row.body) }),
    );
  return { record: rows("record"), service: rows("service"), deployment: rows("deployment") } as Rows;
}

/** Inserts the rows; the database refuses those that contradict each other, such as two with one id. */
export function insertRows({ connection, services }: Store, rows: Rows): void {
  const record = connection.prepare("INSERT INTO record (kind, id, body) VALUES (?, ?, ?)");
  const deployment = connection.prepare(
    "INSERT INTO deployment (sequence, id, environment_id, body) VALUES (?, ?, ?, ?)",
  );
  for (const { kind, id, body } of rows.record) record.run(kind, id, JSON.stringify(body));
  for (const { body } of rows.service) services.insert(body);
  for (const { sequence, id, environment_id, body } of rows.deployment) {
    deployment.run(sequence, id, environment_id, JSON.stringify(body));
  }
}

/** Whether the database refused rows because they contradict each other. */
export function isContradiction(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith("SQLITE_CONSTRAINT");
}
