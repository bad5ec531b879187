/**
 * What the dashboard lists of the services and deployments, kept in memory once a page asks for it: the cost of an open page
 * depends on what changes, not on how much there is.
 */

import { versionOf } from "../operations/service-version.js";
import { sweep } from "../operations/sweep.js";
import type { Platform } from "../platform.js";
import type { Deployment } from "../progress.js";
import type { Environment } from "../resources/environment.js";
import { nameOf, recordKey, servedIn } from "../resources/record.js";
import { project } from "../resources/records/project.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { StoreListener } from "../store/observed.js";
import type { ServiceState, StoredService } from "../store/services.js";
import type { ResourceSummary } from "./contract.js";

/** A service without its configuration, of which lists show only the name and the version. */
export interface ListedService extends ServiceState {
  readonly name: string;
  readonly version: string;
}

export interface Content extends StoreListener {
  /** Reads what has changed. Whoever reads the content does this first. */
  refresh(): void;
  /** The same list until an environment or a project is added, changed or removed. */
  environments(): readonly Environment[];
  environment(id: string): Environment | undefined;
  services(environmentId: string): readonly ListedService[];
  /** Null if the environment has no such service, or no longer. */
  nameOf(environmentId: string, serviceId: string): string | null;
  /** What belongs to the environment and isn't a service. */
  others(environmentId: string): readonly ResourceSummary[];
  /** Newest first, at most `listedDeployments`. */
  deployments(environmentId: string): readonly Deployment[];
  /** The environments that were read and have changed since they were taken last. */
  takeChanged(): string[];
  /** How often records such as variables, domains and stages were written. */
  recordWrites(): number;
  /** The last deployments of the services of an environment. */
  lastDeployments(environmentId: string): readonly Deployment[];
}

const listedDeployments = 50;
/** With more changes than this, everything is read again. */
const mostChanges = 20_000;

interface ListedEnvironment {
  readonly services: Map<string, ListedService>;
  /** Undefined if they must be read again. */
  others: readonly ResourceSummary[] | undefined;
  /** The same. */
  deployments: readonly Deployment[] | undefined;
  /** Last deployments of services that are not among the listed ones. */
  readonly older: Map<string, Deployment>;
}

/** A service as lists show it. Even in a name, a credential is not shown. */
export function listed({ config, ...service }: StoredService): ListedService {
  const version = versionOf({ ...service, config });
  return { ...service, name: withoutCredentials(config.name), version: withoutCredentials(version) };
}

function readServices(platform: Platform, environmentId: string): ListedEnvironment {
  const services = platform.store.services.listAll(environmentId);
  return {
    services: new Map(services.map((each) => [each.id, listed(each)])),
    others: undefined,
    deployments: undefined,
    older: new Map(),
  };
}

function readOthers({ store, recordKinds }: Platform, environmentId: string): ResourceSummary[] {
  // The others have tables of their own.
  const plain = recordKinds.filter((kind) => servedIn(kind) === "environment");
  return plain.flatMap((kind) =>
    store.records.listOf(recordKey(kind), environmentId).map(({ id, config, createdAt, updatedAt }) => ({
      id,
      kind: kind.kind,
      name: withoutCredentials(nameOf(kind, config)),
      updatedAt: updatedAt ?? createdAt,
    })),
  );
}

/** The last deployments of the services. Those that are not recent are read once, and kept while they are the last ones. */
function lastDeployments(
  { services, older }: ListedEnvironment,
  recent: readonly Deployment[],
  read: (ids: string[]) => readonly Deployment[],
): Deployment[] {
  const desired = new Set<string>();
  for (const { lastDeploymentId } of services.values()) if (lastDeploymentId !== null) desired.add(lastDeploymentId);
  const among = recent.filter(({ id }) => desired.delete(id));
  for (const id of older.keys()) if (!desired.has(id)) older.delete(id);
  const missing = [...desired].filter((id) => !older.has(id));
  for (const each of missing.length === 0 ? [] : read(missing)) older.set(each.id, each);
  return [...among, ...[...desired].flatMap((id) => older.get(id) ?? [])];
}

interface EnvironmentList {
  all(): readonly Environment[];
  byId(): ReadonlyMap<string, Environment>;
  forget(): void;
}

