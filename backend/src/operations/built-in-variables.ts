/** Built-in variables: derived from the project, the environment or the service that they describe, so none is stored. */
import type { Platform } from "../platform.js";
import { builtInId, builtIns, builtInsFrom, type NamedBuiltIn } from "../resources/built-in-variable.js";
import type { Environment } from "../resources/environment.js";
import { linksOf } from "../resources/link.js";
import type { ChildRecord } from "../resources/record.js";
import { project } from "../resources/records/project.js";
import type { VariableConfig } from "../resources/records/variable.js";
import { serviceKindOf, serviceKinds } from "../resources/services.js";
import type { StoredService } from "../store/services.js";
import { clusterOf } from "./call.js";
import { recordOf } from "./records.js";

type Variable = ChildRecord<VariableConfig>;

/** Where variables are seen from, with everything above it. */
export interface ParentReference {
  readonly projectId: string;
  readonly environmentId?: string;
  readonly serviceId?: string;
}

function variableOf(of: { readonly id: string; readonly createdAt: string }, named: NamedBuiltIn): Variable {
  const { name, key, value } = named;
  return {
    id: builtInId(of.id, name),
    parentId: of.id,
    createdAt: of.createdAt,
    updatedAt: null,
    config: {
      scope: "BUILT_IN",
      type: "BUILT_IN",
      key,
      value,
      is_secret: value === null,
      mount_path: null,
      description: null,
      enable_interpolation_in_file: null,
      targetId: null,
    },
  };
}

function ofProject(platform: Platform, id: string): Variable[] {
  const found = recordOf(platform, project, id);
  return found === undefined ? [] : [variableOf(found, { name: "PROJECT_ID", key: "PLATFORM_PROJECT_ID", value: id })];
}

function ofEnvironment(platform: Platform, environment: Environment): Variable[] {
  const { cloud_provider, region } = clusterOf(platform, environment).config;
  const values = {
    ENVIRONMENT_ID: environment.id,
    ENVIRONMENT_NAME: environment.name,
    ENVIRONMENT_TYPE: environment.mode,
    CLOUD_PROVIDER: cloud_provider,
    CLOUD_PROVIDER_REGION: region,
  };
  return Object.entries(values).map(([name, value]) =>
    variableOf(environment, { name: name as keyof typeof values, key: `PLATFORM_${name}`, value }),
  );
}

function ofService(service: StoredService): Variable[] {
  const { id, kind } = service;
  const described = serviceKindOf(service).builtIns?.(service);
  if (described !== undefined) return builtInsFrom(id, described).map((each) => variableOf(service, each));
  const prefix = kind.toUpperCase();
  const own = { name: "ID", key: `PLATFORM_${prefix}_ID`, value: id } as const;
  return [own, ...builtInsFrom(id, { prefix, values: hostsOf(service) })].map((each) => variableOf(service, each));
}

/** The hosts of a service that may have public ports. */
function hostsOf(service: StoredService): Partial<Record<"HOST_INTERNAL" | "HOST_EXTERNAL", string>> {
  if (!serviceKindOf(service).isExposed) return {};
  const main = linksOf(service).find(({ is_default }) => is_default);
  return {
    HOST_INTERNAL: `${service.kind === "helm" ? "helm" : "app"}-z${service.id.slice(0, 8)}`,
    ...(main && { HOST_EXTERNAL: main.url.replace(/^\w+:\/\/|[/:].*$/g, "") }),
  };
}

/** Those that describe what has this id. */
function of(platform: Platform, id: string): Variable[] {
  const { records, services } = platform.store;
  const service = services.get(id);
  if (service !== undefined) return ofService(service);
  const environment = records.get("environment", id);
  return environment === undefined ? ofProject(platform, id) : ofEnvironment(platform, environment);
}

/** The built-in variable with an id, which leads back to what it describes. */
export function builtInWith(platform: Platform, id: string): Variable | undefined {
  for (const name of builtIns) {
    const found = of(platform, builtInId(id, name)).find((each) => each.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Those that are seen from a place: of the project, the environment and the services in it. A service doesn't see those of other
 * services, except databases: an environment may have thousands.
 */
export function builtInsSeenFrom(
  platform: Platform,
  { projectId, environmentId, serviceId }: ParentReference,
): Variable[] {
  const { services } = platform.store;
  const above = [projectId, environmentId].flatMap((id) => (id === undefined ? [] : of(platform, id)));
  if (environmentId === undefined) return above;
  const described = serviceKinds.filter(({ builtIns: has }) => has !== undefined);
  const databases = described.flatMap(({ kind }) => services.list(environmentId, kind));
  const own = serviceId === undefined ? services.listAll(environmentId) : [services.get(serviceId) ?? []].flat();
  const others = own.filter((each) => serviceKindOf(each).builtIns === undefined);
  return [...above, ...[...databases, ...others].flatMap(ofService)];
}

/** Whether a built-in variable is seen from a place. */
export function isBuiltInSeenFrom({ store }: Platform, { parentId }: Variable, parent: ParentReference): boolean {
  if (parentId === parent.projectId || parentId === parent.environmentId) return true;
  return store.services.get(parentId)?.environmentId === parent.environmentId;
}
