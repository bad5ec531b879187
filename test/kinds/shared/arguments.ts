/** What the document says about arguments that several kinds have: bounds, and required members. */
import type { Bound } from "../recordParts.js";

type Bounds = readonly Bound[];

/** Texts that must not be empty; paths are separated by spaces. */
export const notEmpty = (...paths: readonly string[]): Bounds =>
  paths.flatMap((each) => each.split(/\s+/)).map((path) => [path, [""], ["a", " a "]]);

/** Members of an object, separated by spaces. */
export const within = (place: string, members: string) => members.split(/\s+/).map((member) => `${place}.${member}`);

/** The largest integer, and the first one beyond. */
const [largest, beyond] = [2_147_483_647, 2_147_483_648];

export const size: Bounds = [
  ["cpu", [0, 32001, -1, 1.5], [1, 32000]],
  ["memory", [0, 131073], [1, 131072]],
];
export const gpu: Bounds = [["gpu", [-1, 9], [0, 8]]];

export const instances: Bounds = [
  ["minRunningInstances", [-1, beyond], [0]],
  ["maxRunningInstances", [-2, beyond], [-1, 0, largest]],
];

export const healthchecks: Bounds = [
  ["healthchecks.probe.initialDelaySeconds", [-1, beyond], [0, largest]],
  ...within("healthchecks.probe", "periodSeconds timeoutSeconds successThreshold failureThreshold").map(
    (path): Bound => [path, [0, beyond], [1, largest]],
  ),
  ...within("healthchecks.probe.type", "tcp.port http.port grpc.port").map(
    (path): Bound => [path, [0, 65536], [1, 65535]],
  ),
  ["healthchecks.probe.type.exec.command", [[]], [["true"], [""]]],
  ...notEmpty(...within("healthchecks.probe.type", "http.path tcp.host grpc.service")),
];

export const storage: Bounds = [
  ["storage[].size", [0, 1.5, beyond], [1, largest]],
  ["storage[].mountPoint", [""], ["/"]],
];

export const ports: Bounds = [
  ["ports[].internalPort", [0, 65536], [1, 65535]],
  ["ports[].externalPort", [0, 65536], [1, 65535]],
  ...notEmpty("ports[].name", "ports[].publicPath", "ports[].publicPathRewrite"),
];

export const autoscaling: Bounds = [
  ["autoscaling.pollingIntervalSeconds", [0, beyond], [1, largest]],
  ["autoscaling.cooldownPeriodSeconds", [-1, beyond], [0, largest]],
  ...notEmpty(
    ...within(
      "autoscaling.scalers[]",
      "scalerType configYaml triggerAuthentication.name triggerAuthentication.configYaml",
    ),
  ),
];

/** A name whose outer blanks do not count. */
export const name: Bounds = [
  ["name", ["", "  ", "x".repeat(129), "𝒳".repeat(129)], ["x", "𝒳".repeat(128), ` ${"x".repeat(128)} `]],
];

/** What the notes on the extended endpoints have of services that run containers. */
export const extendedOnly = {
  cpuArchitecture: ["ARM64", "MIPS"],
  ephemeralStorage: [20, -1, "ephemeral_storage_in_gib"],
} as const;

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
  probes,
  instances: `storage[].size storage[].mountPoint ports[].internalPort ports[].publiclyAccessible
    autoscaling.mode autoscaling.scalers autoscaling.scalers[].scalerType autoscaling.scalers[].role
    autoscaling.scalers[].triggerAuthentication.name`,
};

/** Of these members exactly one is set: without it, the object around them is wrong. */
export const omittedElsewhere = {
  healthchecks: Object.fromEntries(
    within("healthchecks.probe.type", "tcp http exec grpc").map((path) => [path, "healthchecks.probe.type"]),
  ),
  instances: {
    ...{ "autoscaling.scalers[].configJson": "autoscaling.scalers[]" },
    ...{ "autoscaling.scalers[].configYaml": "autoscaling.scalers[]", maxRunningInstances: "minRunningInstances" },
  },
};

export const dependentsOfPorts = {
  "ports[].publiclyAccessible": ["ports[].externalPort", "ports[].publicPath", "ports[].publicPathRewrite"],
  "ports[].protocol": ["ports[].publicPath", "ports[].publicPathRewrite"],
};
