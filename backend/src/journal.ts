/** Counts the requests to the API. It stores no token, no header and no body: the log of requests has them. */
import { storedRequests } from "./dashboard/requests/request-log.js";

export interface JournalRow {
  readonly method: string;
  /** The path template, or null for an unknown path. */
  readonly route: string | null;
  readonly operation: string | null;
  /** The status of the response; null if a fault happened first. */
  readonly status: number | null;
  /** The fault that replaced the response. */
  readonly fault: string | null;
  count: number;
  last_at: string;
  /** Where the log of requests has the latest of them, oldest first. */
  readonly logged: readonly number[];
}

export interface Journal {
  /** Returns a function that notes where the log has the request. */
  record(entry: Omit<JournalRow, "count" | "last_at" | "logged">, at: Date): (id: number) => void;
  rows(): JournalRow[];
  clear(): void;
}

export function createJournal(): Journal {
  const rows = new Map<string, Omit<JournalRow, "last_at" | "logged"> & { last: Date; logged: number[] }>();
  return {
    record(entry, at) {
      const key = `${entry.method} ${entry.route} ${entry.status} ${entry.fault}`;
      const row = rows.get(key) ?? { ...entry, count: 0, last: at, logged: [] };
      rows.set(key, row);
      row.count += 1;
      row.last = at;
      return (id) => {
        if (row.logged.push(id) > storedRequests) row.logged.shift();
      };
    },
    rows: () => [...rows.values()].map(({ last, ...row }) => ({ ...row, last_at: last.toISOString() })),
    clear: () => rows.clear(),
  };
}
