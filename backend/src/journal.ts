/** Which requests the API has answered, counted. It holds no token, no header and no body. */
export interface JournalRow {
  readonly method: string;
  /** The route template, or null for a path that no route has. */
  readonly route: string | null;
  readonly operation: string | null;
  /** What the platform has answered; null when a fault came before it. */
  readonly status: number | null;
  /** The fault that took the answer's place. */
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
  const rows = new Map<string, JournalRow>();
  return {
    record(entry, at) {
      const key = `${entry.method} ${entry.route} ${entry.status} ${entry.fault}`;
      const row = rows.get(key) ?? { ...entry, count: 0, last_at: "" };
      rows.set(key, { ...row, count: row.count + 1, last_at: at.toISOString() });
    },
    rows: () => [...rows.values()],
    clear: () => rows.clear(),
  };
}
