/** The status of an environment and of each of its services. */
import type { Platform } from "../platform.js";
import { type Deployment, deploymentState, duration, statusAfter, type Task, taskState } from "../progress.js";
import type { DeploymentStatusResponse, EnvironmentStatuses, ServiceStatusResponse } from "../resources/deployment.js";
import type { Kind } from "../resources/service.js";
import { type DeploymentStatus, deletion, isFinal, type State } from "../states.js";
import type { ServiceState } from "../store/services.js";
import { type Call, findEnvironment } from "./call.js";

function wasEditedSince(service: ServiceState): boolean {
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
  const { deployments, services } = platform.store;
  const latest = deployments.latest(environmentId);
  if (latest === undefined) return neverDeployed(environmentId);
  return statusAfterLatest(latest, elapsed ?? platform.clock.elapsedSeconds(latest.started), () =>
    services.states(environmentId),
  );
}

/** Reads the services only if the status depends on them. */
function statusAfterLatest(
  latest: Deployment,
  elapsed: number,
  services: () => readonly ServiceState[],
): DeploymentStatusResponse {
  const state = deploymentState(latest, elapsed);
  const total = secondsOf(latest, elapsed);
  return {
    id: latest.environmentId,
    state,
    last_deployment_state: state,
    last_deployment_date: latest.startedAt,
    last_deployment_id: latest.id,
    total_deployment_duration_in_seconds: total,
    origin: "API",
    triggered_by: latest.triggeredBy,
    deployment_status: statusAfter(state, latest, isFinal(state) && services().some(wasEditedSince)),
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

/** How far a deployment is at one moment; computed once for all of its services. */
interface Progress {
  readonly deployment: Deployment;
  readonly elapsed: number;
  readonly total: number;
  readonly tasks: ReadonlyMap<string, Task>;
}

function progressOf(deployment: Deployment, { clock }: Platform): Progress {
  const elapsed = clock.elapsedSeconds(deployment.started);
  const tasks = new Map(deployment.tasks.map((task) => [task.serviceId, task]));
  return { deployment, elapsed, total: secondsOf(deployment, elapsed), tasks };
}

/** The last deployments of services; each is read once, and not at all if it is among those that are given. */
function lastDeployments(
  { store }: Platform,
  services: readonly ServiceState[],
  given: readonly Deployment[],
): Deployment[] {
  const ids = new Set(services.map(({ lastDeploymentId }) => lastDeploymentId));
  for (const { id } of given) ids.delete(id);
  return [...given, ...store.deployments.getAll([...ids].filter((id) => id !== null))];
}

/** Each service with its status. `given` are deployments that were read before. */
export function withStatuses<S extends ServiceState>(
  platform: Platform,
  services: readonly S[],
  given: readonly Deployment[],
): { service: S; status: ServiceStatusResponse }[] {
  const last = lastDeployments(platform, services, given);
  const progress = new Map(last.map((deployment) => [deployment.id, progressOf(deployment, platform)]));
  return services.map((service) => ({
    service,
    status: statusOf(platform, service, progress.get(service.lastDeploymentId ?? "")),
  }));
}

function statusOf({ clock }: Platform, service: ServiceState, progress: Progress | undefined): ServiceStatusResponse {
  const task = progress?.tasks.get(service.id);
  if (progress === undefined || task === undefined) {
    return { ...before(service.id), service_deployment_status: "NEVER_DEPLOYED" };
  }
  const { deployment, elapsed, total } = progress;
  const last = taskState(deployment, task, elapsed);
  const status = statusAfter(last, task, wasEditedSince(service));
  return {
    id: service.id,
    state: stateOfDeletion(service, clock.elapsedSeconds(service.deletingSince ?? 0)) ?? last,
    last_deployment_state: last,
    last_deployment_date: deployment.startedAt,
    last_deployment_id: deployment.id,
    total_deployment_duration_in_seconds: total,
    deployment_status: status,
    service_deployment_status: status,
  };
}

function stateOfDeletion(service: ServiceState, elapsed: number): State | undefined {
  if (service.deletingSince === null) return undefined;
  const [queued] = deletion;
  return queued !== undefined && elapsed < queued.seconds ? "DELETE_QUEUED" : "DELETING";
}

export function readStatus(call: Call): DeploymentStatusResponse {
  return environmentStatus(call.platform, findEnvironment(call).id);
}

export function readStatuses(call: Call): EnvironmentStatuses {
  const { platform } = call;
  const { id } = findEnvironment(call);
  const services = platform.store.services.states(id);
  const latest = platform.store.deployments.latest(id);
  const statuses = withStatuses(platform, services, latest === undefined ? [] : [latest]);
  const of = (kind: Kind) => statuses.filter(({ service }) => service.kind === kind).map(({ status }) => status);
  return {
    environment:
      latest === undefined
        ? neverDeployed(id)
        : statusAfterLatest(latest, platform.clock.elapsedSeconds(latest.started), () => services),
    applications: of("application"),
    containers: of("container"),
    jobs: of("job"),
    databases: of("database"),
    helms: [],
    terraforms: of("terraform"),
  };
}
