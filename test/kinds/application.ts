import type { ApplicationArgs } from "pulumi-app-platform";
import { bodies } from "../platform/support/bodies.js";
import type { Values } from "../support/provider.js";
import * as bounds from "./shared/arguments.js";
import { scalerSecret, triggerAuthentication } from "./shared/autoscaling.js";
import { existingArgs, serviceBodies } from "./shared/bodies.js";
import { onPlatform } from "./shared/everyField.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import * as shared from "./shared/objects.js";
import { asProgram } from "./shared/programFormat.js";
import { seededIds } from "./shared/seededIds.js";
import * as service from "./shared/service.js";
import * as simulated from "./shared/simulated.js";
import { testRecord } from "./testRecord.js";

const request = { ...(bodies.application.full(seededIds) as Values), ports: shared.ports.request };

const response = {
  ...request,
  ...shared.stamped(ids.application),
  environment: { id: ids.environment },
  service_type: "APPLICATION",
  ...{ ...shared.maxima, ...shared.groups.response },
  storage: shared.storage.response,
  git_repository: shared.gitRepository.response,
  ports: shared.ports.response,
  autoscaling: shared.autoscaling.response,
};

const nulls = {
  name: "shop",
  git_repository: shared.gitRepository.request,
  healthchecks: shared.otherHealthchecks,
  dockerfile_path: "Dockerfile",
  auto_deploy: null,
  docker_target_build_stage: null,
};

/** §2.2 */
const fixture = {
  ...fixtureOf({
    kind: "Application",
    program: asProgram({ ...request, ports: shared.ports.specified }),
    request,
    response,
    outputs: { maximumGpu: 8 },
    variants: [
      {
        title: "exec and gRPC probes, and null values",
        program: { ...asProgram(nulls), description: null },
        request: nulls,
      },
    ],
  }),
  // The document misspells it.
  response: { ...response, maximun_gpu: 8 },
};

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
    removed: { arg: "cpu", wire: "cpu", now: 500 },
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
