/**
 * The content of the platform, in memory: tables of JSON values. They change only in writes, which are kept or undone as a whole.
 */

/** A row as the data file has it; without a value, it was removed. */
export type Change = readonly [table: string, key: string, value?: unknown];

/** A value that is parsed only once it is needed: a data file has many, and those that were replaced later are never needed. */
export class Unparsed {
  constructor(readonly json: string) {}
}

export interface Row<T> {
  readonly key: string;
  /** Later rows have a higher number. */
  readonly order: number;
  readonly value: T;
  /** About how many bytes the value is as JSON. */
  readonly size: number;
}

type Listener<T> = (before: Row<T> | undefined, after: Row<T> | undefined) => void;

export interface Table<T> {
  get(key: string): T | undefined;
  /** All rows, in the order in which they were added. */
  rows(): Row<T>[];
  set(key: string, value: T): void;
  remove(key: string): boolean;
  /**
   * Finds rows by what they have in common, in the order in which they were added. If `json` is given, all rows that have a group
   * match it, and no others are parsed.
   */
  groupedBy(groupOf: (row: Row<T>) => string | null | undefined, json?: RegExp): (group: string) => Row<T>[];
  /** Calls the listener for every change, also for one that is undone. */
  onChange(listener: Listener<T>): void;
}

export interface Content {
  table<T>(name: string): Table<T>;
  /** Applies what a data file says in so many bytes. */
  apply(changes: readonly Change[], bytes: number): void;
  /** The changes that create all of the content, as JSON. */
  all(): Iterable<string>;
  /** About how many bytes that is. */
  size(): number;
  /** Runs `work` and keeps what it has changed: all of it, or nothing if that fails. */
  write<T>(work: () => T): T;
  /** Runs `work` as a part of a write, and undoes only this part if it fails. */
  attempt<T>(work: () => T): T;
}

/** What the JSON of something contains if its deletion has started. */
export const deletingSince = /"deletingSince":\d/;

class UnparsedRow implements Row<unknown> {
  readonly size: number;
  #json: string | undefined;
  #value: unknown;

  constructor(
    readonly key: string,
    readonly order: number,
    { json }: Unparsed,
  ) {
    this.size = json.length;
    this.#json = json;
  }

  /** Undefined if the value is parsed already. */
  get json(): string | undefined {
    return this.#json;
  }

