/** The status of an environment and of each of its services. */
import type { Platform } from "../platform.js";
import { type Deployment, deploymentState, duration, statusAfter, taskState } from "../progress.js";
import type { DeploymentStatusResponse, EnvironmentStatuses, ServiceStatusResponse } from "../resources/deployment.js";
import type { Kind } from "../resources/service.js";
import { type DeploymentStatus, deletion, isFinal, type State } from "../states.js";
import type { StoredService } from "../store/services.js";
import { type Call, findEnvironment } from "./call.js";

function wasEditedSince(service: StoredService): boolean {
  return service.deployedRevision !== null && service.revision > service.deployedRevision;
}

function secondsOf(deployment: Deployment, elapsed: number): number {
  return Math.round(Math.min(elapsed, duration(deployment)));
}

/** `elapsed` is given if the response must show a moment other than now. */
export function environmentStatus(
  platform: Platform,
  environmentId: string,
  elapsed?: number,
): DeploymentStatusResponse {
  const { store, clock } = platform;
  const latest = store.deployments.latest(environmentId);
  if (latest === undefined) return neverDeployed(environmentId);
  const seconds = elapsed ?? clock.elapsedSeconds(latest.started);
  const state = deploymentState(latest, seconds);
  const total = secondsOf(latest, seconds);
  return {
    id: environmentId,
    state,
    last_deployment_state: state,
    last_deployment_date: latest.startedAt,
    last_deployment_id: latest.id,
    total_deployment_duration_in_seconds: total,
    origin: "API",
    triggered_by: latest.triggeredBy,
    deployment_status: statusAfter(
      state,
      latest,
      isFinal(state) && store.services.listAll(environmentId).some(wasEditedSince),
    ),
    deployment_request_id: latest.requestId,
    metrics: isFinal(state) ? [metricOf(latest, state, total)] : [],
  };
}

function metricOf({ stageId }: Deployment, state: State, seconds: number) {
  const status = state.endsWith("_ERROR") ? "ERROR" : state === "CANCELED" ? "CANCEL" : "SUCCESS";
  return {
    stage_id: stageId,
    total_duration_sec: seconds,
    details: [{ stage_id: stageId, step_name: "TOTAL", status, duration_sec: seconds }],
  };
}

function neverDeployed(id: string): DeploymentStatusResponse {
  return {
    ...before(id),
    origin: null,
    triggered_by: null,
    deployment_request_id: null,
    metrics: [],
  };
}

function before(id: string) {
  return {
    id,
    state: "READY" as State,
    last_deployment_state: "READY" as State,
    last_deployment_date: null,
    last_deployment_id: null,
    total_deployment_duration_in_seconds: null,
    deployment_status: "NEVER_DEPLOYED" as DeploymentStatus,
  };
}

export function statusOf(platform: Platform, service: StoredService): ServiceStatusResponse {
  const { store, clock } = platform;
  const deployment = service.lastDeploymentId === null ? undefined : store.deployments.get(service.lastDeploymentId);
  const task = deployment?.tasks.find(({ serviceId }) => serviceId === service.id);
  if (deployment === undefined || task === undefined) {
    return { ...before(service.id), service_deployment_status: "NEVER_DEPLOYED" };
  }
  const elapsed = clock.elapsedSeconds(deployment.started);
  const last = taskState(deployment, task, elapsed);
  const status = statusAfter(last, task, wasEditedSince(service));
  return {
    id: service.id,
    state: stateOfDeletion(service, clock.elapsedSeconds(service.deletingSince ?? 0)) ?? last,
    last_deployment_state: last,
    last_deployment_date: deployment.startedAt,
    last_deployment_id: deployment.id,
    total_deployment_duration_in_seconds: secondsOf(deployment, elapsed),
    deployment_status: status,
    service_deployment_status: status,
  };
}

function stateOfDeletion(service: StoredService, elapsed: number): State | undefined {
  if (service.deletingSince === null) return undefined;
  const [queued] = deletion;
  return queued !== undefined && elapsed < queued.seconds ? "DELETE_QUEUED" : "DELETING";
}

export function readStatus(call: Call): DeploymentStatusResponse {
  return environmentStatus(call.platform, findEnvironment(call).id);
}

export function readStatuses(call: Call): EnvironmentStatuses {
  const environment = findEnvironment(call);
  const services = call.platform.store.services.listAll(environment.id);
  const of = (kind: Kind) =>
    services.filter((service) => service.kind === kind).map((service) => statusOf(call.platform, service));
  return {
    environment: environmentStatus(call.platform, environment.id),
    applications: of("application"),
    containers: of("container"),
    jobs: of("job"),
    databases: of("database"),
    helms: [],
    terraforms: of("terraform"),
  };
}
