/** Snapshots that the platform keeps in its memory until it stops. */
import { Problem } from "../problem.js";
import type { KeptSnapshot } from "./contract.js";

const mostSnapshots = 20;

export interface KeptSnapshots {
  keep(snapshot: { readonly tables: { readonly service: readonly unknown[] } }, name: string | null): KeptSnapshot;
  /** Newest first. */
  list(): KeptSnapshot[];
  /** The snapshot as a document. */
  find(id: number): unknown;
  remove(id: number): void;
}

export function createKeptSnapshots(): KeptSnapshots {
  const kept = new Map<number, { readonly row: KeptSnapshot; readonly text: string }>();
  let last = 0;

  function get(id: number) {
    const found = kept.get(id);
    if (found === undefined) throw new Problem(404, `There is no snapshot with the id ${id}.`);
    return found;
  }

  return {
    keep(snapshot, name) {
      if (kept.size >= mostSnapshots) {
        throw new Problem(409, `The platform keeps at most ${mostSnapshots} snapshots: delete one first.`);
      }
      last += 1;
      const row: KeptSnapshot = {
        id: last,
        name: name ?? `Snapshot ${last}`,
        takenAt: new Date().toISOString(),
        services: snapshot.tables.service.length,
      };
      // As text, which needs less memory and can't be changed.
      kept.set(last, { row, text: JSON.stringify(snapshot) });
      return row;
    },
    list: () => [...kept.values()].map(({ row }) => row).reverse(),
    find: (id) => JSON.parse(get(id).text),
    remove(id) {
      get(id);
      kept.delete(id);
    },
  };
}
