import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { exactlyOne, rule } from "../schema/rules.js";
import {
  array,
  boolean,
  fallback,
  freeText,
  integer,
  kept,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
  uuid,
  type Value,
} from "../schema/schema.js";
import { gitRepositoryAnswer, gitRepositoryRequest, gitRepositoryResponse } from "./git-repository.js";
import { groupAnswers, groupReferences } from "./groups.js";
import { healthchecks } from "./healthchecks.js";
import { resourceName } from "./name.js";
import { imageMembers, imageNameFitsRegistry, registry } from "./registry.js";
import { groupsAnswer, type ServiceKind, serviceAnswer, serviceMembers } from "./service.js";
import { sizeAnswers, sizeMembers } from "./workload.js";

const source = named(
  "JobSource",
  object(
    {
      image: kept(object(imageMembers, imageNameFitsRegistry)),
      docker: kept(
        object(
          {
            git_repository: required(gitRepositoryRequest),
            dockerfile_path: optional(text()),
            dockerfile_raw: optional(text()),
            docker_target_build_stage: optional(text()),
          },
          exactlyOne(["dockerfile_path", "dockerfile_raw"]),
        ),
      ),
    },
    exactlyOne(["image", "docker"]),
  ),
);

const command = { arguments: fallback(array(freeText()), []), entrypoint: optional(freeText()) };
const lifecycleType = oneOf(["GENERIC", "TERRAFORM", "CLOUDFORMATION"]);
const events = ["on_start", "on_stop", "on_delete"] as const;

interface Schedule {
  on_start: unknown;
  on_stop: unknown;
  on_delete: unknown;
  cronjob: unknown;
  lifecycle_type: string | null;
}

const eitherCronOrLifecycle = rule<Schedule>([...events, "cronjob", "lifecycle_type"], (schedule, report) => {
  const given = events.filter((event) => schedule[event] !== null);
  if (schedule.cronjob === null) {
    if (given.length === 0) report("", "needs a cronjob, or at least one of on_start, on_stop, on_delete");
    return;
  }
  for (const event of given) report(event, "may not be given for a cron job");
  if (schedule.lifecycle_type !== null) report("lifecycle_type", "may not be given for a cron job");
});

const schedule = named(
  "JobSchedule",
  object(
    {
      on_start: optional(object(command)),
      on_stop: optional(object(command)),
      on_delete: optional(object(command)),
      lifecycle_type: optional(lifecycleType),
      cronjob: optional(
        object({
          ...command,
          scheduled_at: required(text({ format: "cron" })),
          timezone: fallback(text({ format: "timezone" }), "Etc/UTC"),
        }),
      ),
    },
    eitherCronOrLifecycle,
  ),
);

const request = named(
  "Job",
  object({
    name: required(resourceName()),
    healthchecks: required(healthchecks),
    description: optional(freeText()),
    ...sizeMembers,
    max_nb_restart: fallback(integer(0), 0),
    max_duration_seconds: optional(integer(0)),
    auto_preview: optional(boolean()),
    port: optional(integer(1, 65_535)),
    source: required(source),
    schedule: required(schedule),
    auto_deploy: optional(boolean()),
    ...groupReferences,
    icon_uri: optional(text({ format: "uri" })),
  }),
);

const imageAnswer = object({
  image_name: required(text()),
  tag: required(text()),
  registry_id: required(uuid()),
  registry: required(registry),
});
const dockerAnswer = object({
  git_repository: required(gitRepositoryResponse),
  dockerfile_path: optional(text()),
  dockerfile_raw: optional(text()),
  docker_target_build_stage: optional(text()),
});

const response = named(
  "Job",
  object({
    ...serviceMembers,
    name: required(text()),
    healthchecks: required(healthchecks),
    description: optional(freeText()),
    ...sizeAnswers,
    maximum_cpu: required(integer()),
    maximum_memory: required(integer()),
    maximum_gpu: required(integer(0)),
    max_nb_restart: required(integer(0)),
    max_duration_seconds: optional(integer(0)),
    auto_preview: required(boolean()),
    port: optional(integer(1)),
    source: required(object({ image: kept(imageAnswer), docker: kept(dockerAnswer) })),
    job_type: required(oneOf(["LIFECYCLE", "CRON"])),
    schedule: required(schedule),
    auto_deploy: required(boolean()),
    ...groupAnswers,
  }),
);

type Request = Value<typeof request>;
type Config = Omit<Request, "auto_preview" | "auto_deploy"> & { auto_preview: boolean; auto_deploy: boolean };

/** Runs to its end: on a schedule, or at an event in the life of its environment. */
export const job: ServiceKind<Request, Config, Value<typeof response>> = {
  kind: "job",
  request,
  response,
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
  answer: (service, around) => {
    const { image, docker } = service.config.source;
    return {
      ...service.config,
      ...serviceAnswer(service),
      ...groupsAnswer(service.config, around),
      source: {
        image: image && { ...image, registry: around.registry(image.registry_id) },
        docker: docker && {
          ...docker,
          git_repository: gitRepositoryAnswer(
            docker.git_repository,
            service.deployedCommit,
            around.gitTokenName(docker.git_repository.git_token_id),
          ),
        },
      },
      job_type: service.config.schedule.cronjob === null ? "LIFECYCLE" : "CRON",
      maximum_cpu: maximumCpu,
      maximum_memory: maximumMemory,
      maximum_gpu: maximumGpu,
    };
  },
  source: (config) => (config.source.image === undefined ? "git" : "image"),
  withTag: (config, tag) => ({
    ...config,
    source: { ...config.source, image: config.source.image && { ...config.source.image, tag } },
  }),
};
