import type { JobArgs } from "pulumi-app-platform";
import { bodies } from "../platform/support/bodies.js";
import type { Values } from "../support/provider.js";
import * as bounds from "./shared/arguments.js";
import { existingArgs, serviceBodies } from "./shared/bodies.js";
import { git } from "./shared/everyField.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import * as shared from "./shared/objects.js";
import { asProgram } from "./shared/programFormat.js";
import { described, editDescription, moveElsewhere, written } from "./shared/service.js";
import * as simulated from "./shared/simulated.js";
import { testRecord } from "./testRecord.js";

const image = { image_name: "acme/report", tag: "2.4.0", registry_id: ids.registry };
const event = { arguments: ["--once"], entrypoint: "/bin/once" };

const same = {
  name: "report",
  description: "Nightly report",
  cpu: 300,
  memory: 300,
  gpu: 0,
  port: 8080,
  healthchecks: shared.healthchecks,
  max_nb_restart: 2,
  max_duration_seconds: 900,
  auto_preview: true,
  schedule: {
    cronjob: {
      scheduled_at: "0 4 * * MON-FRI",
      arguments: ["run"],
      entrypoint: "/bin/report",
      timezone: "Europe/Paris",
    },
  },
  auto_deploy: true,
  icon_uri: "https://acme.io/report.svg",
};

const request = { ...same, source: { image }, ...shared.groups.request };

const response = {
  ...same,
  ...shared.stamped(ids.job),
  environment: { id: ids.environment },
  ...shared.maxima,
  maximum_gpu: 8,
  source: { image: { ...image, registry: shared.registry } },
  service_type: "JOB",
  job_type: "CRON",
  ...shared.groups.response,
};

const built = {
  name: "report",
  healthchecks: shared.otherHealthchecks,
  port: null,
  source: {
    docker: {
      git_repository: shared.gitRepository.request,
      dockerfile_path: "Dockerfile",
      docker_target_build_stage: "release",
    },
  },
  schedule: { on_start: event, on_stop: event, on_delete: event, lifecycle_type: "GENERIC" },
  auto_deploy: null,
};
const raw = {
  name: "report",
  healthchecks: {},
  source: { docker: { git_repository: shared.gitRepository.request, dockerfile_raw: "FROM scratch\n" } },
  schedule: { on_delete: {}, lifecycle_type: "TERRAFORM" },
};

const { required } = bounds;

/** §2.4 */
export const job = testRecord({
  fixture: fixtureOf({
    kind: "Job",
    title: "every field of a cron job with an image",
    request,
    response,
    variants: [
      { title: "lifecycle events and a Dockerfile in git", request: built },
      { title: "a Dockerfile as text", request: raw },
    ],
  }),
  documented: {
    request: `name healthchecks description cpu memory gpu max_nb_restart max_duration_seconds auto_preview port source
      schedule auto_deploy annotations_groups labels_groups icon_uri`,
    response: `id created_at environment maximum_cpu maximum_memory maximum_gpu name cpu memory gpu auto_preview source
      healthchecks icon_uri service_type job_type schedule updated_at description max_nb_restart max_duration_seconds
      port auto_deploy annotations_groups labels_groups`,
  },
  arguments: {
    required: `environmentId ${required.probes} ${required.groups} source schedule source.image.imageName
      source.image.tag source.image.registryId source.docker.gitRepository source.docker.gitRepository.url
      source.docker.gitRepository.provider schedule.cronjob.scheduledAt`,
    extendedOnly: bounds.extendedOnly,
    bounds: [
      ...bounds.size,
      ...bounds.gpu,
      ...bounds.healthchecks,
      ...bounds.name,
      ["maxNbRestart", [-1, 2_147_483_648], [0]],
      ["maxDurationSeconds", [-1, 2_147_483_648], [0]],
      ["port", [0, 65536], [1, 65535]],
      ...bounds.notEmpty(`source.image.tag source.docker.gitRepository.branch source.docker.gitRepository.rootPath
        source.docker.dockerTargetBuildStage source.docker.dockerfilePath source.docker.dockerfileRaw`),
    ],
    omittedElsewhere: {
      ...bounds.omittedElsewhere.healthchecks,
      "source.image": "source",
      "source.docker": "source",
      "source.docker.dockerfilePath": "source.docker",
      "source.docker.dockerfileRaw": "source.docker",
      "schedule.cronjob": "schedule",
    },
  },
  secrets: [],
  calls: { edit: { maxNbRestart: 3 } },
  service: "job",
  lifecycle: {
    args: (ids) => ({
      environmentId: ids.environment,
      name: "nightly",
      description: written,
      port: 8080,
      healthchecks: {},
      source: { image: { registryId: ids.registries.GENERIC_CR, imageName: "acme/report", tag: "2.4.0" } },
      schedule: { cronjob: { scheduledAt: "0 4 * * *" } },
    }),
    edited: described,
    edits: editDescription,
    removed: { arg: "port", wire: "port" },
    replacements: moveElsewhere,
  },
  existing: {
    requiredArgs: (ids) => ({
      ...existingArgs("job", ids, "source"),
      schedule: { onStart: { entrypoint: "/migrate" } },
    }),
  },
  bodies: serviceBodies("job", { list: ["schedule", "on_start", "arguments"] }),
  everyField: (ids): Readonly<Record<"cronJob" | "lifecycleJob", JobArgs>> => {
    const full = asProgram(bodies.job.full(ids) as Values);
    const common = { ...full, environmentId: ids.environment, gpu: 1, autoDeploy: false } as unknown as JobArgs;
    const image = { imageName: "acme/report", tag: "2.4.0", registryId: ids.registries.GENERIC_CR };
    const command = { arguments: ["--now"], entrypoint: "/bin/job" };
    return {
      cronJob: {
        ...{ ...common, name: "every-cron-job", source: { image } },
        schedule: { cronjob: { scheduledAt: "0 4 * * MON-FRI", timezone: "Europe/Paris", ...command } },
      },
      lifecycleJob: {
        ...{ ...common, name: "every-lifecycle-job" },
        source: {
          docker: { gitRepository: git(ids), dockerfileRaw: "FROM alpine\n", dockerTargetBuildStage: "production" },
        },
      },
    };
  },
  simulation: {
    args: (content, ids) => ({
      ...simulated.sized.args(content, ids),
      source: { image: simulated.image(content, ids) },
      schedule: { cronjob: { scheduledAt: "0 4 * * *" } },
    }),
    wire: (content, ids) => ({
      ...simulated.sized.wire(content, ids),
      schedule: { cronjob: { scheduled_at: "0 4 * * *" } },
    }),
    optional: [
      simulated.memory,
      simulated.option("maxNbRestart", 3, 0, 5),
      simulated.option("schedule.cronjob.timezone", "Europe/Paris", "Etc/UTC", "Asia/Tokyo"),
      simulated.option("schedule.cronjob.arguments", ["--all"], [], ["--some"]),
    ],
    overrides: simulated.sized,
    tagged: (tag) => ({ source: { image: { tag } } }),
    isDeployed: true,
  },
});
