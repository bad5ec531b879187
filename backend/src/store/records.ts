import type { Feature } from "../resources/cluster-features.js";
import type { Cluster, Environment, GitToken, Organization } from "../resources/environment.js";
import type { EnvironmentRecord } from "../resources/environment-record.js";
import type { GitOps } from "../resources/gitops.js";
import type { AnnotationsGroup, LabelsGroup } from "../resources/groups.js";
import type { Registry } from "../resources/registry.js";
import type { Connection } from "./database.js";
import type { Memories } from "./memory.js";

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

function keyOf(kind: RecordKind, id: string): string {
  return `${kind} ${id}`;
}

/** One object is given to all who ask for the record. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

export function openRecords(connection: Connection, memories: Memories): Records {
  const get = connection.prepare("SELECT body FROM record WHERE kind = ? AND id = ?");
  const list = connection.prepare("SELECT body FROM record WHERE kind = ? ORDER BY rowid");
  const put = connection.prepare("INSERT INTO record VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body");
  const remove = connection.prepare("DELETE FROM record WHERE kind = ? AND id = ?");
  return {
    get(kind, id) {
      const key = keyOf(kind, id);
      const known = memories.current().records.get(key);
      if (known !== undefined) return known as RecordKinds[typeof kind];
      const row = get.get(kind, id) as { body: string } | undefined;
      if (row === undefined) return undefined;
      const record = frozen(JSON.parse(row.body));
      memories.keepRecord(key, record);
      return record;
    },
    list: (kind) => (list.all(kind) as { body: string }[]).map((row) => JSON.parse(row.body)),
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
