import type { Deployment } from "../progress.js";
import type { Connection } from "./database.js";

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
}

const obsoleteAtOnce = 20;

export function openDeployments(connection: Connection): Deployments {
  const get = connection.prepare("SELECT body FROM deployment WHERE id = ?");
  const recent = connection.prepare(
    "SELECT body FROM deployment WHERE environment_id = ? ORDER BY sequence DESC LIMIT ?",
  );
  const ofService = connection.prepare(
    "SELECT body FROM deployment WHERE environment_id = ? AND instr(body, ?) > 0 ORDER BY sequence DESC LIMIT ?",
  );
  const getAll = connection.prepare("SELECT body FROM deployment WHERE id IN (SELECT value FROM json_each(?))");
  const obsolete = connection.prepare(`
    SELECT body FROM deployment WHERE environment_id = ?1
      AND sequence <= (SELECT sequence FROM deployment WHERE environment_id = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
      AND NOT EXISTS (SELECT 1 FROM service WHERE last_deployment_id = deployment.id)
    ORDER BY sequence LIMIT ${obsoleteAtOnce}`);
  const remove = connection.prepare("DELETE FROM deployment WHERE id = ?");
  const insert = connection.prepare("INSERT INTO deployment (id, environment_id, body) VALUES (?, ?, ?)");
  const update = connection.prepare("UPDATE deployment SET body = ? WHERE id = ?");
  const parse = (row: unknown): Deployment => JSON.parse((row as { body: string }).body);
  const list = (environmentId: string, count: number) => recent.all(environmentId, count).map(parse);
  return {
    get(id) {
      const row = get.get(id);
      return row === undefined ? undefined : parse(row);
    },
    getAll: (ids) => getAll.all(JSON.stringify([...ids])).map(parse),
    latest: (environmentId) => list(environmentId, 1)[0],
    recent: list,
    ofService: (environmentId, serviceId, count) => ofService.all(environmentId, serviceId, count).map(parse),
    insert: (deployment) => void insert.run(deployment.id, deployment.environmentId, JSON.stringify(deployment)),
    update: (deployment) => void update.run(JSON.stringify(deployment), deployment.id),
    obsolete: (environmentId, kept) => obsolete.all(environmentId, kept).map(parse),
    remove: (id) => void remove.run(id),
  };
}
