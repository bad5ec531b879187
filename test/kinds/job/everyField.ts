import type { JobArgs } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";
import { git, groups, probes } from "../shared/everyField.js";

/** A cron job and a lifecycle job with every field set, as a program would give it. */
export function everyField(ids: SeededIds) {
  const environmentId = ids.environment;
  const command = { arguments: ["--now"], entrypoint: "/bin/job" };
  const jobs = {
    healthchecks: { readinessProbe: { type: { tcp: { port: 8080 } }, ...probes } },
    cpu: 250,
    memory: 256,
    gpu: 1,
    maxNbRestart: 3,
    maxDurationSeconds: 600,
    autoPreview: true,
    port: 8080,
    autoDeploy: false,
    iconUri: "https://example.com/job.svg",
    ...groups(ids),
  };
  const cronJob: JobArgs = {
    environmentId,
    name: "every-cron-job",
    description: "on a schedule, from an image",
    ...jobs,
    source: { image: { imageName: "acme/report", tag: "2.4.0", registryId: ids.registries.GENERIC_CR } },
    schedule: { cronjob: { scheduledAt: "0 4 * * MON-FRI", timezone: "Europe/Paris", ...command } },
  };
  const lifecycleJob: JobArgs = {
    environmentId,
    name: "every-lifecycle-job",
    description: "with the environment, from git",
    ...jobs,
    source: {
      docker: { gitRepository: git(ids), dockerfileRaw: "FROM alpine\n", dockerTargetBuildStage: "production" },
    },
    schedule: { onStart: command, onStop: command, onDelete: command, lifecycleType: "TERRAFORM" },
  };
  return { cronJob, lifecycleJob };
}
