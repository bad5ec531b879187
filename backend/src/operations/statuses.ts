/** The status of an environment and of each of its services. */
import type { Platform } from "../platform.js";
import {
  type Deployment,
  deploymentState,
  duration,
  outlivesCancel,
  passedStates,
  statusAfter,
  type Task,
  taskState,
} from "../progress.js";
import type { DeploymentStatusResponse, EnvironmentStatuses, ServiceStatusResponse } from "../resources/deployment.js";
import type { Kind } from "../resources/service.js";
import { memberOf, serviceKindOf, serviceKinds } from "../resources/services.js";
import {
  isFinal,
  type ServiceStep,
  type State,
  type StatusResult,
  stateOfDeletion,
  type TerraformAction,
  type TerraformSubAction,
} from "../states.js";
import type { ServiceState } from "../store/services.js";
import { type Call, findEnvironment, findService } from "./call.js";

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
  return statusOfEnvironment(platform, { id: environmentId, latest, elapsed }, () => services.states(environmentId));
}

interface Measured {
  readonly id: string;
  readonly latest: Deployment | undefined;
  /** Of the latest deployment; the present moment unless given. */
  readonly elapsed?: number | undefined;
}

function statusOfEnvironment(
  { store, clock }: Platform,
  { id, latest, elapsed }: Measured,
  services: () => readonly ServiceState[],
): DeploymentStatusResponse {
  const status =
    latest === undefined
      ? neverDeployed(id)
      : statusAfterLatest(latest, elapsed ?? clock.elapsedSeconds(latest.started), services);
  const since = store.records.get("environment", id)?.deletingSince ?? null;
  return since === null ? status : { ...status, state: stateOfDeletion(clock.elapsedSeconds(since)) };
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
    metrics: isFinal(state) ? latest.stages.map((stage, index) => metricOf(latest, stage.id, index)) : [],
  };
}

/** How long a stage of a finished deployment took, and how it ended. */
function metricOf(deployment: Deployment, stageId: string, index: number) {
  const tasks = deployment.tasks.filter(({ stage = 0 }) => stage === index);
  // A cancellation after the end of the stage did not affect it.
  const isWhole = tasks.every((task) => outlivesCancel(deployment, task));
  const alone = { ...deployment, tasks, cancel: isWhole ? null : deployment.cancel };
  const from = Math.min(duration(alone), tasks[0]?.from ?? 0);
  const seconds = Math.round(duration(alone) - from);
  const isSkipped = tasks.every((task) => task.skipped === true);
  const status = isSkipped ? "CANCEL" : stepResult(deploymentState(alone, Number.POSITIVE_INFINITY));
  return {
    stage_id: stageId,
    total_duration_sec: seconds,
    details: [{ stage_id: stageId, step_name: "TOTAL", status, duration_sec: seconds }],
  };
}

function stepResult(end: State): string {
  return end.endsWith("_ERROR") ? "ERROR" : end === "CANCELED" ? "CANCEL" : "SUCCESS";
}

function neverDeployed(id: string): DeploymentStatusResponse {
  return {
    id,
    state: "READY",
    last_deployment_state: "READY",
    deployment_status: "NEVER_DEPLOYED",
    metrics: [],
  };
}

/** How far a deployment is at one moment; computed once for all of its services. */
interface Progress {
  readonly deployment: Deployment;
  readonly elapsed: number;
  readonly tasks: ReadonlyMap<string, Task>;
}

function progressOf(deployment: Deployment, { clock }: Platform): Progress {
  const elapsed = clock.elapsedSeconds(deployment.started);
  const tasks = new Map(deployment.tasks.map((task) => [task.serviceId, task]));
  return { deployment, elapsed, tasks };
}

/** The last deployments of services; each is read once, and not at all if it is among those that are given. */
function lastDeployments(
  { store }: Platform,
  services: readonly ServiceState[],
  specified: readonly Deployment[],
): Deployment[] {
  const ids = new Set(services.map(({ lastDeploymentId }) => lastDeploymentId));
  for (const { id } of specified) ids.delete(id);
  return [...specified, ...store.deployments.getAll([...ids].filter((id) => id !== null))];
}

/** Each service with its status. `given` are deployments that were read before, and `latest` is the environment's last one. */
export function withStatuses<S extends ServiceState>(
  platform: Platform,
  services: readonly S[],
  specified: readonly Deployment[],
  latest?: Deployment,
): { service: S; status: ServiceStatusResponse }[] {
  const last = lastDeployments(platform, services, specified);
  const progress = new Map(last.map((deployment) => [deployment.id, progressOf(deployment, platform)]));
  return services.map((service) => ({
    service,
    status: statusOf(platform, service, progress.get(service.lastDeploymentId ?? ""), latest),
  }));
}

/** The status with which an operation of a service begins. */
export function statusAtStart(
  platform: Platform,
  service: ServiceState,
  deployment: Deployment,
): ServiceStatusResponse {
  return statusOf(platform, service, { ...progressOf(deployment, platform), elapsed: 0 }, deployment);
}

