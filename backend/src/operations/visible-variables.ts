/**
 * Which variables are visible where. A service sees its own, those of its environment and of its project, and built-in ones.
 * If several have the same key, the one of the lowest scope takes precedence.
 */
import type { Platform } from "../platform.js";
import { notFound } from "../problem.js";
import type { ChildRecord } from "../resources/record.js";
import { project } from "../resources/records/project.js";
import { precedence, type Scope, type VariableConfig, variable } from "../resources/records/variable.js";
import { serviceTypeOf } from "../resources/service.js";
import { serviceKindOf } from "../resources/services.js";
import type { ServiceState } from "../store/services.js";
import { builtInsSeenFrom, builtInWith, isBuiltInSeenFrom, type ParentReference } from "./built-in-variables.js";
import { recordOf, recordsIn, recordsReferringTo } from "./records.js";

export type Variable = ChildRecord<VariableConfig>;

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
  const isProject = recordOf(platform, project, id) !== undefined;
  if (isProject && (scope === "PROJECT" || scope === "BUILT_IN")) return { projectId: id };
  if (scope === "PROJECT") throw notFound("project", id);
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

/** All variables that are seen from a place, including those that another one hides: the highest scope first. */
export function visibleFrom(platform: Platform, parent: ParentReference): Variable[] {
  const [top, ...below] = levels(parent).map((id) => recordsIn(platform, variable, id));
  return [...(top ?? []), ...builtInsSeenFrom(platform, parent), ...below.flat()];
}

/** Whether a variable is seen from a place. */
export function isVisibleFrom(platform: Platform, of: Variable, parent: ParentReference): boolean {
  if (of.config.scope !== "BUILT_IN") return levels(parent).includes(of.parentId);
  return isBuiltInSeenFrom(platform, of, parent);
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

/** Whether a changed variable or domain makes the service out of date: one that is so already stays so. */
export function isUpToDate({ kind, deployedRevision, revision }: ServiceState): boolean {
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
