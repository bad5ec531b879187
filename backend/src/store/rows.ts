/**
 * Reads the JSON of rows. A row that somebody or something has damaged must not take with it the others of a list: it is left
 * out and reported. Who asks for this one is told that it is damaged, and not that it does not exist.
 */

/** A row of a table whose bodies have an id. */
export interface Row {
  readonly id: string;
  readonly body: string;
}

export class DamagedRow extends Error {
  constructor(table: string, id: string) {
    super(`The ${table} ${id} in the data file is damaged.`);
  }
}

/** Reports something in the data file that cannot be read. */
export type ReportDamage = (damage: Error) => void;

/** Reports each damage once, however often it is met. */
export function once(report: ReportDamage): ReportDamage {
  const reported = new Set<string>();
  return (damage) => {
    if (reported.has(damage.message)) return;
    reported.add(damage.message);
    report(damage);
  };
}

export interface Rows<T> {
  /** The body of a row; throws if it is damaged. */
  read(row: Row): T;
  /** The bodies of the rows that can be read. */
  readAll<S = T>(rows: readonly Row[]): S[];
}

export interface RowSource {
  readonly table: string;
  /** Whether a body has what everybody reads of it. */
  isWhole(body: unknown): boolean;
  readonly report: ReportDamage;
}

export function rowsOf<T>({ table, isWhole, report }: RowSource): Rows<T> {
  function parsed({ body }: Row): unknown {
    try {
      return JSON.parse(body);
    } catch {
      return undefined;
    }
  }

  function readable<S>(row: Row): S[] {
    const body = parsed(row);
    if (isWhole(body)) return [body as S];
    report(new DamagedRow(table, row.id));
    return [];
  }

  return {
    read(row) {
      const [body] = readable<T>(row);
      if (body === undefined) throw new DamagedRow(table, row.id);
      return body;
    },
    readAll<S>(rows: readonly Row[]) {
      // Small bodies are parsed faster together, as long as all of them are whole.
      const together = parsed({ id: "", body: `[${rows.map(({ body }) => body).join()}]` });
      const all = Array.isArray(together) && together.length === rows.length && together.every(isWhole);
      return all ? (together as S[]) : rows.flatMap(readable<S>);
    },
  };
}
