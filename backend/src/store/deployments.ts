import type { Deployment } from "../progress.js";
import type { Connection } from "./database.js";

export interface Deployments {
  get(id: string): Deployment | undefined;
  latest(environmentId: string): Deployment | undefined;
  /** Newest first. */
  recent(environmentId: string, count: number): Deployment[];
  insert(deployment: Deployment): void;
  update(deployment: Deployment): void;
}

export function openDeployments(connection: Connection): Deployments {
  const get = connection.prepare("SELECT body FROM deployment WHERE id = ?");
  const recent = connection.prepare(
    "SELECT body FROM deployment WHERE environment_id = ? ORDER BY sequence DESC LIMIT ?",
  );
  const insert = connection.prepare("INSERT INTO deployment (id, environment_id, body) VALUES (?, ?, ?)");
  const update = connection.prepare("UPDATE deployment SET body = ? WHERE id = ?");
  const parse = (row: unknown): Deployment => JSON.parse((row as { body: string }).body);
  const list = (environmentId: string, count: number) => recent.all(environmentId, count).map(parse);
  return {
    get(id) {
      const row = get.get(id);
      return row === undefined ? undefined : parse(row);
    },
    latest: (environmentId) => list(environmentId, 1)[0],
    recent: list,
    insert: (deployment) => void insert.run(deployment.id, deployment.environmentId, JSON.stringify(deployment)),
    update: (deployment) => void update.run(JSON.stringify(deployment), deployment.id),
  };
}
