import type { Feature } from "../resources/cluster-features.js";
import type { Cluster, Environment, GitToken, Organization } from "../resources/environment.js";
import type { GitOps } from "../resources/gitops.js";
import type { AnnotationsGroup, LabelsGroup } from "../resources/groups.js";
import type { ChildRecord } from "../resources/record.js";
import type { Registry } from "../resources/registry.js";
import { isObject } from "../schema/values.js";
import type { Connection } from "./database.js";
import type { Deleting, Memories } from "./memory.js";
import { type ReportDamage, type Row, rowsOf } from "./rows.js";

/** Everything that is not a service, stored by id. A GitOps configuration has the id of its cluster. */
export interface RecordKinds {
  organization: Organization;
  cluster: Cluster;
  environment: Environment;
  registry: Registry;
  gitToken: GitToken;
  annotationsGroup: AnnotationsGroup;
  labelsGroup: LabelsGroup;
  feature: Feature;
  gitOps: GitOps;
  [kind: `child:${string}`]: ChildRecord;
}
export type RecordKind = keyof RecordKinds;

export interface Records {
  get<K extends RecordKind>(kind: K, id: string): RecordKinds[K] | undefined;
  list<K extends RecordKind>(kind: K): RecordKinds[K][];
  /** Those that belong to a parent, in the order in which they were created. */
  listOf<K extends RecordKind>(kind: K, parentId: string): RecordKinds[K][];
  /** Those that refer to a target. */
  referringTo<K extends RecordKind>(kind: K, targetId: string): RecordKinds[K][];
  /** Everything that belongs to a parent. */
  belongingTo(parentId: string): { kind: RecordKind; id: string }[];
  put<K extends RecordKind>(kind: K, id: string, record: RecordKinds[K]): void;
  remove(kind: RecordKind, id: string): boolean;
  /** The environments whose deletion has started, and when. */
  deleting(): readonly Deleting[];
}

/** What is read of records wherever all of a kind are listed. */
const wholeness: Readonly<Partial<Record<RecordKind, (body: unknown) => boolean>>> = {
  environment: isNamed,
  cluster: (body) => isObject(body) && isNamed(body.config),
};

function isWhole(kind: RecordKind): (body: unknown) => boolean {
  return wholeness[kind] ?? (kind.startsWith("child:") ? isOfParent : isObject);
}

function isOfParent(body: unknown): boolean {
  return isObject(body) && typeof body.parentId === "string" && isObject(body.config);
}

function isNamed(body: unknown): boolean {
  return isObject(body) && typeof body.name === "string";
}

function keyOf(kind: RecordKind, id: string): string {
  return `${kind} ${id}`;
}

/** One object is given to all who ask for the record. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

export function openRecords(connection: Connection, memories: Memories, report: ReportDamage): Records {
  const get = connection.prepare("SELECT id, body FROM record WHERE kind = ? AND id = ?");
  const list = connection.prepare("SELECT id, body FROM record WHERE kind = ? ORDER BY rowid");
  const listOf = connection.prepare("SELECT id, body FROM record WHERE parent_id = ? AND kind = ? ORDER BY rowid");
  const referring = connection.prepare("SELECT id, body FROM record WHERE target_id = ? AND kind = ? ORDER BY rowid");
  const belonging = connection.prepare("SELECT kind, id FROM record WHERE parent_id = ?");
  const deleting = connection.prepare(
    "SELECT id, deleting_since AS since FROM record WHERE deleting_since IS NOT NULL AND kind = 'environment'",
  );
  const put = connection.prepare(
    "INSERT INTO record (kind, id, body) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body",
  );
  const remove = connection.prepare("DELETE FROM record WHERE kind = ? AND id = ?");
  const rowsOfKind = (kind: RecordKind) => rowsOf<object>({ table: kind, isWhole: isWhole(kind), report });
  const forget = (kind: RecordKind, id: string) => {
    memories.forgetRecord(keyOf(kind, id));
    // No response of a service includes what belongs to a parent.
    if (!kind.startsWith("child:")) memories.forgetShown();
  };
  return {
    get(kind, id) {
      // Ids come from bodies too, where a damaged one may be anything; the driver ends the process for what it cannot bind.
      if (typeof id !== "string") return undefined;
      const key = keyOf(kind, id);
      const known = memories.current().records.get(key);
      if (known !== undefined) return known as RecordKinds[typeof kind];
      const row = get.get(kind, id) as Row | undefined;
      if (row === undefined) return undefined;
      const record = frozen(rowsOfKind(kind).read(row));
      memories.keepRecord(key, record);
      return record as RecordKinds[typeof kind];
    },
    list: (kind) => rowsOfKind(kind).readAll(list.all(kind) as Row[]),
    listOf: (kind, parentId) => rowsOfKind(kind).readAll(listOf.all(parentId, kind) as Row[]),
    referringTo: (kind, targetId) => rowsOfKind(kind).readAll(referring.all(targetId, kind) as Row[]),
    belongingTo: (parentId) => belonging.all(parentId) as { kind: RecordKind; id: string }[],
    put(kind, id, record) {
      put.run(kind, id, JSON.stringify(record));
      forget(kind, id);
    },
    remove(kind, id) {
      forget(kind, id);
      return remove.run(kind, id).changes > 0;
    },
    deleting() {
      const memory = memories.current();
      memory.deletingEnvironments ??= deleting.all() as Deleting[];
      return memory.deletingEnvironments;
    },
  };
}
