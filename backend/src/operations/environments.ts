/** Environments as a whole: created, listed, read, updated, cloned, and deleted over time with everything in them. */
import { randomUUID } from "node:crypto";
import type { Platform } from "../platform.js";
import { Problem } from "../problem.js";
import { isRunning } from "../progress.js";
import {
  type Environment,
  type EnvironmentResponse,
  environmentClone,
  environmentEdit,
  environmentRequest,
} from "../resources/environment.js";
import { nameKey } from "../resources/name.js";
import { serviceKindOf } from "../resources/services.js";
import { seededIds } from "../seed.js";
import { type Call, clusterOf, findEnvironment, readBody, readFlag, refuseDeletedEnvironment } from "./call.js";
import { refuseDeletedCluster } from "./cluster-deployments.js";
import { copyStages } from "./deployment-stages.js";
import { findProject, projectNamed } from "./projects.js";
import { removeEnvironment } from "./removal.js";
import { cloneService } from "./services.js";
import { copyVariables } from "./variable-copies.js";

function represent(platform: Platform, environment: Environment): EnvironmentResponse {
  const { config, organizationId } = clusterOf(platform, environment);
  return {
    id: environment.id,
    created_at: environment.createdAt,
    updated_at: environment.updatedAt,
    name: environment.name,
    mode: environment.mode,
    cluster_id: environment.clusterId,
    cluster_name: config.name,
    project: { id: environment.projectId },
    organization: { id: organizationId },
    cloud_provider: { provider: config.cloud_provider, cluster: config.region },
    expires_at: null,
  };
}

function keep(call: Call, environment: Environment): Environment {
  const { records } = call.platform.store;
  const key = nameKey(environment.name);
  const owner = records.listOf("environment", environment.projectId).find(({ name }) => nameKey(name) === key);
  if (owner !== undefined && owner.id !== environment.id) {
    throw new Problem(
      409,
      `The project already has an environment named "${environment.name}"; its id is ${owner.id}.`,
    );
  }
  records.put("environment", environment.id, environment);
  return environment;
}

function newEnvironment(
  call: Call,
  specified: Pick<Environment, "name" | "projectId" | "clusterId" | "mode" | "autoPreview">,
): Environment {
  const cluster = call.platform.store.records.get("cluster", specified.clusterId);
  if (cluster !== undefined) refuseDeletedCluster(call.platform, cluster);
  return keep(call, { id: randomUUID(), ...specified, createdAt: call.now, updatedAt: null, deletingSince: null });
}

export function createEnvironment(call: Call): EnvironmentResponse {
  const { id: projectId } = findProject(call);
  const { name, cluster, mode } = readBody(call, environmentRequest);
  const clusterId = cluster ?? seededIds.cluster;
  return represent(call.platform, newEnvironment(call, { name, projectId, clusterId, mode, autoPreview: true }));
}

export function listEnvironments(call: Call): { results: EnvironmentResponse[] } {
  const { platform } = call;
  const environments = platform.store.records.listOf("environment", findProject(call).id);
  return { results: environments.map((each) => represent(platform, each)) };
}

export function readEnvironment(call: Call): EnvironmentResponse {
  return represent(call.platform, findEnvironment(call));
}

export function editEnvironment(call: Call): EnvironmentResponse {
  const environment = findEnvironment(call);
  const { name, mode } = readBody(call, environmentEdit);
  refuseDeletedEnvironment(environment);
  const edited = {
    ...environment,
    name: name ?? environment.name,
    mode: mode ?? environment.mode,
    updatedAt: call.now,
  };
  return represent(call.platform, keep(call, edited));
}

export function refuseWhileDeploying({ store, clock }: Platform, environmentId: string): void {
  const latest = store.deployments.latest(environmentId);
  if (latest !== undefined && isRunning(latest, clock.elapsedSeconds(latest.started))) {
    throw new Problem(409, `A deployment is in progress in this environment; its id is ${latest.id}.`);
  }
}

/** Everything in it is deleted over time, also what was never deployed. */
export function deleteEnvironment(call: Call): undefined {
  const { store, clock } = call.platform;
  const environment = findEnvironment(call);
  readFlag(call.query, "skipReconcile");
  if (environment.deletingSince !== null) return;
  refuseWhileDeploying(call.platform, environment.id);
  if (clock.speed === "instant") {
    removeEnvironment(call.platform, environment.id);
    return;
  }
  const deletingSince = clock.reading();
  store.records.put("environment", environment.id, { ...environment, deletingSince });
  for (const service of store.services.listAll(environment.id)) store.services.update({ ...service, deletingSince });
}

/** The services with new ids, their stages and all variables. Domains stay where they are: each belongs to one service. */
export function cloneEnvironment(call: Call): EnvironmentResponse {
  const { platform } = call;
  const source = findEnvironment(call);
  const { name, mode, cluster_id, project_id } = readBody(call, environmentClone);
  const projectId = project_id === null ? source.projectId : projectNamed(platform, project_id).id;
  refuseDeletedEnvironment(source);
  const environment = newEnvironment(call, {
    name,
    projectId,
    clusterId: cluster_id ?? source.clusterId,
    mode: mode ?? source.mode,
    autoPreview: source.autoPreview,
  });
  const services = platform.store.services.listAll(source.id).filter(({ deletingSince }) => deletingSince === null);
  const copies = new Map([[source.id, environment.id]]);
  for (const service of services) {
    const { name: sameName } = service.config;
    copies.set(service.id, cloneService(call, serviceKindOf(service), service, { environment, name: sameName }).id);
  }
  copyStages(call, { from: source.id, to: environment.id, services, copies });
  copyVariables(call, copies);
  return represent(platform, environment);
}