  get value(): unknown {
    if (this.#json === undefined) return this.#value;
    this.#value = JSON.parse(this.#json);
    this.#json = undefined;
    return this.#value;
  }
}

function jsonOf(row: Row<unknown>): string | undefined {
  return row instanceof UnparsedRow ? row.json : undefined;
}

function inOrder<T>(rows: Iterable<Row<T>>): Row<T>[] {
  return [...rows].sort((a, b) => a.order - b.order);
}

/** All reads of a value return the same object. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Rows by group. Most groups have one row, for which a Map would take ten times the memory. */
function createGroups() {
  const groups = new Map<string, Row<unknown> | Map<string, Row<unknown>>>();
  return {
    put(group: string, row: Row<unknown>): void {
      const present = groups.get(group);
      if (present instanceof Map) present.set(row.key, row);
      else if (present === undefined || present.key === row.key) groups.set(group, row);
      else groups.set(group, new Map([present, row].map((each) => [each.key, each])));
    },
    remove(group: string, key: string): void {
      const present = groups.get(group);
      if (present instanceof Map) present.delete(key);
      if (present instanceof Map ? present.size === 0 : present?.key === key) groups.delete(group);
    },
    rowsOf(group: string): Row<unknown>[] {
      const present = groups.get(group);
      if (present === undefined) return [];
      return present instanceof Map ? inOrder(present.values()) : [present];
    },
  };
}

type Groups = ReturnType<typeof createGroups>;

/** `keep` stores changes for good, or throws. */
export function createContent(keep: (changes: readonly string[]) => void): Content {
  const tables = new Map<string, StoredTable>();
  /** What the write that runs has changed so far. */
  const changed: { readonly change: string; undo(): void }[] = [];
  let isWriting = false;
  let lastOrder = 0;
  let size = 0;

  interface StoredTable extends Table<unknown> {
    apply(key: string, value: unknown, bytes: number): void;
  }

  function createTable(name: string): StoredTable {
    const rows = new Map<string, Row<unknown>>();
    const listeners: Listener<unknown>[] = [];

    function put(key: string, row: Row<unknown> | undefined): void {
      const before = rows.get(key);
      if (row === undefined) rows.delete(key);
      else rows.set(key, row);
      size += (row?.size ?? 0) - (before?.size ?? 0);
      for (const listener of listeners) listener(before, row);
    }

    /** Doesn't freeze what a data file has: that would take as long as reading it. */
    function apply(key: string, value: unknown, bytes: number): void {
      const order = rows.get(key)?.order ?? ++lastOrder;
      if (value instanceof Unparsed) put(key, new UnparsedRow(key, order, value));
      else put(key, value === undefined ? undefined : { key, order, value, size: bytes });
    }

    function change(key: string, json: string | undefined): void {
      const before = rows.get(key);
      const parent = `${JSON.stringify(name)},${JSON.stringify(key)}`;
      write(() => {
        apply(key, json === undefined ? undefined : frozen(JSON.parse(json)), json?.length ?? 0);
        changed.push({
          change: json === undefined ? `[${parent}]` : `[${parent},${json}]`,
          undo: () => put(key, before),
        });
      });
    }

    return {
      apply,
      get: (key) => rows.get(key)?.value,
      rows: () => inOrder(rows.values()),
      set: (key, value) => change(key, JSON.stringify(value)),
      remove(key) {
        if (!rows.has(key)) return false;
        change(key, undefined);
        return true;
      },
      groupedBy(groupOf, json) {
        let groups: Groups | undefined;
        listeners.push((before, after) => {
          if (groups === undefined) return;
          const [from, to] = [before && groupOf(before), after && groupOf(after)];
          if (before !== undefined && from != null && from !== to) groups.remove(from, before.key);
          if (after !== undefined && to != null) groups.put(to, after);
        });
        /** Only once they are needed. */
        function group(): Groups {
          const made = createGroups();
          for (const row of rows.values()) {
            const unparsed = jsonOf(row);
            if (json !== undefined && unparsed !== undefined && !json.test(unparsed)) continue;
            const of = groupOf(row);
            if (of != null) made.put(of, row);
          }
          groups = made;
          return made;
        }
        return (name) => (groups ?? group()).rowsOf(name);
      },
      onChange: (listener) => void listeners.push(listener),
    };
  }

  function tableOf(name: string): StoredTable {
    const table = tables.get(name) ?? createTable(name);
    tables.set(name, table);
    return table;
  }

  function attempt<T>(work: () => T): T {
    const before = changed.length;
    try {
      return work();
    } catch (error) {
      while (changed.length > before) changed.pop()?.undo();
      throw error;
    }
  }

  function write<T>(work: () => T): T {
    if (isWriting) return work();
    isWriting = true;
    try {
      return attempt(() => {
        const result = work();
        if (changed.length > 0) keep(changed.map(({ change }) => change));
        changed.length = 0;
        return result;
      });
    } finally {
      isWriting = false;
    }
  }

  return {
    table: <T>(name: string) => tableOf(name) as unknown as Table<T>,
    apply(changes, bytes) {
      for (const [name, key, value] of changes) tableOf(name).apply(key, value, bytes / changes.length);
    },
    *all() {
      for (const [name, table] of tables) {
        for (const row of table.rows()) {
          yield `[${JSON.stringify(name)},${JSON.stringify(row.key)},${jsonOf(row) ?? JSON.stringify(row.value)}]`;
        }
      }
    },
    size: () => size,
    write,
    attempt,
  };
}
