import { z } from "zod";
import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { exactlyOne, inOneOf, rule, withRules } from "../schema/rules.js";
import { absoluteUri, cronExpression, freeText, resourceName, text, timeZone, uuid } from "../schema/texts.js";
import { integer, omittable, optional } from "../schema/values.js";
import { jobSettings } from "./advanced-settings.js";
import { gitRepositoryRequest, gitRepositoryResponse, representGitRepository } from "./git-repository.js";
import { groupReferences, groupResponse } from "./groups.js";
import { healthchecks } from "./healthchecks.js";
import { imageMembers, imageNameFitsRegistry, registry } from "./registry.js";
import { representGroups, representService, type ServiceKind, serviceMembers } from "./service.js";
import { sizeMembers, sizeResponse } from "./workload.js";

const source = withRules(
  z.object({
    image: omittable(withRules(z.object(imageMembers), imageNameFitsRegistry)),
    docker: omittable(
      withRules(
        z.object({
          git_repository: gitRepositoryRequest,
          dockerfile_path: optional(text),
          dockerfile_raw: optional(text),
          docker_target_build_stage: optional(text),
        }),
        exactlyOne("dockerfile_path", "dockerfile_raw"),
      ),
    ),
  }),
  exactlyOne("image", "docker"),
).meta({ id: "JobSource" });

const command = { arguments: z.array(freeText).default([]), entrypoint: optional(freeText) };
const lifecycleType = z.enum(["GENERIC", "TERRAFORM", "CLOUDFORMATION"]);
const events = ["on_start", "on_stop", "on_delete"] as const;

interface Schedule {
  on_start: unknown;
  on_stop: unknown;
  on_delete: unknown;
  cronjob: unknown;
  lifecycle_type: string | null;
}

const eitherCronOrLifecycle = rule<Schedule>(
  [...events, "cronjob", "lifecycle_type"],
  (schedule, report) => {
    const specified = events.filter((event) => schedule[event] !== null);
    if (schedule.cronjob === null) {
      if (specified.length === 0) report([], "must have a cronjob, or at least one of on_start, on_stop, on_delete");
      return;
    }
    for (const event of specified) report([event], "isn't allowed for a cron job");
    if (schedule.lifecycle_type !== null) report(["lifecycle_type"], "isn't allowed for a cron job");
  },
  inOneOf([
    { required: ["cronjob"] },
    ...events.map((event) => ({ required: [event], optional: [...events, "lifecycle_type"] })),
  ]),
);

const schedule = withRules(
  z.object({
    on_start: optional(z.object(command)),
    on_stop: optional(z.object(command)),
    on_delete: optional(z.object(command)),
    lifecycle_type: optional(lifecycleType),
    cronjob: optional(
      z.object({
        ...command,
        scheduled_at: cronExpression,
        timezone: timeZone.default("Etc/UTC"),
      }),
    ),
  }),
  eitherCronOrLifecycle,
).meta({ id: "JobSchedule" });

const request = z
  .object({
    name: resourceName,
    healthchecks,
    description: optional(freeText),
    ...sizeMembers,
    max_nb_restart: integer(0).default(0),
    max_duration_seconds: optional(integer(0)),
    auto_preview: optional(z.boolean()),
    port: optional(integer(1, 65_535)),
    source,
    schedule,
    auto_deploy: optional(z.boolean()),
    ...groupReferences,
    icon_uri: optional(absoluteUri),
  })
  .meta({ id: "JobRequest" });

const imageResponse = z.object({
  image_name: text,
  tag: text,
  registry_id: uuid,
  registry,
});
const dockerResponse = z.object({
  git_repository: gitRepositoryResponse,
  dockerfile_path: optional(text),
  dockerfile_raw: optional(text),
  docker_target_build_stage: optional(text),
});

const response = z
  .object({
    ...serviceMembers,
    name: text,
    healthchecks,
    description: optional(freeText),
    ...sizeResponse,
    maximum_cpu: integer(),
    maximum_memory: integer(),
    maximum_gpu: integer(0),
    max_nb_restart: integer(0),
    max_duration_seconds: optional(integer(0)),
    auto_preview: z.boolean(),
    port: optional(integer(1)),
    source: z.object({ image: imageResponse.optional(), docker: dockerResponse.optional() }),
    job_type: z.enum(["LIFECYCLE", "CRON"]),
    schedule,
    auto_deploy: z.boolean(),
    ...groupResponse,
  })
  .meta({ id: "Job" });

type Request = z.output<typeof request>;
type Config = Omit<Request, "auto_preview" | "auto_deploy"> & { auto_preview: boolean; auto_deploy: boolean };

function isLifecycle({ schedule: { cronjob } }: Config): boolean {
  return cronjob === null;
}

/** Runs to completion: on a schedule, or at a lifecycle event of its environment. */
export const job: ServiceKind<Request, Config, z.output<typeof response>> = {
  kind: "job",
  description: "Lifecycle jobs and cron jobs.",
  numbers: { create: 7, list: 8, edit: 9, clone: 10 },
  request,
  response,
  listsUpdated: true,
  hasVariables: true,
  mayBeFromGit: true,
  advancedSettings: jobSettings,
  isRun: true,
  stop: "once",
  deploymentQuery: { forceEvent: ["START", "STOP", "DELETE", "CRON"] },
  selection: z.object({ id: uuid, image_tag: optional(text), git_commit_id: optional(text) }),
  configure: (body, { environment }) => ({
    ...body,
    auto_preview: body.auto_preview ?? environment.autoPreview,
    auto_deploy: body.auto_deploy ?? false,
    schedule:
      body.schedule.cronjob === null
        ? { ...body.schedule, lifecycle_type: body.schedule.lifecycle_type ?? "GENERIC" }
        : body.schedule,
  }),
  copy: (config) => config,
  represent: (service, related) => {
    const { image, docker } = service.config.source;
    return representService(service, {
      ...representGroups(service.config, related),
      source: {
        image: image && { ...image, registry: related.registry(image.registry_id) },
        docker: docker && {
          ...docker,
          git_repository: representGitRepository(
            docker.git_repository,
            service.deployedCommit,
            related.gitTokenName(docker.git_repository.git_token_id),
          ),
        },
      },
      job_type: isLifecycle(service.config) ? ("LIFECYCLE" as const) : ("CRON" as const),
      maximum_cpu: maximumCpu,
      maximum_memory: maximumMemory,
      maximum_gpu: maximumGpu,
    });
  },
  source: (config) => (config.source.image === undefined ? "git" : "image"),
  outlivesCancel: isLifecycle,
  tag: ({ source: { image } }) => image?.tag ?? null,
  withTag: (config, tag) => ({
    ...config,
    source: { ...config.source, image: config.source.image && { ...config.source.image, tag } },
  }),
};