function statusOf(
  platform: Platform,
  service: ServiceState,
  progress: Progress | undefined,
  latest: Deployment | undefined,
): ServiceStatusResponse {
  const { deletingSince: since } = service;
  const deleting = since === null ? undefined : stateOfDeletion(platform.clock.elapsedSeconds(since));
  const task = progress?.tasks.get(service.id);
  const { hasActions } = serviceKindOf(service);
  if (progress === undefined || task === undefined) {
    const state = deleting ?? "READY";
    return {
      id: service.id,
      state,
      service_deployment_status: "NEVER_DEPLOYED",
      status_details: {
        action: deleting === undefined ? "UNKNOWN" : "DELETE",
        status: deleting === undefined ? "NEVER" : resultOf(state),
        sub_action: deleting === undefined || !hasActions ? "NONE" : "TERRAFORM_DESTROY",
      },
      is_part_last_deployment: false,
      deployment_requests_count: 0,
      deployment_request_id: null,
    };
  }
  const { deployment, elapsed } = progress;
  const last = taskState(deployment, task, elapsed);
  const state = deleting ?? last;
  return {
    id: service.id,
    state,
    service_deployment_status: statusAfter(last, task, wasEditedSince(service)),
    status_details: {
      action: deleting !== undefined ? "DELETE" : statusActionOf[deployment.action],
      status: resultOf(state),
      sub_action: hasActions ? subActionOf(deployment, task, deleting !== undefined) : "NONE",
    },
    is_part_last_deployment: deployment.id === latest?.id,
    deployment_requests_count: isFinal(last) ? 0 : 1,
    deployment_request_id: deployment.requestId,
    last_deployment_date: deployment.startedAt,
    ...(isFinal(last) ? { steps: stepsOf(deployment, task, last) } : {}),
    execution_id: deployment.id,
  };
}

const statusActionOf = { deploy: "DEPLOY", stop: "STOP", restart: "RESTART" } as const;

export function resultOf(state: State): StatusResult {
  if (state === "EXECUTING" || state === "CANCELING" || state === "CANCELED") return state;
  if (state.endsWith("_QUEUED")) return "QUEUED";
  if (state.endsWith("_ERROR")) return "ERROR";
  return isFinal(state) ? "SUCCESS" : "ONGOING";
}

const subActions: Record<TerraformAction, TerraformSubAction> = {
  PLAN: "TERRAFORM_PLAN_ONLY",
  FORCE_UNLOCK: "TERRAFORM_FORCE_UNLOCK_STATE",
  MIGRATE_STATE: "TERRAFORM_MIGRATE_STATE",
};

function subActionOf({ action }: Deployment, { terraformAction }: Task, isDeleting: boolean): TerraformSubAction {
  if (isDeleting) return "TERRAFORM_DESTROY";
  if (action !== "deploy") return "NONE";
  return terraformAction === undefined ? "TERRAFORM_PLAN_AND_APPLY" : subActions[terraformAction];
}

/** The step that a state of a deployment is measured as. */
const stepNames: Partial<Record<State, ServiceStep>> = {
  DEPLOYMENT_QUEUED: "DEPLOYMENT_QUEUEING",
  BUILDING: "BUILD",
  DEPLOYING: "DEPLOYMENT",
  EXECUTING: "EXECUTING",
};

/** The steps of a finished task, until a cancellation if there was one. */
function stepsOf(deployment: Deployment, task: Task, end: State): ServiceStatusResponse["steps"] {
  const { action, cancel } = deployment;
  const cut = cancel === null || outlivesCancel(deployment, task) ? Number.POSITIVE_INFINITY : cancel.after;
  const { passed } = passedStates(action, task);
  const spans = passed.map(({ state, until }, index) => ({ state, from: passed[index - 1]?.until ?? 0, until }));
  const begun = spans.filter(({ from }) => from < cut);
  const details = begun.flatMap(({ state, from, until }, index) => {
    const name = stepNames[state];
    const isLast = index === begun.length - 1;
    const seconds = Math.round(Math.min(until, cut) - from);
    return name === undefined
      ? []
      : [{ step_name: name, status: isLast ? stepResult(end) : "SUCCESS", duration_sec: seconds }];
  });
  const total = details.reduce((sum, { duration_sec }) => sum + duration_sec, 0);
  const queued = details.find(({ step_name }) => step_name === "DEPLOYMENT_QUEUEING")?.duration_sec ?? 0;
  return { total_duration_sec: total, total_computing_duration_sec: total - queued, details };
}

export function readStatus(call: Call): DeploymentStatusResponse {
  return environmentStatus(call.platform, findEnvironment(call).id);
}

function statusesIn(platform: Platform, id: string, services: readonly ServiceState[]) {
  const latest = platform.store.deployments.latest(id);
  return withStatuses(platform, services, latest === undefined ? [] : [latest], latest);
}

export function readStatuses(call: Call): EnvironmentStatuses {
  const { platform } = call;
  const { id } = findEnvironment(call);
  const services = platform.store.services.states(id);
  const statuses = statusesIn(platform, id, services);
  const of = (kind: Kind) => statuses.filter(({ service }) => service.kind === kind).map(({ status }) => status);
  const latest = platform.store.deployments.latest(id);
  return {
    environment: statusOfEnvironment(platform, { id, latest }, () => services),
    ...Object.fromEntries(serviceKinds.map(({ kind }) => [memberOf(kind), of(kind)])),
  };
}

/** The statuses of the services of a kind. */
export const statusesOfKind = (kind: (typeof serviceKinds)[number]) => ({
  list(call: Call): { results: ServiceStatusResponse[] } {
    const { id } = findEnvironment(call);
    const own = call.platform.store.services.states(id).filter((service) => service.kind === kind.kind);
    return { results: statusesIn(call.platform, id, own).map(({ status }) => status) };
  },
  get(call: Call): ServiceStatusResponse {
    const service = findService(call, kind);
    const [own] = statusesIn(call.platform, service.environmentId, [service]);
    return (own as NonNullable<typeof own>).status;
  },
});
