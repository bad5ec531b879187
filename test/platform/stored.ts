/** Reads a data file of the backend from disk, without the backend. */
import { createRequire } from "node:module";
import { join } from "node:path";

/** The part of the backend's database driver that is used here. */
export interface Connection {
  // biome-ignore lint/suspicious/noExplicitAny: rows have the columns of their table
  prepare(sql: string): { get(...values: unknown[]): any; all(...values: unknown[]): any[] };
  exec(sql: string): void;
  close(): void;
}
type Driver = new (file: string) => Connection;

// The driver is a dependency of the backend, so it is resolved from there.
export const Driver: Driver = createRequire(join(__dirname, "../../backend/package.json"))("libsql");

export interface ServiceRow {
  readonly id: string;
  readonly kind: string;
  readonly environment_id: string;
  readonly name_key: string;
  readonly deleting_since: number | null;
  readonly body: string;
}

export interface DeploymentRow {
  readonly sequence: number;
  readonly id: string;
  readonly environment_id: string;
  readonly body: string;
}

export interface Stored {
  meta(key: string): string;
  records(): { kind: string; id: string; body: string }[];
  services(): ServiceRow[];
  deployments(): DeploymentRow[];
  /** What SQLite's integrity check reports; empty for an intact file. */
  damage(): string[];
  close(): void;
}

export function openStored(file: string): Stored {
  const connection = new Driver(file);
  const all = (sql: string, ...values: unknown[]) => connection.prepare(sql).all(...values);
  return {
    meta: (key) => all("SELECT value FROM meta WHERE key = ?", key)[0].value,
    records: () => all("SELECT * FROM record"),
    services: () => all("SELECT * FROM service"),
    deployments: () => all("SELECT * FROM deployment ORDER BY sequence"),
    damage: () =>
      all("PRAGMA integrity_check").flatMap(({ integrity_check: found }) => (found === "ok" ? [] : [found])),
    close: () => connection.close(),
  };
}
