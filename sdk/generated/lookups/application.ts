// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";

/** Where {@link getApplications} looks. */
export interface GetApplicationsArgs {
  /** Environment that holds the service. */
  environmentId: string;
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: string | undefined;
}

/** What {@link getApplication} looks for: a name or an id. */
export interface GetApplicationArgs {
  /** Environment that holds the service. */
  environmentId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** Identifier to look for; instead of a name. */
  id?: string | undefined;
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: string | undefined;
}

/** A Application as the platform knows it. */
export interface GetApplicationResult {
  /** Identifier on the platform. */
  id: string;
  /** Environment that holds the service. */
  environmentId: string;
  /**
   * Name, unique per environment and kind. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. At most 128 characters.
   */
  name: string;
  /** Git repository that holds the source. */
  gitRepository: output.GitRepository;
  /** Probes of the service; an empty object for none. An omitted probe is not managed; `null` removes the probe. */
  healthchecks: output.Healthchecks;
  /**
   * Disks, each mounted into every instance.
   *
   * Items are told apart by `mountPoint`; their order does not matter.
   */
  storage?: output.Storage[] | undefined;
  /**
   * Ports that the service listens on.
   *
   * Items are told apart by `internalPort`; their order does not matter. At most one port is the default.
   */
  ports?: output.Port[] | undefined;
  /**
   * Description of the service, shown in the platform's console.
   *
   * `null` clears it.
   */
  description?: string | undefined;
  /**
   * How the image is built.
   *
   * Default: "DOCKER".
   */
  buildMode: enums.BuildMode;
  /**
   * Path of the Dockerfile in the repository. Required, since the build mode is DOCKER.
   *
   * `null` clears it.
   */
  dockerfilePath?: string | undefined;
  /**
   * CPU of an instance.
   *
   * Unit: millicores. Default: 500. From 1 to 32000.
   */
  cpu: number;
  /**
   * Memory of an instance.
   *
   * Unit: MB. Default: 512. From 1 to 131072.
   */
  memory: number;
  /**
   * Number of GPUs of an instance.
   *
   * Default: 0. From 0 to 8.
   */
  gpu: number;
  /**
   * Minimum number of running instances (0 = none).
   *
   * Default: 1. At least 0.
   */
  minRunningInstances: number;
  /**
   * Maximum number of running instances (-1 = unlimited).
   *
   * Default: 1. At least -1.
   */
  maxRunningInstances: number;
  /**
   * Whether each pull request gets a preview environment with a clone of the service.
   *
   * Default: the environment's value.
   */
  autoPreview?: boolean | undefined;
  /** Arguments of the image's command. */
  arguments?: string[] | undefined;
  /** Command that replaces the image's entrypoint. */
  entrypoint?: string | undefined;
  /**
   * Whether a new commit is deployed automatically.
   *
   * `null` clears it.
   */
  autoDeploy?: boolean | undefined;
  /**
   * Annotations groups, by ID.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  annotationsGroups?: output.AnnotationsGroup[] | undefined;
  /**
   * Labels groups, by ID.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  labelsGroups?: output.LabelsGroup[] | undefined;
  /**
   * Icon of the service.
   *
   * Format: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: string | undefined;
  /**
   * Stage of the Dockerfile to build.
   *
   * `null` clears it.
   */
  dockerTargetBuildStage?: string | undefined;
  /**
   * Scales the number of instances by events. Requires the minimum number of instances to be less than the maximum.
   *
   * `null` clears it.
   */
  autoscaling?: output.Autoscaling | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Environment that holds the service. */
  environment?: output.EnvironmentReference | undefined;
  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  serviceType?: string | undefined;
  /**
   * Maximum CPU that the cluster configuration allows.
   *
   * Unit: millicores. At least 0.
   */
  maximumCpu?: number | undefined;
  /**
   * Maximum memory that the cluster configuration allows.
   *
   * Unit: MB. At least 0.
   */
  maximumMemory?: number | undefined;
  /**
   * Maximum number of GPUs that the cluster configuration allows.
   *
   * At least 0.
   */
  maximumGpu?: number | undefined;
}

/**
 * All of this kind in one place; also at preview.
 *
 * @throws An error with a code, where the platform refuses or cannot be reached.
 * @example
 * ```ts
 * const all = await getApplications({ environmentId });
 * ```
 */
export function getApplications(args: GetApplicationsArgs): Promise<GetApplicationResult[]> {
  return lookUpAll("Application", { ...args });
}

/**
 * {@link getApplications} for arguments that may be outputs.
 *
 * @example
 * ```ts
 * const names = getApplicationsOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getApplicationsOutput(
  args: { [K in keyof GetApplicationsArgs]: pulumi.Input<GetApplicationsArgs[K]> },
): pulumi.Output<GetApplicationResult[]> {
  return lookUpOutput("Application", args, lookUpAll<GetApplicationResult>);
}

/**
 * The one with the given name or id; also at preview.
 *
 * @throws An error with a code, where there is none, and where the platform refuses or cannot be reached.
 * @example
 * ```ts
 * const existing = await getApplication({ environmentId, name: "web" });
 * ```
 */
export function getApplication(args: GetApplicationArgs): Promise<GetApplicationResult> {
  return lookUpOne("Application", { ...args });
}

/**
 * {@link getApplication} for arguments that may be outputs.
 *
 * @example
 * ```ts
 * const id = getApplicationOutput({ environmentId, name: "web" }).apply(({ id }) => id);
 * ```
 */
export function getApplicationOutput(
  args: { [K in keyof GetApplicationArgs]: pulumi.Input<GetApplicationArgs[K]> },
): pulumi.Output<GetApplicationResult> {
  return lookUpOutput("Application", args, lookUpOne<GetApplicationResult>);
}
