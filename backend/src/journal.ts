/** Counts the requests to the API. It stores no token, no header and no body. */
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
}

export interface Journal {
  record(entry: Omit<JournalRow, "count" | "last_at">, at: Date): void;
  rows(): JournalRow[];
  clear(): void;
}

export function createJournal(): Journal {
  const rows = new Map<string, Omit<JournalRow, "last_at"> & { last: Date }>();
  return {
    record(entry, at) {
      const key = `${entry.method} ${entry.route} ${entry.status} ${entry.fault}`;
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { ...entry, count: 1, last: at });
      else {
        row.count += 1;
        row.last = at;
      }
    },
    rows: () => [...rows.values()].map(({ last, ...row }) => ({ ...row, last_at: last.toISOString() })),
    clear: () => rows.clear(),
  };
}
