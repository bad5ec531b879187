import type { Connection } from "./database.js";

/** Single values of the platform: its signing key, its manual clock, its failure rules. */
export interface Meta {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}

export function openMeta(connection: Connection): Meta {
  const get = connection.prepare("SELECT value FROM meta WHERE key = ?");
  const set = connection.prepare("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value");
  const remove = connection.prepare("DELETE FROM meta WHERE key = ?");
  return {
    get: (key) => (get.get(key) as { value: string } | undefined)?.value,
    set: (key, value) => void set.run(key, value),
    remove: (key) => void remove.run(key),
  };
}
