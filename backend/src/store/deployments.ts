import type { Deployment } from "../progress.js";
import { isObject } from "../schema/values.js";
import type { Connection } from "./database.js";
import { type ReportDamage, type Row, rowsOf } from "./rows.js";

export interface Deployments {
  get(id: string): Deployment | undefined;
  /** Those with the ids, in any order. */
  getAll(ids: Iterable<string>): Deployment[];
  latest(environmentId: string): Deployment | undefined;
  /** Newest first. */
  recent(environmentId: string, count: number): Deployment[];
  /** Those that a service is part of, newest first. */
  ofService(environmentId: string, serviceId: string, count: number): Deployment[];
  insert(deployment: Deployment): void;
  update(deployment: Deployment): void;
  /**
   * The oldest ones that come before the newest `kept` of the environment and are not the last one of a service;
   * a limited number, so that no request takes long.
   */
  obsolete(environmentId: string, kept: number): Deployment[];
  remove(id: string): void;
  removeAll(environmentId: string): void;
}

const obsoleteAtOnce = 20;

function isWhole(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { id, environmentId, started, startedAt, tasks } = body;
  const texts = [id, environmentId, startedAt];
  return texts.every((each) => typeof each === "string") && typeof started === "number" && isListOfObjects(tasks);
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

export function openDeployments(connection: Connection, report: ReportDamage): Deployments {
  const get = connection.prepare("SELECT id, body FROM deployment WHERE id = ?");
  const recent = connection.prepare(
    "SELECT id, body FROM deployment WHERE environment_id = ? ORDER BY sequence DESC LIMIT ?",
  );
  const ofService = connection.prepare(
    "SELECT id, body FROM deployment WHERE environment_id = ? AND instr(body, ?) > 0 ORDER BY sequence DESC LIMIT ?",
  );
  const getAll = connection.prepare("SELECT id, body FROM deployment WHERE id IN (SELECT value FROM json_each(?))");
  const obsolete = connection.prepare(`
    SELECT id, body FROM deployment WHERE environment_id = ?1
      AND sequence <= (SELECT sequence FROM deployment WHERE environment_id = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
      AND NOT EXISTS (SELECT 1 FROM service WHERE last_deployment_id = deployment.id)
    ORDER BY sequence LIMIT ${obsoleteAtOnce}`);
  const remove = connection.prepare("DELETE FROM deployment WHERE id = ?");
  const removeAll = connection.prepare("DELETE FROM deployment WHERE environment_id = ?");
  const insert = connection.prepare("INSERT INTO deployment (id, environment_id, body) VALUES (?, ?, ?)");
  const update = connection.prepare("UPDATE deployment SET body = ? WHERE id = ?");
  const { read, readAll } = rowsOf<Deployment>({ table: "deployment", isWhole, report });
  const list = (environmentId: string, count: number) => readAll(recent.all(environmentId, count) as Row[]);
  return {
    get(id) {
      const row = get.get(id) as Row | undefined;
      return row && read(row);
    },
    getAll: (ids) => readAll(getAll.all(JSON.stringify([...ids])) as Row[]),
    latest: (environmentId) => list(environmentId, 1)[0],
    recent: list,
    ofService: (environmentId, serviceId, count) => readAll(ofService.all(environmentId, serviceId, count) as Row[]),
    insert: (deployment) => void insert.run(deployment.id, deployment.environmentId, JSON.stringify(deployment)),
    update: (deployment) => void update.run(JSON.stringify(deployment), deployment.id),
    obsolete: (environmentId, kept) => readAll(obsolete.all(environmentId, kept) as Row[]),
    remove: (id) => void remove.run(id),
    removeAll: (environmentId) => void removeAll.run(environmentId),
  };
}
