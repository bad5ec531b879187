import type { Platform } from "../platform.js";
import { type Deployment, duration } from "../progress.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { Content } from "./content.js";
import type { DeploymentDetail } from "./contract.js";
import type { RequestLog } from "./requests/request-log.js";
import { senderOf } from "./requests/sender.js";
import { deploymentSummary, projectOf } from "./summaries.js";
import { deploymentTask } from "./timeline.js";

interface Source {
  readonly platform: Platform;
  readonly content: Content;
  readonly log: RequestLog;
}

/** The request whose response has the ID of the deployment that it started. */
function requestOf(log: RequestLog, { id }: Deployment): DeploymentDetail["request"] {
  for (const { id: request, method, response, agent } of log.newestFirst()) {
    const isStart = method === "POST" && response?.whole?.toString().includes(`"last_deployment_id":"${id}"`) === true;
    if (isStart) return { id: request, sender: senderOf(agent) };
  }
  return null;
}

export function deploymentDetail({ platform, content, log }: Source, deployment: Deployment): DeploymentDetail {
  const { environmentId, cancel, stages, tasks } = deployment;
  content.refresh();
  const total = duration(deployment);
  const environment = content.environment(environmentId);
  const elapsed = platform.clock.elapsedSeconds(deployment.started);
  return {
    ...deploymentSummary(platform, content, deployment),
    environmentName: environment?.name ?? "",
    project: projectOf(platform, environment),
    // `elapsed` is infinite if everything is instant.
    elapsedSeconds: Math.min(elapsed, total),
    totalSeconds: total,
    canceledAfterSeconds: cancel?.after ?? null,
    request: requestOf(log, deployment),
    tasks: tasks.map((task) => ({
      ...deploymentTask(deployment, task, elapsed, content.nameOf(environmentId, task.serviceId)),
      stage: stages.length === 1 ? "" : withoutCredentials(stages[task.stage ?? 0]?.name ?? ""),
    })),
  };
}
