import { z } from "zod";
import {
  choice,
  flag,
  freeText,
  integer,
  object,
  responseText,
  text,
  uri,
  uuid,
  verbatimText,
} from "../../schema/schemas.js";
import { environment, nameUniqueIn, timestamps } from "./common.js";

/** Environment of a service: a path parameter. */
export const environmentId = uuid.meta({
  description: "Environment of the service.",
  response: { path: "environment.id" },
});

export const serviceName = nameUniqueIn("per environment and kind");

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
  arguments: z
    .array(verbatimText.meta({ description: "Argument." }))
    .optional()
    .meta({ description: "Arguments of the image's command.", items: "ordered" }),
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

/** Outputs of every service besides its arguments. */
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

const annotationsGroupId = uuid.meta({
  description: "ID of the annotations group.",
  idOf: { kind: "AnnotationsGroup" },
});

const annotationsGroup = object("AnnotationsGroupReference", "A group of annotations of the organization.", {
  id: annotationsGroupId,
}).meta({
  response: {
    only: {
      ...timestamps,
      name: responseText.meta({ description: "Name of the group." }),
      annotations: z.array(annotation).optional().meta({ description: "Annotations of the group." }),
      scopes: z
        .array(z.string().meta({ description: "A scope." }))
        .optional()
        .meta({ description: "Objects that get the annotations, for example DEPLOYMENTS." }),
    },
  },
});

/** Annotations groups of a service, by reference. */
export const annotationsGroups = z
  .array(annotationsGroup)
  .optional()
  .meta({ description: "Annotations groups, by ID.", items: { key: "id", unique: ["id"] } });

const label = object("Label", "A label.", {
  key: z.string().meta({ description: "Key of the label." }),
  value: z.string().meta({ description: "Value of the label." }),
  propagateToCloudProvider: flag
    .optional()
    .meta({ description: "Whether the cloud provider's resources get the label too." }),
});

const labelsGroupId = uuid.meta({ description: "ID of the labels group.", idOf: { kind: "LabelsGroup" } });

const labelsGroup = object("LabelsGroupReference", "A group of labels of the organization.", {
  id: labelsGroupId,
}).meta({
  response: {
    only: {
      ...timestamps,
      name: responseText.meta({ description: "Name of the group." }),
      labels: z.array(label).optional().meta({ description: "Labels of the group." }),
    },
  },
});

/** Labels groups of a service or cluster, by reference. */
export const labelsGroups = z
  .array(labelsGroup)
  .optional()
  .meta({ description: "Labels groups, by ID.", items: { key: "id", unique: ["id"] } });
