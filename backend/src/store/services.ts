import { nameKey } from "../resources/name.js";
import type { Kind, Service } from "../resources/service.js";
import { kinds } from "../resources/services.js";
import { isObject } from "../schema/values.js";
import type { Connection } from "./database.js";
import type { Deleting, Memories, Representation } from "./memory.js";
import { type ReportDamage, type Row, rowsOf } from "./rows.js";

export type StoredService = Service<{ name: string }>;
/** A service without its configuration, which is most of it. */
export type ServiceState = Omit<StoredService, "config">;

export interface Services {
  get(id: string): StoredService | undefined;
  list(environmentId: string, kind: Kind): StoredService[];
  /** The ids of those that `list` returns. */
  ids(environmentId: string, kind: Kind): string[];
  /** Those with the ids, in any order, one at a time: all of them at once would need much memory. */
  each(ids: readonly string[]): Iterable<StoredService>;
  /** How responses show a service, if that is known. */
  represented(id: string): Representation | undefined;
  represent(representation: Representation): void;
  listAll(environmentId: string): StoredService[];
  states(environmentId: string): ServiceState[];
  /** The id of the service with a name in an environment. */
  named(environmentId: string, kind: Kind, name: string): string | undefined;
  insert(service: StoredService): void;
  update(service: StoredService): void;
  /** Counts an update of something else that its next deployment brings to the service. */
  outdate(id: string): void;
  /** Puts services into a deployment stage; null is the default one of their environment. */
  setStage(ids: readonly string[], stageId: string | null): void;
  remove(id: string): void;
  /** The services whose deletion has started, and when. */
  deleting(): readonly Deleting[];
}

function hasState(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { id, kind, environmentId, revision } = body;
  return typeof id === "string" && typeof environmentId === "string" && isKind(kind) && typeof revision === "number";
}

function isKind(kind: unknown): boolean {
  return (kinds as readonly unknown[]).includes(kind);
}

function isWhole(body: unknown): boolean {
  return hasState(body) && isObject(body) && isObject(body.config) && typeof body.config.name === "string";
}

export function openServices(connection: Connection, memories: Memories, report: ReportDamage): Services {
  const get = connection.prepare("SELECT id, body FROM service WHERE id = ?");
  const list = connection.prepare("SELECT id, body FROM service WHERE environment_id = ? AND kind = ? ORDER BY rowid");
  const ids = connection.prepare(
    "SELECT group_concat(id) AS ids FROM (SELECT id FROM service WHERE environment_id = ? AND kind = ? ORDER BY rowid)",
  );
  const each = connection.prepare("SELECT id, body FROM service WHERE id IN (SELECT value FROM json_each(?))");
  const listAll = connection.prepare("SELECT id, body FROM service WHERE environment_id = ? ORDER BY rowid");
  const states = connection.prepare(
    "SELECT id, json_remove(body, '$.config') AS body FROM service WHERE environment_id = ? ORDER BY rowid",
  );
  const named = connection.prepare("SELECT id FROM service WHERE environment_id = ? AND kind = ? AND name_key = ?");
  const insert = connection.prepare(
    "INSERT INTO service (id, kind, environment_id, name_key, deleting_since, body) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const update = connection.prepare("UPDATE service SET name_key = ?, deleting_since = ?, body = ? WHERE id = ?");
  const outdate = connection.prepare(
    "UPDATE service SET body = json_set(body, '$.revision', (body ->> '$.revision') + 1) WHERE id = ?",
  );
  const setStage = connection.prepare(
    "UPDATE service SET body = json_set(body, '$.stageId', ?) WHERE id IN (SELECT value FROM json_each(?))",
  );
  const remove = connection.prepare("DELETE FROM service WHERE id = ?");
  const deleting = connection.prepare(
    "SELECT id, deleting_since AS since FROM service WHERE deleting_since IS NOT NULL",
  );
  const { read, readAll } = rowsOf<StoredService>({ table: "service", isWhole, report });
  const statesOf = rowsOf<ServiceState>({ table: "service", isWhole: hasState, report });
  const statesRows = (environmentId: string) => {
    try {
      return states.all(environmentId) as Row[];
    } catch {
      // The database cannot take the configuration out of a body that isn't JSON.
      return listAll.all(environmentId) as Row[];
    }
  };
  return {
    get(id) {
      const row = get.get(id) as Row | undefined;
      return row && read(row);
    },
    list: (environmentId, kind) => readAll(list.all(environmentId, kind) as Row[]),
    ids(environmentId, kind) {
      const { ids: text } = ids.get(environmentId, kind) as { ids: string | null };
      return text === null ? [] : text.split(",");
    },
    *each(wanted) {
      for (const row of each.iterate(JSON.stringify(wanted))) yield* readAll([row as Row]);
    },
    represented: (id) => memories.current().representations.get(id),
    represent: memories.represent,
    listAll: (environmentId) => readAll(listAll.all(environmentId) as Row[]),
    states: (environmentId) => statesOf.readAll(statesRows(environmentId)),
    named: (environmentId, kind, name) =>
      (named.get(environmentId, kind, nameKey(name)) as { id: string } | undefined)?.id,
    insert(service) {
      const { id, kind, environmentId, config, deletingSince } = service;
      insert.run(id, kind, environmentId, nameKey(config.name), deletingSince, JSON.stringify(service));
      if (deletingSince !== null) memories.forgetService(id);
    },
    update(service) {
      update.run(nameKey(service.config.name), service.deletingSince, JSON.stringify(service), service.id);
      memories.forgetService(service.id);
    },
    outdate: (id) => void outdate.run(id),
    setStage: (list, stageId) => void setStage.run(stageId, JSON.stringify(list)),
    remove(id) {
      remove.run(id);
      memories.forgetService(id);
    },
    deleting() {
      const memory = memories.current();
      memory.deleting ??= deleting.all() as Deleting[];
      return memory.deleting;
    },
  };
}
