/** Which variables use the accesses of clusters to secret managers. */
import type { Platform } from "../platform.js";
import { invalid, notFound, Problem } from "../problem.js";
import type { AssociatedService } from "../resources/associated-service.js";
import type { Cluster } from "../resources/environment.js";
import { recordKey } from "../resources/record.js";
import { project } from "../resources/records/project.js";
import { variable } from "../resources/records/variable.js";
import { accessesOf, type StoredAccess } from "../resources/secret-manager-access.js";
import { serviceTypeOf } from "../resources/service.js";
import type { ParentReference } from "./built-in-variables.js";
import { type Call, clusterOf, environmentNamed, pathId } from "./call.js";
import { recordOf } from "./records.js";
import { parentOf, type Variable } from "./visible-variables.js";

const accessesIn = ({ config }: Cluster): StoredAccess[] => accessesOf(config.secret_manager_accesses);

/** An access of any cluster. */
export function accessWith({ store }: Platform, id: string): StoredAccess | undefined {
  return store.records
    .list("cluster")
    .flatMap(accessesIn)
    .find((each) => each.id === id);
}

/** Whether an access is one of the cluster that an environment is on. */
export function isReachedFrom(platform: Platform, { environmentId }: ParentReference, accessId: string): boolean {
  if (environmentId === undefined) return false;
  const cluster = clusterOf(platform, environmentNamed(platform, environmentId));
  return accessesIn(cluster).some(({ id }) => id === accessId);
}

/** An external secret is found by an access of the cluster that its service runs on. */
export function refuseOtherAccess(platform: Platform, parent: ParentReference, accessId: string): void {
  if (isReachedFrom(platform, parent, accessId)) return;
  const message = "must be the id of one of the secret_manager_accesses of the environment's cluster";
  throw invalid([{ field: "secret_manager_access_id", message }]);
}

/** The variables that use an access, the first of them first. */
function usersOf({ store }: Platform, accessId: string): Variable[] {
  const variables = store.records.list(recordKey(variable)) as Variable[];
  return variables.filter(({ config }) => config.secret_manager_access_id === accessId);
}

/** An update of a cluster must list the accesses that variables use. */
export function refuseAccessesInUse(platform: Platform, cluster: Cluster, after: readonly { id: string }[]): void {
  const preserved = new Set(after.map(({ id }) => id));
  for (const { id, name } of accessesIn(cluster)) {
    if (preserved.has(id)) continue;
    const [user] = usersOf(platform, id);
    if (user === undefined) continue;
    const { key } = user.config;
    throw new Problem(409, `The secret manager access "${name}" is used by the variable "${key}" (${user.id}).`);
  }
}

function findUsers(call: Call): Variable[] {
  const noun = "secret manager access";
  const id = pathId(call, "secretManagerAccessId", noun);
  if (accessWith(call.platform, id) === undefined) throw notFound(noun, id);
  return usersOf(call.platform, id);
}

/** The names of secrets: nothing asks a secret manager, so those that variables use. */
export function listExternalSecrets(call: Call): { results: string[] } {
  const prefix = call.query.get("namePrefix") ?? "";
  const names = findUsers(call).map(({ config }) => config.value ?? "");
  return { results: [...new Set(names)].filter((name) => name.startsWith(prefix)).sort() };
}

export function listAssociatedServices(call: Call): { results: AssociatedService[] } {
  const { platform } = call;
  return {
    results: findUsers(call).map((user) => {
      const { environmentId = "", projectId, serviceId } = parentOf(platform, user.config.scope, user.parentId);
      const service = serviceId === undefined ? undefined : platform.store.services.get(serviceId);
      return {
        project_id: projectId,
        project_name: recordOf(platform, project, projectId)?.config.name ?? "",
        environment_id: environmentId,
        environment_name: environmentNamed(platform, environmentId).name,
        variable_name: user.config.key,
        external_secret_name: user.config.value ?? "",
        service_id: service?.id ?? null,
        service_name: service?.config.name ?? null,
        service_type: service === undefined ? null : serviceTypeOf(service.kind),
      };
    }),
  };
}
