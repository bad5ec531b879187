import type { ApplicationArgs } from "pulumi-app-platform";
import { application as fixture } from "./application/fixture.js";
import * as bounds from "./shared/arguments.js";
import { scalerSecret, triggerAuthentication } from "./shared/autoscaling.js";
import { existingArgs, serviceBodies } from "./shared/bodies.js";
import { onPlatform } from "./shared/everyField.js";
import * as service from "./shared/service.js";
import * as simulated from "./shared/simulated.js";
import { asProgram } from "./shared/spelling.js";
import { testRecord } from "./testRecord.js";

const source = {
  git_repository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", root_path: "/" },
  dockerfile_path: "Dockerfile",
};

export const application = testRecord({
  fixture,
  documented: {
    request: `name git_repository healthchecks storage ports description build_mode dockerfile_path cpu memory gpu
      min_running_instances max_running_instances auto_preview arguments entrypoint auto_deploy annotations_groups
      labels_groups icon_uri docker_target_build_stage autoscaling`,
    response: `id created_at environment name healthchecks icon_uri service_type updated_at storage git_repository
      maximum_cpu maximum_memory maximun_gpu description build_mode dockerfile_path cpu memory gpu min_running_instances
      max_running_instances auto_preview ports arguments entrypoint auto_deploy annotations_groups labels_groups
      docker_target_build_stage autoscaling`,
  },
  arguments: {
    required: `environmentId ${bounds.required.healthchecks} ${bounds.required.groups} ${bounds.required.instances} gitRepository
      gitRepository.url gitRepository.provider dockerfilePath`,
    extendedOnly: bounds.extendedOnly,
    bounds: [
      ...bounds.workload,
      ...bounds.notEmpty("gitRepository.branch", "gitRepository.rootPath", "dockerfilePath", "dockerTargetBuildStage"),
    ],
    omittedElsewhere: { ...bounds.omittedElsewhere.healthchecks, ...bounds.omittedElsewhere.instances },
    dependents: bounds.dependentsOfPorts,
    valid: (values) => ({ ...values, dockerfilePath: "Dockerfile" }),
  },
  secrets: [triggerAuthentication],
  calls: { edit: { cpu: 800 }, links: ["link"] },
  service: "application",
  lifecycle: {
    args: (ids) => ({
      environmentId: ids.environment,
      name: "shop",
      description: service.written,
      ...asProgram(source),
      healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
      cpu: 1000,
      ports: [{ internalPort: 8080, publiclyAccessible: true }],
      storage: [{ type: "FAST_SSD", size: 10, mountPoint: "/data" }],
    }),
    edited: service.described,
    edits: service.editDescription,
    removed: { arg: "cpu", wire: "cpu" },
    replacements: service.moveElsewhere,
  },
  existing: {
    requiredArgs: (ids) => ({
      ...existingArgs("application", ids, "gitRepository dockerfilePath"),
      healthchecks: {},
    }),
  },
  bodies: serviceBodies("application", { list: ["ports"] }),
  everyField: (ids, secret) => ({
    application: onPlatform<ApplicationArgs>(
      fixture,
      ids,
      { name: "every-application" },
      { [scalerSecret]: secret("triggerAuthentication") },
    ),
  }),
  simulation: {
    ...simulated.bothSides((content, ids) => ({ ...simulated.workload.wire(content, ids), ...source })),
    optional: simulated.workloadOptions,
    overrides: simulated.sized,
    hasStorage: true,
  },
});
