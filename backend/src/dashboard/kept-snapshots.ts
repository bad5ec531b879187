/** Snapshots that the platform keeps in its memory until it stops. */
import { Problem } from "../problem.js";
import type { StoredSnapshot } from "./contract.js";

const mostSnapshots = 20;

export interface StoredSnapshots {
  keep(snapshot: { readonly tables: { readonly service: readonly unknown[] } }, name: string | null): StoredSnapshot;
  /** Newest first. */
  list(): StoredSnapshot[];
  /** The snapshot as a document. */
  find(id: number): unknown;
  remove(id: number): void;
}

export function createStoredSnapshots(): StoredSnapshots {
  const preserved = new Map<number, { readonly row: StoredSnapshot; readonly text: string }>();
  let last = 0;

  function get(id: number) {
    const found = preserved.get(id);
    if (found === undefined) throw new Problem(404, `There is no snapshot with the id ${id}.`);
    return found;
  }

  return {
    keep(snapshot, name) {
      if (preserved.size >= mostSnapshots) {
        throw new Problem(409, `The platform keeps at most ${mostSnapshots} snapshots: delete one first.`);
      }
      last += 1;
      const row: StoredSnapshot = {
        id: last,
        name: name ?? `Snapshot ${last}`,
        takenAt: new Date().toISOString(),
        services: snapshot.tables.service.length,
      };
      // As text, which needs less memory and can't be changed.
      preserved.set(last, { row, text: JSON.stringify(snapshot) });
      return row;
    },
    list: () => [...preserved.values()].map(({ row }) => row).reverse(),
    find: (id) => JSON.parse(get(id).text),
    remove(id) {
      get(id);
      preserved.delete(id);
    },
  };
}
