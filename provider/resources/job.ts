import { defineResource } from "../definition/defineResource.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { boolean, choice, integer, list, nullable, object, optional, text, uuid } from "../schema/fields.js";
import { isAbsent } from "../schema/json.js";
import { gitRepository } from "./shared/git.js";
import { annotationsGroups, labelsGroups } from "./shared/groups.js";
import { healthchecks } from "./shared/healthchecks.js";
import {
  autoPreview,
  ceilings,
  description,
  environmentId,
  iconUri,
  instanceSize,
  registry,
  serviceName,
  serviceOutputs,
} from "./shared/service.js";

const commandOf = (when: string) => ({
  arguments: optional(list(`Arguments of the command ${when}.`, text("Argument."))),
  entrypoint: optional(text(`Command ${when}; replaces the image's own.`)),
});

const event = (when: string) => optional(object("JobEvent", `What runs ${when}.`, commandOf("that runs")));

/** A workload that runs to its end: on a schedule, or when the environment starts, stops or is deleted. */
export const job = defineResource("Job", {
  description: "A workload that runs to its end: on a schedule, or when the environment starts, stops or is deleted.",
  args: {
    environmentId: environmentId(),
    name: serviceName(),
    healthchecks: healthchecks(),
    description: description(),
    ...instanceSize(),
    maxNbRestart: optional(
      integer("Restarts allowed; 0 means that any restart or crash makes the job failed.", { default: 0, min: 0 }),
    ),
    maxDurationSeconds: optional(
      integer("Time after which the job is killed and marked failed.", { unit: "seconds", min: 0 }),
    ),
    autoPreview: autoPreview(),
    port: optional(
      nullable(
        integer("Port of the readiness and liveness checks; never exposed to the outside.", { min: 1, max: 65535 }),
      ),
    ),
    source: object(
      "JobSource",
      "Where the image comes from: exactly one member.",
      {
        image: object(
          "JobImage",
          "An image of a registry.",
          {
            imageName: text("Image name, in the form that the registry's kind asks for.", { format: "imageName" }),
            tag: text("Image tag.", { minLength: 1 }),
            registryId: uuid("Registry that holds the image.", { answeredAt: "registry.id" }),
          },
          { answered: { registry: registry() } },
        ),
        docker: object(
          "JobDocker",
          "An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`.",
          {
            gitRepository: gitRepository(),
            dockerfilePath: text("Path of the Dockerfile in the repository.", { minLength: 1 }),
            dockerfileRaw: text("Text of the Dockerfile itself.", { minLength: 1 }),
            dockerTargetBuildStage: optional(text("Stage of the Dockerfile to build.")),
          },
          { alternatives: [["dockerfilePath"], ["dockerfileRaw"]] },
        ),
      },
      { alternatives: [["image"], ["docker"]] },
    ),
    schedule: object(
      "JobSchedule",
      "When the job runs: a cron job fills only `cronjob`, a lifecycle job at least one of `onStart`, `onStop`, `onDelete`.",
      {
        onStart: event("when the environment starts"),
        onStop: event("when the environment stops"),
        onDelete: event("when the environment is deleted"),
        lifecycleType: optional(
          choice("LifecycleType", "What the lifecycle job manages.", ["GENERIC", "TERRAFORM", "CLOUDFORMATION"]),
        ),
        cronjob: object("Cronjob", "Runs on a schedule.", {
          scheduledAt: text("When to run, a cron expression of five fields, for example `0 4 * * *`.", {
            format: "cron",
          }),
          ...commandOf("that runs"),
          timezone: optional(
            text("Time zone of the schedule, an IANA name.", { format: "timezone", default: "Etc/UTC" }),
          ),
        }),
      },
      {
        alternatives: [["cronjob"], ["onStart", "onStop", "onDelete", "lifecycleType"]],
        rules: [
          {
            reads: ["cronjob", "onStart", "onStop", "onDelete", "lifecycleType"],
            says: "A lifecycle job has at least one of `onStart`, `onStop`, `onDelete`.",
            check: ({ cronjob, onStart, onStop, onDelete, lifecycleType }) =>
              isAbsent(cronjob) && !isAbsent(lifecycleType) && [onStart, onStop, onDelete].every(isAbsent)
                ? {
                    at: "",
                    found: "no event",
                    allowed: "at least one of onStart, onStop, onDelete for a lifecycle job",
                  }
                : undefined,
          },
        ],
      },
    ),
    autoDeploy: optional(
      nullable(boolean("Whether a new image tag or commit, depending on the source, is deployed by itself.")),
    ),
    annotationsGroups: annotationsGroups(),
    labelsGroups: labelsGroups(),
    iconUri: iconUri(),
  },
  outputs: {
    ...serviceOutputs,
    ...ceilings,
    jobType: optional(text("LIFECYCLE or CRON.")),
  },
  api: {
    create: endpoint(7, "POST /environment/{environmentId}/job"),
    list: endpoint(8, "GET /environment/{environmentId}/job"),
    update: endpoint(9, "PUT /job/{id}"),
    clone: endpoint(10, "POST /job/{id}/clone"),
    read: extended("GET /job/{id}"),
    delete: extended("DELETE /job/{id}"),
  },
  listFilters: {
    toUpdate: optional(
      boolean("Whether to give only jobs that were edited since their last deployment.", { default: false }),
    ),
  },
  deployedAs: {
    list: "jobs",
    idMember: "id",
    versions: { imageTag: "source.image.tag", gitCommitId: undefined },
  },
  example: `const nightly = new Job("nightly", {
  environmentId,
  healthchecks: {},
  source: { image: { registryId, imageName: "acme/report", tag: "2.4.0" } },
  schedule: { cronjob: { scheduledAt: "0 4 * * *", timezone: "Europe/Paris" } },
});`,
});
