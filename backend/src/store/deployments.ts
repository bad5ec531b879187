import type { Deployment } from "../progress.js";
import type { Content, Row } from "./content.js";

export interface Deployments {
  get(id: string): Deployment | undefined;
  /** All of them, in the order in which they were started. */
  all(): Deployment[];
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
  obsolete(environmentId: string, preserved: number): Deployment[];
  remove(id: string): void;
  removeAll(environmentId: string): void;
}

const obsoleteAtOnce = 20;

const bodyOf = ({ value }: Row<Deployment>) => value;

/** `isLast` says whether a deployment is the last one of a service. */
export function openDeployments(content: Content, isLast: (id: string) => boolean): Deployments {
  const table = content.table<Deployment>("deployment");
  const byEnvironment = table.groupedBy(({ value }) => value.environmentId);
  const listOf = (environmentId: string) => byEnvironment(environmentId).map(bodyOf);
  const set = (deployment: Deployment) => table.set(deployment.id, deployment);
  return {
    get: table.get,
    all: () => table.rows().map(bodyOf),
    getAll: (ids) => [...new Set(ids)].flatMap((id) => table.get(id) ?? []),
    latest: (environmentId) => listOf(environmentId).at(-1),
    recent: (environmentId, count) => listOf(environmentId).reverse().slice(0, count),
    ofService: (environmentId, id, count) =>
      listOf(environmentId)
        .filter(({ tasks }) => tasks.some(({ serviceId }) => serviceId === id))
        .reverse()
        .slice(0, count),
    insert: set,
    update: set,
    obsolete: (environmentId, preserved) =>
      listOf(environmentId)
        .slice(0, -preserved)
        .filter(({ id }) => !isLast(id))
        .slice(0, obsoleteAtOnce),
    remove: (id) => void table.remove(id),
    removeAll(environmentId) {
      for (const { key } of byEnvironment(environmentId)) table.remove(key);
    },
  };
}
