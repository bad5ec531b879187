import type { Platform } from "../platform.js";
import { type Deployment, duration } from "../progress.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { Content } from "./content.js";
import type { DeploymentDetail } from "./contract.js";
import { deploymentSummary, projectOf } from "./summaries.js";
import { deploymentTask } from "./timeline.js";

export function deploymentDetail(platform: Platform, content: Content, deployment: Deployment): DeploymentDetail {
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
    tasks: tasks.map((task) => ({
      ...deploymentTask(deployment, task, elapsed, content.nameOf(environmentId, task.serviceId)),
      stage: stages.length === 1 ? "" : withoutCredentials(stages[task.stage ?? 0]?.name ?? ""),
    })),
  };
}
