import { boolean, type Fields, integer, list, object, optional, text, uuid } from "../../schema/fields.js";
import { created } from "./timestamps.js";

/** Name of a service: unique per environment and kind. */
export const serviceName = () =>
  optional(
    text("Name, unique per environment and kind. Letter case does not matter; outer blanks are removed.", {
      minLength: 1,
      maxLength: 128,
      ignoresCase: true,
      identifies: true,
      defaultsToResourceName: true,
      defaultText: "the resource's Pulumi name",
    }),
  );

export const environmentId = () =>
  uuid("Environment that holds the service. Another environment means a new resource.", {
    answeredAt: "environment.id",
  });

export const description = () => optional(text("What the service is for, shown in the platform's console."));

export const iconUri = () => optional(text("Icon of the service, an absolute URI.", { format: "uri" }));

export const autoPreview = () =>
  optional(
    boolean("Whether a preview environment is cloned for each pull request.", {
      defaultText: "the environment's value",
    }),
  );

export const registry = () =>
  optional(
    object("Registry", "Registry that holds the image.", {
      id: uuid("Identifier of the registry."),
      name: optional(text("Name of the registry.")),
      url: optional(text("Address of the registry.")),
      kind: optional(text("Kind of the registry: ECR, SCALEWAY_CR, DOCKER_HUB, PUBLIC_ECR or GENERIC_CR.")),
    }),
  );

export const cpu = (defaultValue: number) =>
  optional(
    integer("Processor share of an instance.", { unit: "millicores", default: defaultValue, min: 1, max: 32000 }),
  );

export const memory = () =>
  optional(integer("Memory of an instance.", { unit: "MB", default: 512, min: 1, max: 131072 }));

export const gpu = () => optional(integer("Graphics processors of an instance.", { default: 0, min: 0, max: 8 }));

/** Size of an instance of an application, container or job. */
export const instanceSize = () => ({ cpu: cpu(500), memory: memory(), gpu: gpu() });

/** Command line of a service. */
export const command = () => ({
  arguments: optional(list("Arguments of the command that the image runs.", text("Argument."))),
  entrypoint: optional(text("Command that replaces the image's own.")),
});

const ceiling = (what: string) =>
  optional(integer(`Most ${what} that the organization's cluster configuration allows.`, { min: 0 }));

/** What every service answers beyond its arguments. */
export const serviceOutputs = {
  ...created,
  environment: optional(
    object("EnvironmentReference", "Environment that holds the service.", {
      id: uuid("Identifier of the environment."),
    }),
  ),
  serviceType: optional(text("Kind of service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM.")),
} satisfies Fields;

/** The ceilings of an application, container or job. */
export const ceilings = {
  maximumCpu: ceiling("processor share, in millicores,"),
  maximumMemory: ceiling("memory, in MB,"),
  maximumGpu: ceiling("graphics processors"),
} satisfies Fields;
