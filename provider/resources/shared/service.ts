import { z } from "zod";
import { uri, uuid } from "../../schema/formats.js";
import { freeText, integer, text, verbatimText } from "../../schema/texts.js";
import { environment, nameUniqueIn, timestamps } from "./common.js";

/** Environment of a service: a path parameter. */
export const environmentId = uuid.meta({
  description: "Environment that holds the service.",
  response: { path: "environment.id" },
});

/** Name of a service: unique per environment and kind. */
export const serviceName = nameUniqueIn("per environment and kind");

export const description = freeText.meta({
  description: "Description of the service, shown in the platform's console.",
});

export const iconUri = uri.optional().meta({
  description: "Icon of the service.",
  // The platform's own icons.
  whenOmitted: { mayBe: "^app:" },
});

export const autoPreview = z
  .boolean()
  .optional()
  .meta({
    description: "Whether each pull request gets a preview environment with a clone of the service.",
    whenOmitted: { says: "the environment's value", isOfEnvironment: true },
  });

export const memory = integer(1, 131072);
export const cpu = integer(1, 32000);

/** Size of an instance of an application, container or job. */
export const instanceSize = {
  cpu: cpu.optional().meta({ description: "CPU of an instance.", unit: "millicores", default: 500 }),
  memory: memory.optional().meta({ description: "Memory of an instance.", unit: "MB", default: 512 }),
  gpu: integer(0, 8).optional().meta({ description: "Number of GPUs of an instance.", default: 0 }),
  cpuArchitecture: z
    .enum(["AMD64", "ARM64"])
    .optional()
    .meta({
      typeName: "CpuArchitecture",
      description: "CPU architecture of the machines that an instance runs on.",
      whenOmitted: { says: "chosen by the platform" },
      extendedOnly: true,
    }),
  ephemeralStorage: integer(0)
    .optional()
    .meta({
      description: "Temporary disk space of an instance.",
      unit: "GiB",
      wire: "ephemeral_storage_in_gib",
      whenOmitted: { says: "chosen by the platform" },
      extendedOnly: true,
    }),
};

/** Command line of a service. */
export const command = {
  arguments: z
    .array(verbatimText.meta({ description: "Argument." }))
    .optional()
    .meta({ description: "Arguments of the image's command.", items: "ordered" }),
  entrypoint: verbatimText.optional().meta({ description: "Command that replaces the image's entrypoint." }),
};

export const imageTag = text;

/** Registry of an image. */
export const registryId = uuid.meta({
  description: "Registry that holds the image.",
  response: { path: "registry.id" },
  idOf: { kind: "ContainerRegistry" },
});

/** The same, in responses. */
export const registry = z
  .strictObject({
    id: uuid.meta({ description: "ID of the registry." }),
    name: z.string().optional().meta({ description: "Name of the registry." }),
    url: z.string().optional().meta({ description: "URL of the registry." }),
    kind: z
      .string()
      .optional()
      .meta({ description: "Kind of the registry: ECR, SCALEWAY_CR, DOCKER_HUB, PUBLIC_ECR or GENERIC_CR." }),
  })
  .optional()
  .meta({ typeName: "Registry", description: "Registry that holds the image." });

/** Outputs that every service has besides its arguments. */
export const serviceOutputs = {
  ...timestamps,
  environment,
  serviceType: z
    .string()
    .optional()
    .meta({ description: "Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM." }),
};

const limit = z.int().min(0).optional();

/** Limits of an application, container or job, set by the organization's cluster configuration. */
export const ceilings = {
  maximumCpu: limit.meta({ description: "Maximum CPU that the cluster configuration allows.", unit: "millicores" }),
  maximumMemory: limit.meta({ description: "Maximum memory that the cluster configuration allows.", unit: "MB" }),
  maximumGpu: limit.meta({ description: "Maximum number of GPUs that the cluster configuration allows." }),
};
