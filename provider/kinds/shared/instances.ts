import { z } from "zod";
import { listRule, type Rule } from "../../schema/rules.js";
import {
  choice,
  flag,
  freeObject,
  integer,
  object,
  oneOf,
  responseText,
  text,
  verbatim,
  verbatimText,
} from "../../schema/schemas.js";
import { portNumber, timestamps } from "./common.js";

const triggerAuthentication = object("TriggerAuthentication", "Credentials for the scaler's source of events.", {
  name: text.meta({ description: "Name of the credentials." }),
  configYaml: text.optional().meta({ description: "The credentials (YAML).", secret: true }),
})
  .optional()
  .meta({
    response: {
      only: {
        id: responseText.meta({ description: "ID of the credentials." }),
        ...timestamps,
        organizationId: responseText.meta({ description: "Organization of the credentials." }),
      },
    },
  });

const scaler = oneOf(
  {
    scalerType: text.meta({
      description: "Type of the scaler, as KEDA names it, for example `cpu`.",
      example: { value: "cpu" },
    }),
    role: choice("ScalerRole", ["PRIMARY", "SAFETY"]).meta({
      description: "Whether the scaler controls the number of instances (`PRIMARY`) or is only a safeguard (`SAFETY`).",
    }),
    enabled: flag.optional().meta({ description: "Whether the scaler is enabled.", default: true }),
    triggerAuthentication,
  },
  {
    configJson: freeObject.meta({
      description: "Configuration of the scaler (JSON), sent unchanged.",
      example: { value: { metricType: "Utilization", value: "70" } },
    }),
  },
  { configYaml: verbatim.meta({ description: "Configuration of the scaler (YAML)." }) },
).meta({
  typeName: "Scaler",
  description: "A metric or event source that scales the service.",
  response: { only: { id: responseText.meta({ description: "ID of the scaler." }), ...timestamps } },
});

const oneEnabled = listRule({
  description: "One or more must be enabled.",
  check: (items) =>
    items.length > 0 && items.every((item) => (item as { enabled?: boolean }).enabled === false)
      ? { path: [], expected: "must have at least one enabled scaler", got: false }
      : undefined,
});

export const autoscaling = object(
  "Autoscaling",
  "Scales the number of instances by events. Requires the minimum number of instances to be less than the maximum.",
  {
    mode: choice("AutoscalingMode", ["KEDA"]).meta({ description: "Autoscaler." }),
    scalers: z
      .array(scaler)
      .min(1)
      .check(oneEnabled)
      .meta({ description: "Scalers.", items: { matchBy: "scalerType" } }),
    pollingIntervalSeconds: integer(1)
      .optional()
      .meta({ description: "Time between two measurements.", unit: "seconds", default: 30 }),
    cooldownPeriodSeconds: integer(0)
      .optional()
      .meta({ description: "Time between the last event and scaling down.", unit: "seconds", default: 300 }),
  },
)
  .nullable()
  .optional()
  .meta({
    response: {
      only: {
        id: responseText.meta({ description: "ID of the policy." }),
        ...timestamps,
        serviceId: responseText.meta({ description: "Service that the policy scales." }),
      },
    },
  });

export const instances = {
  minRunningInstances: integer(0)
    .optional()
    .meta({ description: "Minimum number of running instances (0 = none).", default: 1 }),
  maxRunningInstances: integer(-1)
    .optional()
    .meta({ description: "Maximum number of running instances (-1 = unlimited).", default: 1 }),
};

export const instancesRule: Rule = {
  reads: ["minRunningInstances", "maxRunningInstances", "autoscaling"],
  description:
    "`minRunningInstances` is at most `maxRunningInstances`, and less than it with `autoscaling`; a maximum of -1 is unlimited.",
  check: ({ minRunningInstances: min, maxRunningInstances: max, autoscaling: scaled }) => {
    if (typeof min !== "number" || typeof max !== "number" || max === -1) return undefined;
    const scales = scaled !== undefined && scaled !== null;
    if (scales ? min < max : min <= max) return undefined;
    return {
      path: ["minRunningInstances"],
      expected: `is ${min}, ${min === max ? "the same as" : "more than"} maxRunningInstances (${max})${scales ? ", which leaves nothing to scale" : ""}`,
      got: false,
      advice: "raise `maxRunningInstances`, or set it to -1 for no limit",
    };
  },
};

const probePort = portNumber.meta({ description: "Port to connect to.", example: { value: 80 } });

const probeType = oneOf(
  {},
  {
    tcp: object("TcpProbe", "Opens a TCP connection.", {
      port: probePort,
      host: text
        .nullable()
        .optional()
        .meta({ description: "Host to connect to.", whenOmitted: { description: "the instance" } }),
    }),
  },
  {
    http: object("HttpProbe", "Sends a GET request; a status from 200 to 399 is a success.", {
      path: text.optional().meta({ description: "Path to request.", default: "/" }),
      scheme: choice("ProbeScheme", ["HTTP", "HTTPS"])
        .optional()
        .meta({ description: "Scheme of the request.", default: "HTTP" }),
      port: probePort,
    }),
  },
  {
    exec: object("ExecProbe", "Runs a command in the instance; exit code 0 is a success.", {
      command: z
        .array(verbatimText.meta({ description: "Command or argument." }))
        .min(1)
        .meta({
          description: "Command and its arguments.",
          items: "ordered",
          example: { value: ["cat", "/tmp/ready"] },
        }),
    }),
  },
  {
    grpc: object("GrpcProbe", "Calls the gRPC health service.", {
      service: text
        .nullable()
        .optional()
        .meta({ description: "Name of the gRPC service.", whenOmitted: { description: "the server as a whole" } }),
      port: probePort,
    }),
  },
).meta({ typeName: "ProbeType", description: "What the probe does; set exactly one member." });

const count = integer(1).optional();

const probe = z
  .strictObject({
    type: probeType,
    initialDelaySeconds: integer(0)
      .optional()
      .meta({ description: "Delay between the start and the first probe.", unit: "seconds", default: 30 }),
    periodSeconds: count.meta({ description: "Time between two probes.", unit: "seconds", default: 10 }),
    timeoutSeconds: count.meta({ description: "Time after which a probe has failed.", unit: "seconds", default: 5 }),
    successThreshold: count.meta({
      description: "Consecutive successes after which the service is healthy again.",
      default: 1,
    }),
    failureThreshold: count.meta({
      description: "Consecutive failures after which the service is unhealthy.",
      default: 9,
    }),
  })
  .nullable()
  .optional()
  .meta({ typeName: "Probe" });

export const healthchecks = object(
  "Healthchecks",
  "Probes of the service; an empty object for none. To remove a probe, omit it or set it to `null`.",
  {
    readinessProbe: probe.meta({ description: "Checks whether the service is ready for traffic." }),
    livenessProbe: probe.meta({ description: "Checks whether the service is alive." }),
  },
).meta({ example: { value: {}, meaning: "for no probes" } });
