/**
 * Which variables are visible where. A service sees its own, those of its environment and of its project, and the built-in ones
 * of all services in its environment. If several have the same key, the one of the lowest scope takes precedence.
 */
import type { Platform } from "../platform.js";
import { notFound } from "../problem.js";
import { type BuiltInValues, builtInId, builtInKey, builtIns } from "../resources/built-in-variable.js";
import { linksOf } from "../resources/link.js";
import type { ChildRecord } from "../resources/record.js";
import { project } from "../resources/records/project.js";
import { precedence, type Scope, type VariableConfig, variable } from "../resources/records/variable.js";
import { serviceTypeOf } from "../resources/service.js";
import { serviceKindOf, serviceKinds } from "../resources/services.js";
import type { ServiceState, StoredService } from "../store/services.js";
import { recordOf, recordsIn, recordsReferringTo } from "./records.js";

export type Variable = ChildRecord<VariableConfig>;

/** Where variables are seen from, with everything above it. */
export interface ParentReference {
  readonly projectId: string;
  readonly environmentId?: string;
  readonly serviceId?: string;
}

/** What the platform says about a service. */
export function builtInsOf(service: StoredService): Variable[] {
  const described = serviceKindOf(service).builtIns?.(service) ?? hostsOf(service);
  if (described === undefined) return [];
  const { prefix, values } = described;
  const named = builtIns.flatMap((name) => {
    const { [name]: value } = values;
    return value === undefined ? [] : [{ name, value }];
  });
  return named.map(({ name, value }) => ({
    id: builtInId(service.id, name),
    parentId: service.id,
    createdAt: service.createdAt,
    updatedAt: null,
    config: {
      scope: "BUILT_IN",
      type: "BUILT_IN",
      key: builtInKey(service.id, prefix, name),
      value,
      is_secret: value === null,
      mount_path: null,
      description: null,
      enable_interpolation_in_file: null,
      targetId: null,
    },
  }));
}

/** The hosts of a service that may have public ports. */
function hostsOf(service: StoredService): BuiltInValues | undefined {
  if (!serviceKindOf(service).isExposed) return undefined;
  const main = linksOf(service).find(({ is_default }) => is_default);
  return {
    prefix: service.kind.toUpperCase(),
    values: {
      HOST_INTERNAL: `app-z${service.id.slice(0, 8)}`,
      ...(main && { HOST_EXTERNAL: main.url.replace(/^\w+:\/\/|[/:].*$/g, "") }),
    },
  };
}

export function builtInIdsOf(serviceId: string): string[] {
  return builtIns.map((name) => builtInId(serviceId, name));
}

