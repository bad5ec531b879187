/** What the document says of arguments that several kinds have: bounds, and members that must be given. */
import type { Bound } from "../argumentsRecord.js";

type Bounds = readonly Bound[];

export const size: Bounds = [
  ["cpu", [0, 32001, -1, 1.5], [1, 32000]],
  ["memory", [0, 131073], [1, 131072]],
];
export const gpu: Bounds = [["gpu", [-1, 9], [0, 8]]];

export const instances: Bounds = [
  ["minRunningInstances", [-1], [0]],
  ["maxRunningInstances", [-2], [-1, 0]],
];

export const healthchecks: Bounds = [
  ["healthchecks.probe.initialDelaySeconds", [-1], [0]],
  ["healthchecks.probe.periodSeconds", [0], [1]],
  ["healthchecks.probe.timeoutSeconds", [0], [1]],
  ["healthchecks.probe.successThreshold", [0], [1]],
  ["healthchecks.probe.failureThreshold", [0], [1]],
  ["healthchecks.probe.type.tcp.port", [0, 65536], [1, 65535]],
  ["healthchecks.probe.type.http.port", [0, 65536], [1, 65535]],
  ["healthchecks.probe.type.grpc.port", [0, 65536], [1, 65535]],
  ["healthchecks.probe.type.exec.command", [[]], [["true"]]],
];

export const storage: Bounds = [
  ["storage[].size", [3, 4.5], [4]],
  ["storage[].mountPoint", [""], ["/"]],
];

export const ports: Bounds = [
  ["ports[].internalPort", [0, 65536], [1, 65535]],
  ["ports[].externalPort", [0, 65536], [1, 65535]],
  ["ports[].name", [""], ["a"]],
];

export const autoscaling: Bounds = [
  ["autoscaling.pollingIntervalSeconds", [0], [1]],
  ["autoscaling.cooldownPeriodSeconds", [-1], [0]],
  ["autoscaling.scalers[].scalerType", [""], ["a"]],
  ["autoscaling.scalers[].triggerAuthentication.name", [""], ["a"]],
];

/** A name whose outer blanks do not count. */
export const name: Bounds = [["name", ["", "  ", "x".repeat(129)], ["x", "x".repeat(128), ` ${"x".repeat(128)} `]]];

/** What an application and a container have. */
export const workload: Bounds = [
  ...size,
  ...gpu,
  ...instances,
  ...healthchecks,
  ...storage,
  ...ports,
  ...autoscaling,
  ...name,
];

const probes = `healthchecks.probe.type healthchecks.probe.type.tcp.port healthchecks.probe.type.http.port
  healthchecks.probe.type.exec.command healthchecks.probe.type.grpc.port`;

export const required = {
  groups: "annotationsGroups[].id labelsGroups[].id",
  healthchecks: `healthchecks ${probes}`,
  instances: `storage[].type storage[].size storage[].mountPoint ports[].internalPort ports[].publiclyAccessible
    autoscaling.mode autoscaling.scalers autoscaling.scalers[].scalerType autoscaling.scalers[].role
    autoscaling.scalers[].triggerAuthentication.name autoscaling.scalers[].triggerAuthentication.configYaml`,
};

/** Of these members exactly one is given: without it, the object around them is wrong. */
export const omittedElsewhere = {
  healthchecks: {
    "healthchecks.probe.type.tcp": "healthchecks.probe.type",
    "healthchecks.probe.type.http": "healthchecks.probe.type",
    "healthchecks.probe.type.exec": "healthchecks.probe.type",
    "healthchecks.probe.type.grpc": "healthchecks.probe.type",
  },
  instances: {
    "autoscaling.scalers[].configJson": "autoscaling.scalers[]",
    "autoscaling.scalers[].configYaml": "autoscaling.scalers[]",
    maxRunningInstances: "minRunningInstances",
  },
};

export const dependentsOfPorts = {
  "ports[].publiclyAccessible": ["ports[].externalPort", "ports[].publicPath", "ports[].publicPathRewrite"],
  "ports[].protocol": ["ports[].publicPath", "ports[].publicPathRewrite"],
};
