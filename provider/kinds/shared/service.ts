/** Arguments and outputs of services. */
import { z } from "zod";
import { at, isAbsent } from "../../schema/json.js";
import {
  choice,
  flag,
  freeObject,
  freeText,
  integer,
  listRule,
  object,
  oneOf,
  optionalList,
  type Rule,
  responseText,
  text,
  uri,
  uuid,
  verbatim,
  verbatimText,
} from "../../schema/schemas.js";
import { environment, nameUniqueIn, portNumber, timestamps } from "./common.js";

/** Where a service is, and its name there. */
export const inEnvironment = {
  environmentId: uuid.meta({ description: "Environment of the service.", response: { path: "environment.id" } }),
  name: nameUniqueIn("per environment and kind"),
};

export const description = freeText.meta({
  description: "Description of the service, shown in the platform's console.",
});

export const iconUri = uri.optional().meta({
  description: "Icon of the service.",
  // The platform's own icons.
  whenOmitted: { mayBe: "^app:" },
});

export const autoPreview = flag.optional().meta({
  description: "Whether each pull request gets a preview environment with a clone of the service.",
  whenOmitted: { description: "the environment's value" },
});

export const memory = integer(1, 131072);
export const cpu = integer(1, 32000);

export const instanceSize = {
  cpu: cpu.optional().meta({ description: "CPU of an instance.", unit: "millicores", default: 500 }),
  memory: memory.optional().meta({ description: "Memory of an instance.", unit: "MB", default: 512 }),
  gpu: integer(0, 8).optional().meta({ description: "Number of GPUs of an instance.", default: 0 }),
  cpuArchitecture: choice("CpuArchitecture", ["AMD64", "ARM64"])
    .optional()
    .meta({
      description: "CPU architecture of the machines that an instance runs on.",
      whenOmitted: { description: "chosen by the platform" },
      extendedOnly: true,
    }),
  ephemeralStorage: integer(0)
    .optional()
    .meta({
      description: "Temporary disk space of an instance.",
      unit: "GiB",
      wire: "ephemeral_storage_in_gib",
      whenOmitted: { description: "chosen by the platform" },
      extendedOnly: true,
    }),
};

export const command = {
  arguments: optionalList(verbatimText.meta({ description: "Argument." })).meta({
    description: "Arguments of the image's command.",
    items: "ordered",
  }),
  entrypoint: verbatimText.optional().meta({ description: "Command that replaces the image's entrypoint." }),
};

export const imageTag = text.meta({ example: { value: "1.27" } });

export const registryId = uuid.meta({
  description: "Registry of the image.",
  response: { path: "registry.id" },
  idOf: { kind: "ContainerRegistry" },
});

/** The same, in responses. */
export const registry = object("Registry", "Registry of the image.", {
  id: uuid.meta({ description: "ID of the registry." }),
  name: responseText.meta({ description: "Name of the registry." }),
  url: responseText.meta({ description: "URL of the registry." }),
  kind: responseText.meta({
    description: "Kind of the registry: ECR, SCALEWAY_CR, DOCKER_HUB, PUBLIC_ECR or GENERIC_CR.",
  }),
})
  .optional()
  .meta({ changesWith: ["registryId"] });

/** Outputs of every service. */
export const serviceOutputs = {
  ...timestamps,
  environment,
  serviceType: responseText.meta({
    description: "Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM.",
    changesWith: [],
  }),
};

const limit = z.int().min(0).optional();

/** Limits of an application, container or job, from the organization's cluster configuration. */
export const ceilings = {
  maximumCpu: limit.meta({ description: "Maximum CPU that the cluster configuration allows.", unit: "millicores" }),
  maximumMemory: limit.meta({ description: "Maximum memory that the cluster configuration allows.", unit: "MB" }),
  maximumGpu: limit.meta({ description: "Maximum number of GPUs that the cluster configuration allows." }),
};

const annotation = object("Annotation", "An annotation.", {
  key: z.string().meta({ description: "Key of the annotation." }),
  value: z.string().meta({ description: "Value of the annotation." }),
});

const annotationsGroup = object("AnnotationsGroupReference", "A group of annotations of the organization.", {
  id: uuid.meta({ description: "ID of the annotations group.", idOf: { kind: "AnnotationsGroup" } }),
}).meta({
  response: {
    only: {
      ...timestamps,
      name: responseText.meta({ description: "Name of the group." }),
      annotations: optionalList(annotation).meta({ description: "Annotations of the group." }),
      scopes: optionalList(z.string().meta({ description: "A scope." })).meta({
        description: "Objects that get the annotations, for example DEPLOYMENTS.",
      }),
    },
  },
});

const label = object("Label", "A label.", {
  key: z.string().meta({ description: "Key of the label." }),
  value: z.string().meta({ description: "Value of the label." }),
  propagateToCloudProvider: flag
    .optional()
    .meta({ description: "Whether the cloud provider's resources get the label too." }),
});

const labelsGroup = object("LabelsGroupReference", "A group of labels of the organization.", {
  id: uuid.meta({ description: "ID of the labels group.", idOf: { kind: "LabelsGroup" } }),
}).meta({
  response: {
    only: {
      ...timestamps,
      name: responseText.meta({ description: "Name of the group." }),
      labels: optionalList(label).meta({ description: "Labels of the group." }),
    },
  },
});

/** Labels groups of a service or cluster, by reference. */
export const labelsGroups = optionalList(labelsGroup).meta({
  description: "Labels groups, by ID.",
  items: { key: "id", unique: ["id"] },
});

/** What a service shares with others, by reference. */
export const groups = {
  annotationsGroups: optionalList(annotationsGroup).meta({
    description: "Annotations groups, by ID.",
    items: { key: "id", unique: ["id"] },
  }),
  labelsGroups,
};

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
    items.length > 0 && items.every((item) => at(item, "enabled") === false)
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
    const scales = !isAbsent(scaled);
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
