/** The rows of the dashboard: environments, services and deployments with their states at this moment. */
import { recordOf } from "../operations/records.js";
import { withStatuses } from "../operations/statuses.js";
import type { Platform } from "../platform.js";
import { type Deployment, deploymentState, duration } from "../progress.js";
import type { Environment } from "../resources/environment.js";
import { project } from "../resources/records/project.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import { isFinal, type State, stateOfDeletion } from "../states.js";
import { titleOf } from "./changes.js";
import type { Content } from "./content.js";
import type { DeploymentSummary, EnvironmentContent, EnvironmentSummary, Named, ServiceSummary } from "./contract.js";
import { failureIn } from "./timeline.js";

/** The project of an environment; empty if that was deleted. */
export function projectOf(platform: Platform, environment: Environment | undefined): Named {
  const { projectId: id = "" } = environment ?? {};
  return { id, name: withoutCredentials(recordOf(platform, project, id)?.config.name ?? "") };
}

export function serviceSummaries(platform: Platform, content: Content, environmentId: string): ServiceSummary[] {
  content.refresh();
  return refreshedSummaries(platform, content, environmentId);
}

function refreshedSummaries(platform: Platform, content: Content, environmentId: string): ServiceSummary[] {
  const services = content.services(environmentId);
  const last = content.lastDeployments(environmentId);
  const byId = new Map(last.map((deployment) => [deployment.id, deployment]));
  const failureOf = (serviceId: string, deployment: Deployment | undefined) =>
    deployment === undefined
      ? null
      : failureIn(deployment, serviceId, platform.clock.elapsedSeconds(deployment.started));
  return withStatuses(platform, services, last).map(({ service, status }) => ({
    id: service.id,
    kind: service.kind,
    name: service.name,
    version: service.version,
    state: status.state,
    deploymentStatus: status.service_deployment_status,
    deploymentId: status.execution_id ?? null,
    failure: status.state.endsWith("_ERROR") ? failureOf(service.id, byId.get(status.execution_id ?? "")) : null,
    updatedAt: service.updatedAt ?? service.createdAt,
  }));
}

export function deploymentSummary({ clock }: Platform, content: Content, deployment: Deployment): DeploymentSummary {
  const elapsed = clock.elapsedSeconds(deployment.started);
  const state = deploymentState(deployment, elapsed);
  return {
    id: deployment.id,
    environmentId: deployment.environmentId,
    title: titleOf(deployment, (id) => content.nameOf(deployment.environmentId, id)),
    state,
    startedAt: deployment.startedAt,
    durationSeconds: isFinal(state) ? Math.round(duration(deployment)) : null,
    triggeredBy: deployment.triggeredBy,
    services: deployment.tasks.length,
  };
}

export function deploymentSummaries(platform: Platform, content: Content, environmentId: string): DeploymentSummary[] {
  return content.deployments(environmentId).map((each) => deploymentSummary(platform, content, each));
}

function stateOf({ clock }: Platform, latest: Deployment | undefined, deletingSince: number | null): State {
  if (deletingSince !== null) return stateOfDeletion(clock.elapsedSeconds(deletingSince));
  return latest === undefined ? "READY" : deploymentState(latest, clock.elapsedSeconds(latest.started));
}

/** The row of an environment, from content that is up to date. */
export function environmentSummary(platform: Platform, content: Content, environment: Environment): EnvironmentSummary {
  const { id, name, deletingSince } = environment;
  const latest = content.deployments(id)[0];
  const services = refreshedSummaries(platform, content, id);
  const states: Partial<Record<State, number>> = {};
  for (const { state } of services) states[state] = (states[state] ?? 0) + 1;
  return {
    id,
    name,
    project: projectOf(platform, environment),
    clusterId: environment.clusterId,
    state: stateOf(platform, latest, deletingSince),
    services: services.length,
    states,
    lastDeploymentAt: latest?.startedAt ?? null,
    deploymentId: latest?.id ?? null,
  };
}

export function environmentContent(platform: Platform, content: Content, environment: Environment): EnvironmentContent {
  const { id, name, mode, clusterId } = environment;
  const cluster = platform.store.records.get("cluster", clusterId);
  return {
    id,
    name,
    mode,
    project: projectOf(platform, environment),
    cluster: { id: clusterId, name: withoutCredentials(cluster?.config.name ?? "") },
    services: serviceSummaries(platform, content, id),
    others: content.others(id),
    deployments: deploymentSummaries(platform, content, id),
  };
}

/** Whether a state changes without a request: only by time. */
export function isMoving({ states, state }: EnvironmentSummary): boolean {
  // What is deleted is gone soon.
  return [state, ...Object.keys(states)].some((each) => each === "DELETED" || !isFinal(each as State));
}
