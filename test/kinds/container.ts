import type { ContainerArgs } from "pulumi-app-platform";
import { bodies } from "../platform/support/bodies.js";
import type { Values } from "../support/provider.js";
import { dependentsOfPorts, extendedOnly, omittedElsewhere, required, workload } from "./shared/arguments.js";
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

const request = { ...(bodies.container.full(seededIds) as Values), ports: shared.ports.request };

const response = {
  ...request,
  ...shared.stamped(ids.container),
  registry: shared.registry,
  environment: { id: ids.environment },
  service_type: "CONTAINER",
  ...{ ...shared.maxima, maximum_gpu: 8, ...shared.groups.response },
  storage: shared.storage.response,
  ports: shared.ports.response,
  autoscaling: shared.autoscaling.response,
};

const bare = { name: "web", registry_id: ids.registry, image_name: "nginx", tag: "1" };
const disk = { size: 4, mount_point: "/data" };
const port = { internal_port: 80, publicly_accessible: false };
const defaults = {
  ...bare,
  healthchecks: {},
  autoscaling: {
    mode: "KEDA",
    scalers: [
      {
        scaler_type: "cpu",
        role: "PRIMARY",
        config_json: { keepAsIs: [1, null] },
        trigger_authentication: { name: "of the platform" },
      },
    ],
  },
  min_running_instances: 1,
  max_running_instances: 2,
};
const nulls = {
  name: "web",
  registry_id: ids.registry,
  image_name: "library/nginx",
  tag: "1.27",
  healthchecks: {
    readiness_probe: { type: { exec: { command: ["cat", "/tmp/ready"] } } },
    liveness_probe: { type: { grpc: { service: null, port: 9090 } } },
  },
  auto_deploy: null,
};

/** §2.3 */
const fixture = fixtureOf({
  kind: "Container",
  program: asProgram({ ...request, ports: shared.ports.specified }),
  request,
  response,
  variants: [
    {
      title: "minimal storage, port and scaler",
      program: asProgram({ ...defaults, storage: [disk], ports: [port] }),
      request: { ...defaults, storage: [{ type: "FAST_SSD", ...disk }], ports: [{ ...port, protocol: "HTTP" }] },
    },
    { title: "exec and gRPC probes", request: { ...bare, healthchecks: shared.otherHealthchecks } },
    { title: "null for optional arguments", request: nulls },
  ],
});

export const container = testRecord({
  fixture,
  documented: {
    request: `name registry_id image_name tag healthchecks storage ports description arguments entrypoint cpu memory gpu
      min_running_instances max_running_instances auto_preview auto_deploy annotations_groups labels_groups icon_uri
      autoscaling`,
    response: `id created_at image_name tag registry environment maximum_cpu maximum_memory maximum_gpu name cpu memory
      gpu min_running_instances max_running_instances healthchecks auto_preview icon_uri service_type updated_at storage
      registry_id description arguments entrypoint ports auto_deploy annotations_groups labels_groups autoscaling`,
  },
  arguments: {
    required: `environmentId ${required.healthchecks} ${required.groups} ${required.instances} registryId imageName tag`,
    extendedOnly,
    bounds: [...workload, ["tag", [""], ["a"]]],
    changed: {
      documented: ["refused", { environmentId: "replace", name: "replace", tag: "edit" }],
      extended: ["edit", { environmentId: "replace" }],
    },
    omittedElsewhere: { ...omittedElsewhere.healthchecks, ...omittedElsewhere.instances },
    dependents: dependentsOfPorts,
  },
  secrets: [triggerAuthentication],
  calls: { edit: { cpu: 800 }, links: ["link"], extended: { edit: { tag: "1.28" } } },
  service: "container",
  lifecycle: {
    args: (ids) => ({
      environmentId: ids.environment,
      name: "web",
      description: service.written,
      registryId: ids.registries.DOCKER_HUB,
      imageName: "library/nginx",
      tag: "1.27",
      healthchecks: {},
      ports: [{ internalPort: 80, publiclyAccessible: false }],
    }),
    edited: service.described,
    edits: () => [{ description: service.edited }, { tag: "1.28" }],
    removed: { arg: "ports", wire: "ports", now: [] },
    replacements: service.moveElsewhere,
  },
  existing: {
    requiredArgs: (ids) => ({
      ...existingArgs("container", ids, "registryId imageName tag"),
      healthchecks: {},
    }),
  },
  bodies: serviceBodies("container", { list: ["storage"] }),
  everyField: (ids, secret) => ({
    container: onPlatform<ContainerArgs>(
      fixture,
      ids,
      { name: "every-container", healthchecks: asProgram(shared.otherHealthchecks) },
      { [scalerSecret]: secret("triggerAuthentication") },
    ),
  }),
  simulation: {
    args: (content, ids) => ({ ...simulated.workload.args(content, ids), ...simulated.image(content, ids) }),
    wire: simulated.workload.wire,
    optional: simulated.workloadOptions,
    overrides: simulated.sized,
    tagged: (tag) => ({ tag }),
    isDeployed: true,
    hasStorage: true,
  },
});
