import type { Platform } from "../platform.js";
import { type Deployment, duration } from "../progress.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { Content } from "./content.js";
import type { DeploymentDetail } from "./contract.js";
import { deploymentChanges } from "./deployment-changes.js";
import type { RequestLog } from "./requests/request-log.js";
import { senderOf } from "./requests/sender.js";
import { deploymentSummary, projectOf } from "./summaries.js";
import { deploymentTask } from "./timeline.js";

interface Source {
  readonly platform: Platform;
  readonly content: Content;
  readonly log: RequestLog;
}

export function deploymentDetail({ platform, content, log }: Source, deployment: Deployment): DeploymentDetail {
  const { environmentId, cancel, stages, tasks } = deployment;
  content.refresh();
  const changes = deploymentChanges(platform, log, deployment);
  const { started } = changes;
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
    request: started === undefined ? null : { id: started.id, sender: senderOf(started.agent) },
    tasks: tasks.map((task) => ({
      ...deploymentTask(deployment, task, elapsed, content.nameOf(environmentId, task.serviceId)),
      changes: changes.of(task.serviceId),
      stage: stages.length === 1 ? "" : withoutCredentials(stages[task.stage ?? 0]?.name ?? ""),
    })),
    variables: changes.variables,
  };
}
