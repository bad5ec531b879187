/** Deployments by their requests, and those of an environment. */
import type { Platform } from "../platform.js";
import { invalid, notFound } from "../problem.js";
import { type Deployment, deploymentState, duration, endOf, type Task, taskState } from "../progress.js";
import type { DeploymentHistory, PastDeployment, RequestedDeployment } from "../resources/deployment-history.js";
import { serviceTypeOf } from "../resources/service.js";
import { isUuid } from "../schema/texts.js";
import { isFinal, type State } from "../states.js";
import { type Call, findEnvironment } from "./call.js";
import { resultOf } from "./statuses.js";

export function readRequestedDeployment({ platform, query }: Call): RequestedDeployment {
  const name = "deploymentRequestId";
  const id = query.get(name);
  if (id === null) throw invalid([{ field: name, message: "is required" }]);
  if (!isUuid(id)) throw invalid([{ field: name, message: "must be a UUID" }]);
  const found = platform.store.deployments.all().find(({ requestId }) => requestId === id.toLowerCase());
  if (found === undefined) throw notFound("deployment with the request id", id);
  const { requestId, environmentId } = found;
  const status = deploymentState(found, platform.clock.elapsedSeconds(found.started));
  return { deployment_request_id: requestId, environment_id: environmentId, status };
}

const pageSizes = { usual: 20, most: 100 };

/** The newest first. */
export function listPastDeployments(call: Call): DeploymentHistory {
  const { id } = findEnvironment(call);
  const { platform, query } = call;
  const text = query.get("pageSize") ?? String(pageSizes.usual);
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > pageSizes.most) {
    throw invalid([{ field: "pageSize", message: `must be an integer from 1 to ${pageSizes.most}` }]);
  }
  const deployments = platform.store.deployments.recent(id, size);
  return { page: 1, page_size: size, results: deployments.map((each) => represent(platform, each)) };
}

const shownAs = (seconds: number) => `PT${Math.round(seconds)}S`;

function represent(platform: Platform, deployment: Deployment): PastDeployment {
  const { id, environmentId, stages } = deployment;
  const elapsed = platform.clock.elapsedSeconds(deployment.started);
  const status = deploymentState(deployment, elapsed);
  const result = resultOf(status);
  return {
    identifier: { execution_id: id, environment_id: environmentId },
    auditing_data: auditOf(deployment, Math.min(elapsed, duration(deployment))),
    status,
    trigger_action: actionOf(deployment),
    action_status: result === "EXECUTING" ? "ONGOING" : result,
    total_duration: shownAs(Math.min(elapsed, duration(deployment))),
    stages: stages.map(({ name }, index) => {
      const tasks = deployment.tasks.filter(({ stage = 0 }) => stage === index);
      const states = tasks.map((task) => taskState(deployment, task, elapsed));
      const seconds = Math.max(0, ...tasks.map((task) => secondsOf(deployment, task, elapsed)));
      return {
        name,
        status: tasks.every(({ skipped }) => skipped) ? "SKIPPED" : stageStatus(states),
        duration: shownAs(seconds),
        services: tasks.map((task) => representTask(platform, deployment, task, elapsed)),
      };
    }),
  };
}

function actionOf({ action }: Deployment): PastDeployment["trigger_action"] {
  return action.toUpperCase() as Uppercase<typeof action>;
}

function auditOf({ startedAt, triggeredBy }: Deployment, seconds: number): PastDeployment["auditing_data"] {
  const updated = new Date(Date.parse(startedAt) + seconds * 1000).toISOString();
  return { created_at: startedAt, updated_at: updated, triggered_by: triggeredBy, origin: "API" };
}

/** How long a service has taken until now, without the stages before its own. */
function secondsOf(deployment: Deployment, task: Task, elapsed: number): number {
  const end = Math.min(endOf(deployment.action, task), duration(deployment), elapsed);
  return Math.max(0, end - (task.from ?? 0));
}

function stageStatus(states: readonly State[]): PastDeployment["stages"][number]["status"] {
  if (states.every((state) => state.endsWith("_QUEUED"))) return "QUEUED";
  if (states.some((state) => !isFinal(state))) return "ONGOING";
  if (states.some((state) => state.endsWith("_ERROR"))) return "ERROR";
  return states.includes("CANCELED") ? "CANCELED" : "DONE";
}

function representTask(
  { store }: Platform,
  deployment: Deployment,
  task: Task,
  elapsed: number,
): PastDeployment["stages"][number]["services"][number] {
  const status = taskState(deployment, task, elapsed);
  const seconds = secondsOf(deployment, task, elapsed);
  const { serviceId, kind } = task;
  return {
    identifier: {
      // A service that is gone has no name.
      name: store.services.get(serviceId)?.config.name ?? "",
      ...{ service_id: serviceId, service_type: serviceTypeOf(kind), execution_id: deployment.id },
    },
    status,
    auditing_data: auditOf(deployment, seconds),
    details: {},
    icon_uri: `app://app-platform/${kind}`,
    status_details: { action: actionOf(deployment), status: resultOf(status), sub_action: "NONE" },
    total_duration: shownAs(seconds),
  };
}
