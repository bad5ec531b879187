import { z } from "zod";
import { defineResource } from "../definition/defineKind.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { settingsSubresource } from "../resource/advancedSettings.js";
import { isAbsent } from "../schema/json.js";
import {
  choice,
  cron,
  flag,
  imageName,
  integer,
  object,
  oneOf,
  responseText,
  rule,
  text,
  timezone,
  verbatim,
} from "../schema/schemas.js";
import { builtInVariables, gitRepository, portNumber } from "./shared/common.js";
import { deploymentRestrictions, restrictionsSubresource } from "./shared/deploymentRestrictions.js";
import {
  autoPreview,
  ceilings,
  command,
  description,
  groups,
  healthchecks,
  iconUri,
  imageTag,
  inEnvironment,
  instanceSize,
  registry,
  registryId,
  serviceOutputs,
} from "./shared/service.js";
import { advancedSettings, ownVariables, variables, variablesRule } from "./shared/serviceSubresources.js";

const event = z.strictObject(command).optional().meta({ typeName: "JobEvent" });

const image = object("JobImage", "An image of a registry.", {
  imageName: imageName.meta({ description: "Image name, in the form that the registry's kind requires." }),
  tag: imageTag.meta({ description: "Image tag." }),
  registryId,
}).meta({ response: { only: { registry } } });

const docker = oneOf(
  {
    gitRepository,
    dockerTargetBuildStage: text.optional().meta({ description: "Stage of the Dockerfile to build." }),
  },
  { dockerfilePath: text.meta({ description: "Path of the Dockerfile in the repository." }) },
  { dockerfileRaw: verbatim.meta({ description: "Content of the Dockerfile." }) },
).meta({
  typeName: "JobDocker",
  description: "An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`.",
});

const cronjob = object("Cronjob", "Runs on a schedule.", {
  scheduledAt: cron.meta({ description: "Schedule: a cron expression of five fields, for example `0 4 * * *`." }),
  ...command,
  timezone: timezone.optional().meta({ description: "Time zone of the schedule (IANA name).", default: "Etc/UTC" }),
});

const oneEvent = rule({
  reads: ["cronjob", "onStart", "onStop", "onDelete", "lifecycleType"],
  description: "A lifecycle job has at least one of `onStart`, `onStop`, `onDelete`.",
  check: ({ cronjob, onStart, onStop, onDelete, lifecycleType }) =>
    isAbsent(cronjob) && !isAbsent(lifecycleType) && [onStart, onStop, onDelete].every(isAbsent)
      ? { path: [], expected: "must have at least one of onStart, onStop, onDelete for a lifecycle job", got: false }
      : undefined,
});

const schedule = oneOf(
  {},
  { cronjob },
  {
    onStart: event.meta({ description: "Runs when the environment starts." }),
    onStop: event.meta({ description: "Runs when the environment stops." }),
    onDelete: event.meta({ description: "Runs when the environment is deleted." }),
    lifecycleType: choice("LifecycleType", ["GENERIC", "TERRAFORM", "CLOUDFORMATION"])
      .optional()
      .meta({ description: "What the lifecycle job manages." }),
  },
)
  .check(oneEvent)
  .meta({
    typeName: "JobSchedule",
    description: "When the job runs: set only `cronjob` for a cron job, or events for a lifecycle job.",
  });

export const job = defineResource("Job", {
  description: "A job that runs to completion, on a schedule or when the environment starts, stops or is deleted.",
  args: {
    ...inEnvironment,
    healthchecks: healthchecks.optional().meta({ default: {}, whenOmitted: { isSent: true } }),
    description: description.optional(),
    ...instanceSize,
    maxNbRestart: integer(0)
      .optional()
      .meta({ description: "Maximum number of restarts (0 = any restart or crash fails the job).", default: 0 }),
    maxDurationSeconds: integer(0)
      .optional()
      .meta({ description: "Time after which the job is killed and marked as failed.", unit: "seconds" }),
    autoPreview,
    port: portNumber
      .nullable()
      .optional()
      .meta({ description: "Port of the readiness and liveness checks; never exposed publicly." }),
    source: oneOf({}, { image }, { docker }).meta({
      typeName: "JobSource",
      description: "Source of the image; set exactly one member.",
    }),
    schedule,
    autoDeploy: flag.nullable().optional().meta({
      description: "Whether a new image tag or commit, depending on the source, is deployed automatically.",
    }),
    ...groups,
    iconUri,
    deploymentRestrictions,
    advancedSettings,
    ...variables,
  },
  outputs: {
    ...serviceOutputs,
    ...ceilings,
    jobType: responseText.meta({ description: "LIFECYCLE or CRON." }),
  },
  rules: [variablesRule],
  api: {
    create: endpoint(7, "POST /environment/{environmentId}/job"),
    list: endpoint(8, "GET /environment/{environmentId}/job"),
    update: endpoint(9, "PUT /job/{id}"),
    clone: endpoint(10, "POST /job/{id}/clone"),
    read: extended("GET /job/{id}"),
    delete: extended("DELETE /job/{id}"),
  },
  lookups: {
    filters: {
      toUpdate: flag.optional().meta({
        description: "Whether to return only jobs that were updated since their last deployment.",
        default: false,
      }),
    },
  },
  ...ownVariables,
  builtIns: builtInVariables("jobId"),
  subresources: [settingsSubresource, restrictionsSubresource],
  deployedAs: {
    list: "jobs",
    idMember: "id",
    versions: { imageTag: "source.image.tag", gitCommitId: undefined },
    shownVersions: ["source.image.tag", "source.docker.gitRepository.deployedCommitId"],
  },
  example: `const nightly = new Job("nightly", {
  environmentId,
  source: { image: { registryId, imageName: "curlimages/curl", tag: "8.12.1" } },
  schedule: { cronjob: { scheduledAt: "0 4 * * *", timezone: "Europe/Paris", arguments: ["--fail", "https://example.com"] } },
});`,
});
