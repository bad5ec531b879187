import type { Feature } from "../resources/cluster-features.js";
import type { Cluster, Environment, GitToken, Organization } from "../resources/environment.js";
import type { EnvironmentRecord } from "../resources/environment-record.js";
import type { GitOps } from "../resources/gitops.js";
import type { AnnotationsGroup, LabelsGroup } from "../resources/groups.js";
import type { Registry } from "../resources/registry.js";
import { isObject } from "../schema/values.js";
import type { Connection } from "./database.js";
import type { Memories } from "./memory.js";
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
  [kind: `environment:${string}`]: EnvironmentRecord;
}
export type RecordKind = keyof RecordKinds;

export interface Records {
  get<K extends RecordKind>(kind: K, id: string): RecordKinds[K] | undefined;
  list<K extends RecordKind>(kind: K): RecordKinds[K][];
  put<K extends RecordKind>(kind: K, id: string, record: RecordKinds[K]): void;
  remove(kind: RecordKind, id: string): boolean;
}

/** What is read of records wherever all of a kind are listed. */
const wholeness: Readonly<Partial<Record<RecordKind, (body: unknown) => boolean>>> = {
  environment: isNamed,
  cluster: (body) => isObject(body) && isNamed(body.config),
};

function isWhole(kind: RecordKind): (body: unknown) => boolean {
  return wholeness[kind] ?? (kind.startsWith("environment:") ? isOfEnvironment : isObject);
}

function isOfEnvironment(body: unknown): boolean {
  return isObject(body) && typeof body.environmentId === "string" && isObject(body.config);
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
  const put = connection.prepare("INSERT INTO record VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body");
  const remove = connection.prepare("DELETE FROM record WHERE kind = ? AND id = ?");
  const rowsOfKind = (kind: RecordKind) => rowsOf<object>({ table: kind, isWhole: isWhole(kind), report });
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
    put(kind, id, record) {
      put.run(kind, id, JSON.stringify(record));
      memories.forgetRecord(keyOf(kind, id));
    },
    remove(kind, id) {
      memories.forgetRecord(keyOf(kind, id));
      return remove.run(kind, id).changes > 0;
    },
  };
}
