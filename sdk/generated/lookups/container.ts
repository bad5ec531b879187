// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getContainers}. */
export interface GetContainersArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId: string;
}

/** The arguments of {@link getContainer}: either a name or an ID. */
export interface GetContainerArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getContainer}. */
export interface GetContainerResult {
  /** ID on the platform. */
  id: string;
  /** Environment of the service. */
  environmentId: string;
  /** Name, unique per environment and kind. */
  name: string;
  /** Registry of the image. */
  registryId: string;
  /** Image name, in the form that the registry's kind requires: `repository` (ECR), `namespace/image` (SCALEWAY_CR), `image` or `repository/image` (DOCKER_HUB), `alias/repository` (PUBLIC_ECR). */
  imageName: string;
  /** Image tag. */
  tag: string;
  /** Probes of the service. */
  healthchecks: output.Healthchecks;
  /** Disks, each mounted into every instance. */
  storage?: output.Storage[] | undefined;
  /** Ports that the service listens on. */
  ports?: output.Port[] | undefined;
  /** Description of the service, shown in the platform's console. */
  description?: string | undefined;
  /** Arguments of the image's command. */
  arguments?: string[] | undefined;
  /** Command that replaces the image's entrypoint. */
  entrypoint?: string | undefined;
  /**
   * CPU of an instance.
   *
   * Unit: millicores.
   */
  cpu: number;
  /**
   * Memory of an instance.
   *
   * Unit: MB.
   */
  memory: number;
  /** Number of GPUs of an instance. */
  gpu: number;
  /** CPU architecture of the machines that an instance runs on. */
  cpuArchitecture?: enums.CpuArchitecture | undefined;
  /**
   * Temporary disk space of an instance.
   *
   * Unit: GiB.
   */
  ephemeralStorage?: number | undefined;
  /** Minimum number of running instances (0 = none). */
  minRunningInstances: number;
  /** Maximum number of running instances (-1 = unlimited). */
  maxRunningInstances: number;
  /** Whether each pull request gets a preview environment with a clone of the service. */
  autoPreview?: boolean | undefined;
  /** Whether a new image tag is deployed automatically. */
  autoDeploy?: boolean | undefined;
  /** Annotations groups, by ID. */
  annotationsGroups?: output.AnnotationsGroupReference[] | undefined;
  /** Labels groups, by ID. */
  labelsGroups?: output.LabelsGroupReference[] | undefined;
  /** Icon of the service. */
  iconUri?: string | undefined;
  /** Scales the number of instances by events. */
  autoscaling?: output.Autoscaling | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Environment of the resource. */
  environment?: output.EnvironmentReference | undefined;
  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  serviceType?: string | undefined;
  /**
   * Maximum CPU that the cluster configuration allows.
   *
   * Unit: millicores.
   */
  maximumCpu?: number | undefined;
  /**
   * Maximum memory that the cluster configuration allows.
   *
   * Unit: MB.
   */
  maximumMemory?: number | undefined;
  /** Maximum number of GPUs that the cluster configuration allows. */
  maximumGpu?: number | undefined;
  /** Registry of the image. */
  registry?: output.Registry | undefined;
  /** URL of the service's default address (full API only). */
  url?: string | undefined;
  /** Host name in `url`. */
  externalHost?: string | undefined;
  /** Addresses of the service's publicly accessible ports, the default one first (full API only). */
  links?: output.Link[] | undefined;
  /** Host name at which other services of the environment reach it (full API only). */
  internalHost?: string | undefined;
}

/**
 * Gets all Container resources of the given environment, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContainers } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getContainers({ environmentId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getContainers(args: GetContainersArgs, options?: pulumi.InvokeOptions): Promise<GetContainerResult[]> {
  return lookUpAll("Container", { ...args }, options);
}

/**
 * The same as {@link getContainers}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContainersOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getContainersOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getContainersOutput(
  args: { [K in keyof GetContainersArgs]: pulumi.Input<GetContainersArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetContainerResult[]> {
  return lookUpOutput("Container", args, lookUpAll<GetContainerResult>, options);
}

/**
 * Gets the Container with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContainer } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getContainer({ environmentId, name: "web" }).then((existing) => existing.id);
 * ```
 */
export function getContainer(args: GetContainerArgs, options?: pulumi.InvokeOptions): Promise<GetContainerResult> {
  return lookUpOne("Container", { ...args }, options);
}

/**
 * The same as {@link getContainer}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getContainerOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getContainerOutput({ environmentId, name: "web" }).apply((existing) => existing.id);
 * ```
 */
export function getContainerOutput(
  args: { [K in keyof GetContainerArgs]: pulumi.Input<GetContainerArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetContainerResult> {
  return lookUpOutput("Container", args, lookUpOne<GetContainerResult>, options);
}