/** Reads the environments again after `forget`; `onRead` is called whenever they were read. */
function createEnvironmentList(
  read: () => readonly Environment[],
  onRead: (byId: ReadonlyMap<string, Environment>) => void,
): EnvironmentList {
  let list: readonly Environment[] = [];
  let known: ReadonlyMap<string, Environment> | undefined;

  function byId(): ReadonlyMap<string, Environment> {
    if (known !== undefined) return known;
    list = read();
    known = new Map(list.map((each) => [each.id, each]));
    onRead(known);
    return known;
  }

  return {
    all() {
      byId();
      return list;
    },
    byId,
    forget() {
      known = undefined;
    },
  };
}

export function createContent(platform: () => Platform): Content {
  const known = new Map<string, ListedEnvironment>();
  /** Where the services of these environments are. */
  const parents = new Map<string, string>();
  const changed = new Set<string>();
  const changedEnvironments = new Set<string>();
  let recordWrites = 0;

  const environments = createEnvironmentList(
    () => platform().store.records.list("environment"),
    (byId) => {
      for (const id of known.keys()) if (!byId.has(id)) known.delete(id);
    },
  );

  /** Changes what is kept of an environment, if anything is. */
  function update(environmentId: string, change: (environment: ListedEnvironment) => void): void {
    const environment = known.get(environmentId);
    if (environment === undefined) return;
    change(environment);
    changedEnvironments.add(environmentId);
  }

  function forget(id: string, environmentId: string): void {
    known.get(environmentId)?.services.delete(id);
    parents.delete(id);
    changedEnvironments.add(environmentId);
  }

  function keep(environmentId: string, service: ListedService): void {
    update(environmentId, ({ services }) => {
      services.set(service.id, service);
      parents.set(service.id, environmentId);
    });
  }

  function refresh(): void {
    sweep(platform());
    for (const id of changed) {
      const service = platform().store.services.get(id);
      const before = parents.get(id);
      if (before !== undefined && before !== service?.environmentId) forget(id, before);
      if (service !== undefined) keep(service.environmentId, listed(service));
    }
    changed.clear();
  }

  function find(environmentId: string): ListedEnvironment {
    const preserved = known.get(environmentId);
    if (preserved !== undefined) return preserved;
    const found = readServices(platform(), environmentId);
    // Not kept for an environment that doesn't exist: nothing would remove it again.
    if (!environments.byId().has(environmentId)) return found;
    known.set(environmentId, found);
    for (const id of found.services.keys()) parents.set(id, environmentId);
    return found;
  }

  function recent(environmentId: string, environment = find(environmentId)): readonly Deployment[] {
    environment.deployments ??= platform().store.deployments.recent(environmentId, listedDeployments);
    return environment.deployments;
  }

  function forgetAll(): void {
    // Everything that was derived from them must be read again.
    for (const id of known.keys()) changedEnvironments.add(id);
    for (const each of [known, parents, changed]) each.clear();
    environments.forget();
  }

  return {
    refresh,
    environments: environments.all,
    environment: (id) => environments.byId().get(id),
    takeChanged() {
      const taken = [...changedEnvironments];
      changedEnvironments.clear();
      return taken;
    },
    recordWrites: () => recordWrites,
    services: (environmentId) => [...find(environmentId).services.values()],
    nameOf: (environmentId, serviceId) => find(environmentId).services.get(serviceId)?.name ?? null,
    others(environmentId) {
      const environment = find(environmentId);
      environment.others ??= readOthers(platform(), environmentId);
      return environment.others;
    },
    deployments: (environmentId) => recent(environmentId),
    lastDeployments(environmentId) {
      const environment = find(environmentId);
      const { deployments } = platform().store;
      return lastDeployments(environment, recent(environmentId, environment), deployments.getAll);
    },
    service(id) {
      if (known.size === 0) return;
      changed.add(id);
      if (changed.size > mostChanges) forgetAll();
    },
    deployment({ id, environmentId }) {
      update(environmentId, (environment) => {
        environment.deployments = undefined;
        environment.older.delete(id);
      });
    },
    record(kind, parentId) {
      recordWrites += 1;
      // The rows of environments have the names of their projects.
      if (kind === "environment" || kind === recordKey(project)) environments.forget();
      update(parentId ?? "", (environment) => {
        environment.others = undefined;
      });
    },
    cleared: forgetAll,
  };
}
