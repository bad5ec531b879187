import type { JobArgs } from "pulumi-app-platform";
import { bodies } from "../platform/support/bodies.js";
import type { Values } from "../support/provider.js";
import { job as fixture } from "./job/fixture.js";
import * as bounds from "./shared/arguments.js";
import { existingArgs, serviceBodies } from "./shared/bodies.js";
import { git } from "./shared/everyField.js";
import { described, editDescription, moveElsewhere, written } from "./shared/service.js";
import * as simulated from "./shared/simulated.js";
import { asProgram } from "./shared/spelling.js";
import { testRecord } from "./testRecord.js";

const { required } = bounds;

export const job = testRecord({
  fixture,
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
