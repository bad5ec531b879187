import type { Clock } from "./clock.js";
import type { RelatedRecords } from "./resources/service.js";
import type { References } from "./schema/references.js";
import { deletion } from "./states.js";
import type { RecordKind, RecordKinds } from "./store/records.js";
import type { Store } from "./store/store.js";

/** The platform that the operations work on. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly references: References;
  readonly related: RelatedRecords;
}

function known<K extends RecordKind>(store: Store, kind: K, id: string): RecordKinds[K] {
  const record = store.records.get(kind, id);
  // Bodies are validated before they are stored, and a referenced record cannot be removed.
  if (record === undefined) throw new Error(`The data file has lost the ${kind} ${id}.`);
  return record;
}

export function createPlatform(store: Store, clock: Clock): Platform {
  return {
    store,
    clock,
    references: {
      exists: (kind, id) => store.records.get(kind, id) !== undefined,
      registryKind: (id) => store.records.get("registry", id)?.kind,
    },
    related: {
      registry: (id) => known(store, "registry", id),
      gitTokenName: (id) => (id === null ? null : known(store, "gitToken", id).name),
      annotationsGroups: (list) => list.map(({ id }) => known(store, "annotationsGroup", id)),
      labelsGroups: (list) => list.map(({ id }) => known(store, "labelsGroup", id)),
    },
  };
}

/** Removes the services whose deletion is complete. */
export function sweep({ store, clock }: Platform): void {
  const seconds = deletion.reduce((sum, step) => sum + step.seconds, 0);
  const gone = store.services.deleting().filter(({ since }) => clock.elapsedSeconds(since) >= seconds);
  if (gone.length === 0) return;
  store.write(() => {
    for (const { id } of gone) store.services.remove(id);
  });
}
