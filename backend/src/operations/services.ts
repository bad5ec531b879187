/** Create, list, read, update, clone and delete: the same for every kind of service. */
import { randomUUID } from "node:crypto";
import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { cloneRequest } from "../resources/deployment.js";
import type { Environment } from "../resources/environment.js";
import type { MasterCredentials } from "../resources/master-credentials.js";
import type { Configuring, Kind, ReadBody, Service, ServiceKind } from "../resources/service.js";
import type { StoredService } from "../store/services.js";
import {
  type Call,
  clusterOf,
  environmentNamed,
  findEnvironment,
  findService,
  pathId,
  readBody,
  readFlag,
  refuseDeletedEnvironment,
  refuseDeletedService,
} from "./call.js";
import type { JsonText } from "./json-text.js";
import { removeService } from "./removal.js";
import { representedService, representedServices } from "./representations.js";
import { copyVariables } from "./variable-copies.js";

function refuseTakenName(platform: Platform, environmentId: string, kind: Kind, name: string, except?: string): void {
  const owner = platform.store.services.named(environmentId, kind, name);
  if (owner === undefined || owner === except) return;
  throw new Problem(409, `The environment already has a ${kind} named "${name}"; its id is ${owner}.`);
}

function configuring<C>(call: Call, serviceId: string, environment: Environment, previous: C | null): Configuring<C> {
  return { serviceId, environment, cluster: clusterOf(call.platform, environment), now: call.now, previous };
}

function environmentOf(call: Call, service: Service): Environment {
  const environment = call.platform.store.records.get("environment", service.environmentId);
  if (environment === undefined) throw notFound("environment", service.environmentId);
  return environment;
}

function keepNew<C extends { name: string }>(
  call: Call,
  kind: Kind,
  environment: Environment,
  configure: (context: Configuring<C>) => C,
  copied: Pick<Service, "advancedSettings" | "isSkipped"> = {},
): Service<C> {
  const id = randomUUID();
  const service: Service<C> = {
    id,
    kind,
    environmentId: environment.id,
    createdAt: call.now,
    updatedAt: null,
    revision: 0,
    deployedRevision: null,
    lastDeploymentId: null,
    deployedCommit: null,
    deletingSince: null,
    ...copied,
    config: configure(configuring<C>(call, id, environment, null)),
  };
  refuseDeletedEnvironment(environment);
  refuseTakenName(call.platform, environment.id, kind, service.config.name);
  call.platform.store.services.insert(service);
  return service;
}

/** A copy of a service, without what belongs to it. */
export function cloneService<B, C extends { name: string }, A>(
  call: Call,
  kind: ServiceKind<B, C, A>,
  { config, advancedSettings, isSkipped }: Service<C>,
  { environment, name }: { environment: Environment; name: string },
): Service<C> {
  const copy = (context: Configuring<C>) => ({ ...kind.copy(config, context), name });
  return keepNew<C>(call, kind.kind, environment, copy, { advancedSettings, isSkipped });
}

/** A service that was never deployed is gone at once; otherwise its deletion takes time. */
export function beginRemoval(platform: Platform, service: StoredService): undefined {
  const { store, clock } = platform;
  if (service.deployedRevision === null || clock.speed === "instant") removeService(platform, service.id);
  else if (service.deletingSince === null) store.services.update({ ...service, deletingSince: clock.reading() });
}

function keepEdit<C extends { name: string }>(call: Call, service: Service<C>, config: C): Service<C> {
  refuseTakenName(call.platform, service.environmentId, service.kind, config.name, service.id);
  refuseDeletedService(service);
  const edited = { ...service, config, revision: service.revision + 1, updatedAt: call.now };
  call.platform.store.services.update(edited);
  return edited;
}

/** Whether a service was updated since its last deployment. */
function mustBeUpdated(service: Service): boolean {
  return service.deployedRevision !== null && service.revision > service.deployedRevision;
}

export function serviceOperations<B, C extends { name: string }, A>(kind: ServiceKind<B, C, A>) {
  const represent = (call: Call, service: Service<C>) => kind.represent(service, call.platform.related);
  const reading =
    ({ platform, body }: Call, previous: C | null): ReadBody =>
    (schema, check) =>
      readBody({ platform, body: kind.prepare ? kind.prepare(body, previous) : body }, schema, check);
  return {
    create(call: Call): A {
      const environment = findEnvironment(call);
      const body = reading(call, null)(kind.request);
      return represent(
        call,
        keepNew<C>(call, kind.kind, environment, (context) => kind.configure(body, context)),
      );
    },

    list(call: Call): JsonText | { results: A[] } {
      const environment = findEnvironment(call);
      if (!kind.listsUpdated || !readFlag(call.query, "toUpdate"))
        return representedServices(call.platform, environment.id, kind.kind);
      const services = call.platform.store.services.list(environment.id, kind.kind) as Service<C>[];
      const outdated = services.filter(mustBeUpdated);
      return { results: outdated.map((service) => represent(call, service)) };
    },

    get(call: Call): JsonText {
      const id = pathId(call, `${kind.kind}Id`, kind.kind);
      const found = representedService(call.platform, kind.kind, id);
      if (found === undefined) throw notFound(kind.kind, id);
      return found;
    },

    replace(call: Call): A {
      const service = findService(call, kind);
      const context = configuring(call, service.id, environmentOf(call, service), service.config);
      const read = reading(call, service.config);
      const config = kind.edit?.(read, service.config, context) ?? kind.configure(read(kind.request), context);
      return represent(call, keepEdit(call, service, config));
    },

    clone(call: Call): A {
      const source = findService(call, kind);
      const { name, environment_id } = readBody(call, cloneRequest);
      const environment = environmentNamed(call.platform, environment_id);
      const copy = cloneService(call, kind, source, { environment, name });
      copyVariables(call, new Map([[source.id, copy.id]]));
      return represent(call, copy);
    },

    /** How administrators log in; omitted for kinds without administrators. */
    credentials: (call: Call): MasterCredentials | undefined => kind.masterCredentials?.(findService(call, kind)),

    remove(call: Call): undefined {
      const service = findService(call, kind);
      readFlag(call.query, "skipReconcile");
      beginRemoval(call.platform, service);
    },
  };
}
