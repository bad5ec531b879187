import { createHash } from "node:crypto";

/**
 * What the provider processes of a run have done to what the stack holds. A run has several: one for each door, and one for each
 * explicit provider. Each of them may delete what another one has just adopted.
 *
 * The ledger is a list of entries that only grows. All processes write to it and read the same entries in the same order, so each
 * of them comes to the same conclusions. It has no values of resources, and so no secrets.
 */
export interface Entry {
  /** What happened, in the vocabulary of its reader. */
  readonly did: string;
  /** Kind and ID of what it happened to, or the URN of a resource of the program. */
  readonly to: string;
  /** The resource of the stack that did it, as messages name it. */
  readonly by?: string;
  /** Its URN; nothing where the door is not told. */
  readonly urn?: string;
  /** What it was until now, for what moves. */
  readonly before?: string;
}

export interface Ledger {
  /** Writes an entry. Returns what came since the last call, and at the end this entry: what came after it is for the next call. */
  write(entry: Entry): readonly Entry[];
  /** What came since the last call. */
  read(): readonly Entry[];
}

/** The ledger of a run of which this process is the only one. */
export function ledgerOfProcess(): Ledger {
  return { write: (entry) => [entry], read: () => [] };
}

/** The same ledger for several readers of a process, each of which reads all of it. */
export function readersOf(ledger: Ledger): () => Ledger {
  const entries: Entry[] = [];
  const add = (added: readonly Entry[]) => {
    for (const entry of added) entries.push(entry);
  };
  return () => {
    let taken = 0;
    const take = () => {
      const next = entries.slice(taken);
      taken = entries.length;
      return next;
    };
    return {
      write(entry) {
        add(ledger.write(entry));
        return take();
      },
      read() {
        add(ledger.read());
        return take();
      },
    };
  };
}

/** Stands for a name in an entry, which must not contain it: it may be secret. */
export function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Where a ledger is kept that several processes share. */
export interface SharedText {
  /** Adds a line, in one step. */
  append(line: string): void;
  /** The whole lines that were added since the last call, by whatever process. */
  next(): readonly string[];
}

/** @param writer Tells this process from the others of the run. */
export function sharedLedger({ append, next }: SharedText, writer: string): Ledger {
  let written = 0;
  let ahead: (readonly [line: string, entry: Entry])[] = [];
  const catchUp = () => {
    ahead = [...ahead, ...next().map((line) => [line, (JSON.parse(line) as { entry: Entry }).entry] as const)];
  };
  const take = (count: number) => ahead.splice(0, count).map(([, entry]) => entry);
  return {
    write(entry) {
      written += 1;
      const line = JSON.stringify({ writer, number: written, entry });
      append(line);
      catchUp();
      const own = ahead.findIndex(([each]) => each === line);
      if (own < 0) throw new Error("an entry was written and cannot be read");
      return take(own + 1);
    },
    read() {
      catchUp();
      return take(ahead.length);
    },
  };
}
