import type { Feature } from "../resources/cluster-features.js";
import type { Cluster, Environment, GitToken, Organization } from "../resources/environment.js";
import type { EnvironmentRecord } from "../resources/environment-record.js";
import type { GitOps } from "../resources/gitops.js";
import type { AnnotationsGroup, LabelsGroup } from "../resources/groups.js";
import type { Registry } from "../resources/registry.js";
import type { Connection } from "./database.js";

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

export function openRecords(connection: Connection): Records {
  const get = connection.prepare("SELECT body FROM record WHERE kind = ? AND id = ?");
  const list = connection.prepare("SELECT body FROM record WHERE kind = ? ORDER BY rowid");
  const put = connection.prepare("INSERT INTO record VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body");
  const remove = connection.prepare("DELETE FROM record WHERE kind = ? AND id = ?");
  return {
    get(kind, id) {
      const row = get.get(kind, id) as { body: string } | undefined;
      return row && JSON.parse(row.body);
    },
    list: (kind) => (list.all(kind) as { body: string }[]).map((row) => JSON.parse(row.body)),
    put: (kind, id, record) => void put.run(kind, id, JSON.stringify(record)),
    remove: (kind, id) => remove.run(kind, id).changes > 0,
  };
}