/** The built-in variable with an id, which leads back to its service. */
function builtInWith(platform: Platform, id: string): Variable | undefined {
  for (const name of builtIns) {
    const service = platform.store.services.get(builtInId(id, name));
    const found = service === undefined ? undefined : builtInsOf(service).find((each) => each.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function variableWith(platform: Platform, id: string): Variable | undefined {
  return recordOf(platform, variable, id) ?? builtInWith(platform, id);
}

/** The variable that an alias or an override refers to: it is removed with its target, so there is one. */
export function targetOf(platform: Platform, { config }: Variable): Variable | undefined {
  return config.targetId === null ? undefined : variableWith(platform, config.targetId);
}

/** Null for a secret. */
export function shownValue(platform: Platform, of: Variable): string | null {
  if (of.config.is_secret) return null;
  const target = of.config.type === "ALIAS" ? targetOf(platform, of) : undefined;
  return target === undefined ? of.config.value : shownValue(platform, target);
}

function parentOfEnvironment(platform: Platform, id: string): ParentReference {
  const environment = platform.store.records.get("environment", id);
  if (environment === undefined) throw notFound("environment", id);
  return { projectId: environment.projectId, environmentId: id };
}

/** What a scope and an id name; a BUILT_IN one names any of those that have built-in variables. Throws a 404. */
export function parentOf(platform: Platform, scope: Scope, id: string): ParentReference {
  if (scope === "PROJECT") {
    if (recordOf(platform, project, id) === undefined) throw notFound("project", id);
    return { projectId: id };
  }
  if (scope === "ENVIRONMENT") return parentOfEnvironment(platform, id);
  const service = platform.store.services.get(id);
  if (service !== undefined && (scope === "BUILT_IN" || serviceTypeOf(service.kind) === scope)) {
    return { ...parentOfEnvironment(platform, service.environmentId), serviceId: id };
  }
  if (scope === "BUILT_IN") return parentOfEnvironment(platform, id);
  throw notFound(scope.toLowerCase(), id);
}

/** The ids of the place itself and of all that is above it. */
function levels({ projectId, environmentId, serviceId }: ParentReference): string[] {
  return [projectId, environmentId, serviceId].filter((id) => id !== undefined);
}

/** Those of the environment's databases, and the hosts of the service itself: an environment may have thousands of others. */
function builtInsIn({ store }: Platform, { environmentId, serviceId }: ParentReference): Variable[] {
  if (environmentId === undefined) return [];
  const described = serviceKinds.filter((kind) => kind.builtIns !== undefined);
  const service = serviceId === undefined ? undefined : store.services.get(serviceId);
  const own = service !== undefined && serviceKindOf(service).isExposed ? [service] : [];
  return [...described.flatMap(({ kind }) => store.services.list(environmentId, kind)), ...own].flatMap(builtInsOf);
}

/** All variables that are seen from a place, including those that another one hides: the highest scope first. */
export function visibleFrom(platform: Platform, parent: ParentReference): Variable[] {
  const [top, ...below] = levels(parent).map((id) => recordsIn(platform, variable, id));
  return [...(top ?? []), ...builtInsIn(platform, parent), ...below.flat()];
}

/** Whether a variable is seen from a place. */
export function isVisibleFrom(platform: Platform, of: Variable, parent: ParentReference): boolean {
  if (of.config.scope !== "BUILT_IN") return levels(parent).includes(of.parentId);
  return platform.store.services.get(of.parentId)?.environmentId === parent.environmentId;
}

/** The effective variables of a place: for each key, that of the lowest scope. */
export function effectiveAt(platform: Platform, parent: ParentReference): Variable[] {
  const byKey = new Map<string, Variable>();
  for (const each of visibleFrom(platform, parent)) {
    const other = byKey.get(each.config.key);
    if (other === undefined || precedence(each.config.scope) >= precedence(other.config.scope)) {
      byKey.set(each.config.key, each);
    }
  }
  return [...byKey.values()];
}

function overrides(platform: Platform, key: string, parentId: string): boolean {
  return recordsIn(platform, variable, parentId).some(({ config }) => config.key === key);
}

function servicesIn({ store }: Platform, environmentId: string): ServiceState[] {
  return store.services.states(environmentId);
}

/** The services that get a variable: no variable of a lower scope has its key. */
function servicesSeeing(platform: Platform, { config: { scope, key }, parentId }: Variable): ServiceState[] {
  const unhidden = (services: readonly ServiceState[]) =>
    services.filter((service) => isUpToDate(service) && !overrides(platform, key, service.id));
  if (scope === "ENVIRONMENT") return unhidden(servicesIn(platform, parentId));
  if (scope === "PROJECT") {
    const environments = platform.store.records.listOf("environment", parentId);
    return environments
      .filter(({ id }) => !overrides(platform, key, id))
      .flatMap(({ id }) => unhidden(servicesIn(platform, id)));
  }
  const service = platform.store.services.get(parentId);
  return service === undefined ? [] : [service];
}

/** Whether a changed variable makes the service out of date: one that is so already stays so. */
function isUpToDate({ kind, deployedRevision, revision }: ServiceState): boolean {
  return serviceKindOf({ kind }).hasVariables && deployedRevision !== null && deployedRevision === revision;
}

/** The services that see a variable get it with their next deployment; the same applies to its aliases. */
export function outdate(platform: Platform, of: Variable): void {
  for (const service of servicesSeeing(platform, of)) {
    if (isUpToDate(service)) platform.store.services.outdate(service.id);
  }
  for (const each of dependentsOf(platform, of.id)) if (each.config.type === "ALIAS") outdate(platform, each);
}

/** The aliases and overrides of a variable. */
export function dependentsOf(platform: Platform, id: string): Variable[] {
  return recordsReferringTo(platform, variable, id);
}
