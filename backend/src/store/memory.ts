/**
 * What is kept in memory of the data file, so that a request does not read again what nobody has changed. Everything is
 * forgotten when a write is undone, and when another process has written to the file.
 */
import type { Kind } from "../resources/service.js";
import type { Connection } from "./database.js";

/** A service as responses show it. */
export interface Representation {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  readonly json: Buffer;
}

/** Something whose deletion has started, and when. */
export interface Deleting {
  readonly id: string;
  readonly since: number;
}

export interface Memory {
  /** By kind and id. */
  readonly records: Map<string, object>;
  readonly representations: Map<string, Representation>;
  deleting: readonly Deleting[] | undefined;
  deletingEnvironments: readonly Deleting[] | undefined;
}

export interface Memories {
  /** What is known at this moment. */
  current(): Memory;
  keepRecord(key: string, record: object): void;
  represent(representation: Representation): void;
  forgetService(id: string): void;
  forgetRecord(key: string): void;
  /** A record has changed that representations may include, or an environment. */
  forgetShown(): void;
  forgetAll(): void;
}

/** With more records than this, they are read again. */
const mostRecords = 10_000;
/** How many bytes all representations may have together; the oldest ones are dropped. */
const mostBytes = 32 * 1024 * 1024;

export function createMemories(connection: Connection): Memories {
  const version = connection.prepare("PRAGMA data_version");
  const versionNow = () => (version.get() as { data_version: number }).data_version;
  const memory: Memory = {
    records: new Map(),
    representations: new Map(),
    deleting: undefined,
    deletingEnvironments: undefined,
  };
  const { records, representations } = memory;
  let known = versionNow();
  let isChecked = false;
  let bytes = 0;

  function forgetRepresentations(): void {
    representations.clear();
    bytes = 0;
  }

  function forgetAll(): void {
    records.clear();
    forgetRepresentations();
    memory.deleting = undefined;
    memory.deletingEnvironments = undefined;
  }

  function forgetRepresentation(id: string): void {
    bytes -= representations.get(id)?.json.length ?? 0;
    representations.delete(id);
  }

  /** Once for all requests that arrive together. */
  function check(): void {
    isChecked = true;
    setImmediate(() => {
      isChecked = false;
    });
    const now = versionNow();
    if (now === known) return;
    known = now;
    forgetAll();
  }

  return {
    current() {
      if (!isChecked) check();
      return memory;
    },
    keepRecord(key, record) {
      if (records.size >= mostRecords) records.clear();
      records.set(key, record);
    },
    represent(representation) {
      forgetRepresentation(representation.id);
      representations.set(representation.id, representation);
      bytes += representation.json.length;
      for (const id of representations.keys()) {
        if (bytes <= mostBytes) break;
        forgetRepresentation(id);
      }
    },
    forgetService(id) {
      memory.deleting = undefined;
      forgetRepresentation(id);
    },
    forgetRecord: (key) => void records.delete(key),
    forgetShown() {
      forgetRepresentations();
      memory.deletingEnvironments = undefined;
    },
    forgetAll,
  };
}
