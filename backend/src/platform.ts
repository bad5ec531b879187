import type { Clock } from "./clock.js";
import { featureIds, featureName } from "./resources/own-features.js";
import type { RecordKind as ChildKind } from "./resources/record.js";
import { recordKinds } from "./resources/record-kinds.js";
import type { RelatedRecords } from "./resources/service.js";
import type { References } from "./schema/references.js";
import type { RecordKind, RecordKinds } from "./store/records.js";
import type { Store } from "./store/store.js";

/** The platform that the operations work on. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly references: References;
  readonly related: RelatedRecords;
  /** The kinds of records that belong to something, whether they are served or not. */
  readonly recordKinds: readonly ChildKind<unknown, unknown>[];
}

type Lookup = Store["records"]["get"];

function referencesBy(get: Lookup): References {
  return {
    exists(kind, id) {
      const ids = kind === "feature" ? featureIds(featureName(id)) : [id];
      return ids.some((each) => get(kind, each) !== undefined);
    },
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
    registry(id) {
      const { name, url, kind } = known("registry", id);
      return { id, name, url, kind };
    },
    gitTokenName: (id) => (id === null ? null : known("gitToken", id).name),
    helmRepository(id) {
      const { name, url } = known("helmRepository", id);
      return { id, name, url: url ?? "" };
    },
    annotationsGroups: (list) => list.map(({ id }) => known("annotationsGroup", id)),
    labelsGroups: (list) => list.map(({ id }) => known("labelsGroup", id)),
  };
}
type Known = <K extends RecordKind>(kind: K, id: string) => RecordKinds[K];

/** `further` are kinds of records beside those of the product. */
export function createPlatform(store: Store, clock: Clock, further: Platform["recordKinds"] = []): Platform {
  const { get } = store.records;
  return {
    store,
    clock,
    references: referencesBy(get),
    related: relatedBy(get),
    recordKinds: [...recordKinds, ...further],
  };
}
