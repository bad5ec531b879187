import type { Clock } from "./clock.js";
import type { EnvironmentRecordKind } from "./resources/environment-record.js";
import { environmentRecordKinds } from "./resources/environment-records.js";
import type { RelatedRecords } from "./resources/service.js";
import type { References } from "./schema/references.js";
import { deletionSeconds } from "./states.js";
import type { RecordKind, RecordKinds } from "./store/records.js";
import type { Store } from "./store/store.js";
import { troubleOf } from "./store/trouble.js";

/** The platform that the operations work on. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly references: References;
  readonly related: RelatedRecords;
  /** The kinds of records that belong to an environment, whether they are served or not. */
  readonly recordKinds: readonly EnvironmentRecordKind<unknown, unknown>[];
}

type Lookup = Store["records"]["get"];

function referencesBy(get: Lookup): References {
  return {
    exists: (kind, id) => get(kind, id) !== undefined,
    registryKind: (id) => get("registry", id)?.kind,
  };
}

function relatedBy(get: Lookup): RelatedRecords {
  const known: Known = (kind, id) => {
    const record = get(kind, id);
    // Bodies are validated before they are stored, and a referenced record cannot be removed.
    if (record === undefined) throw new Error(`The data file has lost the ${kind} ${id}.`);
    return record;
  };
  return {
    registry: (id) => known("registry", id),
    gitTokenName: (id) => (id === null ? null : known("gitToken", id).name),
    annotationsGroups: (list) => list.map(({ id }) => known("annotationsGroup", id)),
    labelsGroups: (list) => list.map(({ id }) => known("labelsGroup", id)),
  };
}
type Known = <K extends RecordKind>(kind: K, id: string) => RecordKinds[K];

export function createPlatform(store: Store, clock: Clock, recordKinds = environmentRecordKinds): Platform {
  const { get } = store.records;
  return { store, clock, references: referencesBy(get), related: relatedBy(get), recordKinds };
}

/** Removes the services whose deletion is complete. */
export function sweep({ store, clock }: Platform): void {
  const gone = store.services.deleting().filter(({ since }) => clock.elapsedSeconds(since) >= deletionSeconds);
  if (gone.length === 0) return;
  try {
    store.write(() => {
      for (const { id } of gone) store.services.remove(id);
    });
  } catch (error) {
    // They stay for now: that nothing can be written must not keep anybody from reading.
    if (troubleOf(error) === undefined) throw error;
  }
}
