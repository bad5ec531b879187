import type { Feature } from "../resources/cluster-features.js";
import type { Cluster, Environment, Organization } from "../resources/environment.js";
import type { GitOps } from "../resources/gitops.js";
import type { ChildRecord, RecordKey } from "../resources/record.js";
import { type Content, deletingSince, type Row } from "./content.js";
import type { Deleting } from "./services.js";

/** Everything that is not a service, stored by id. A GitOps configuration has the id of its cluster. */
export interface RecordKinds {
  organization: Organization;
  cluster: Cluster;
  environment: Environment;
  feature: Feature;
  gitOps: GitOps;
  [kind: RecordKey]: ChildRecord;
}
export type RecordKind = keyof RecordKinds;

export interface RecordReference {
  readonly kind: RecordKind;
  readonly id: string;
}

export interface Records {
  get<K extends RecordKind>(kind: K, id: string): RecordKinds[K] | undefined;
  list<K extends RecordKind>(kind: K): RecordKinds[K][];
  /** All of them, in the order in which they were created. */
  all(): (RecordReference & { readonly body: object })[];
  /** Those that belong to a parent, in the same order. */
  listOf<K extends RecordKind>(kind: K, parentId: string): RecordKinds[K][];
  /** Those that refer to a target. */
  referringTo<K extends RecordKind>(kind: K, targetId: string): RecordKinds[K][];
  /** The one that has the digest of what was returned once. */
  withDigest(digest: string): RecordReference | undefined;
  /** Everything that belongs to a parent. */
  belongingTo(parentId: string): RecordReference[];
  put<K extends RecordKind>(kind: K, id: string, record: RecordKinds[K]): void;
  remove(kind: RecordKind, id: string): boolean;
  /** The environments whose deletion has started, and when. */
  deleting(): readonly Deleting[];
}

/** The members by which records can be found. */
interface Found {
  readonly parentId?: string;
  readonly projectId?: string;
  readonly deletingSince?: number | null;
  readonly digest?: string;
  readonly config?: { readonly targetId?: string | null };
}

function keyOf(kind: RecordKind, id: string): string {
  return `${kind} ${id}`;
}

function referenceOf({ key }: Row<Found>): RecordReference {
  const space = key.indexOf(" ");
  return { kind: key.slice(0, space) as RecordKind, id: key.slice(space + 1) };
}

const parentOf = ({ parentId, projectId }: Found) => parentId ?? projectId;

/** `changed` is called for every change of something that responses of services may include. */
export function openRecords(content: Content, changed: () => void): Records {
  const table = content.table<Found>("record");
  const byKind = table.groupedBy((row) => referenceOf(row).kind);
  const byParent = table.groupedBy(({ value }) => parentOf(value));
  const byKindAndParent = table.groupedBy((row) => keyOf(referenceOf(row).kind, parentOf(row.value) ?? ""));
  const byTarget = table.groupedBy(({ value }) => value.config?.targetId);
  const byDigest = table.groupedBy(({ value }) => value.digest, /"digest":"/);
  const leaving = table.groupedBy(
    (row) => (row.value.deletingSince == null ? undefined : referenceOf(row).kind),
    deletingSince,
  );
  table.onChange((before, after) => {
    const row = after ?? before;
    if (row !== undefined && !row.key.startsWith("child:")) changed();
  });
  const valuesOf = <K extends RecordKind>(rows: Row<Found>[]) => rows.map(({ value }) => value as RecordKinds[K]);
  return {
    get: <K extends RecordKind>(kind: K, id: string) => table.get(keyOf(kind, id)) as RecordKinds[K] | undefined,
    list: (kind) => valuesOf(byKind(kind)),
    all: () => table.rows().map((row) => ({ ...referenceOf(row), body: row.value })),
    listOf: (kind, parentId) => valuesOf(byKindAndParent(keyOf(kind, parentId))),
    referringTo: (kind, targetId) => valuesOf(byTarget(targetId).filter((row) => referenceOf(row).kind === kind)),
    withDigest: (digest) => byDigest(digest).map(referenceOf)[0],
    belongingTo: (parentId) => byParent(parentId).map(referenceOf),
    put: (kind, id, record) => table.set(keyOf(kind, id), record as Found),
    remove: (kind, id) => table.remove(keyOf(kind, id)),
    deleting: () =>
      leaving("environment").map((row) => ({ id: referenceOf(row).id, since: row.value.deletingSince ?? 0 })),
  };
}
