// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as output from "../types/output.js";

/** Where {@link getJobs} looks. */
export interface GetJobsArgs {
  /** Environment that holds the service. */
  environmentId: string;
  /**
   * Whether to return only jobs that were updated since their last deployment.
   *
   * Default: false.
   */
  toUpdate?: boolean | undefined;
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: string | undefined;
}

/** What {@link getJob} looks for: a name or an id. */
export interface GetJobArgs {
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

/** A Job as the platform knows it. */
export interface GetJobResult {
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
  /** Probes of the service; an empty object for none. An omitted probe is not managed; `null` removes the probe. */
  healthchecks: output.Healthchecks;
  /** Description of the service, shown in the platform's console. */
  description?: string | undefined;
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
   * Maximum number of restarts (0 = any restart or crash fails the job).
   *
   * Default: 0. At least 0.
   */
  maxNbRestart: number;
  /**
   * Time after which the job is killed and marked as failed.
   *
   * Unit: seconds. At least 0.
   */
  maxDurationSeconds?: number | undefined;
  /**
   * Whether each pull request gets a preview environment with a clone of the service.
   *
   * Default: the environment's value.
   */
  autoPreview?: boolean | undefined;
  /**
   * Port of the readiness and liveness checks; never exposed publicly.
   *
   * From 1 to 65535. `null` clears it.
   */
  port?: number | undefined;
  /** Source of the image: exactly one member. */
  source: output.JobSource;
  /**
   * When the job runs: a cron job sets only `cronjob`, a lifecycle job at least one of `onStart`, `onStop`, `onDelete`.
   *
   * A lifecycle job has at least one of `onStart`, `onStop`, `onDelete`.
   */
  schedule: output.JobSchedule;
  /**
   * Whether a new image tag or commit, depending on the source, is deployed automatically.
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
  /** LIFECYCLE or CRON. */
  jobType?: string | undefined;
}

/**
 * All of this kind in one place; also at preview.
 *
 * @throws An error with a code, where the platform refuses or cannot be reached.
 * @example
 * ```ts
 * const all = await getJobs({ environmentId });
 * ```
 */
export function getJobs(args: GetJobsArgs): Promise<GetJobResult[]> {
  return lookUpAll("Job", { ...args });
}

/**
 * {@link getJobs} for arguments that may be outputs.
 *
 * @example
 * ```ts
 * const names = getJobsOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getJobsOutput(
  args: { [K in keyof GetJobsArgs]: pulumi.Input<GetJobsArgs[K]> },
): pulumi.Output<GetJobResult[]> {
  return lookUpOutput("Job", args, lookUpAll<GetJobResult>);
}

/**
 * The one with the given name or id; also at preview.
 *
 * @throws An error with a code, where there is none, and where the platform refuses or cannot be reached.
 * @example
 * ```ts
 * const existing = await getJob({ environmentId, name: "web" });
 * ```
 */
export function getJob(args: GetJobArgs): Promise<GetJobResult> {
  return lookUpOne("Job", { ...args });
}

/**
 * {@link getJob} for arguments that may be outputs.
 *
 * @example
 * ```ts
 * const id = getJobOutput({ environmentId, name: "web" }).apply(({ id }) => id);
 * ```
 */
export function getJobOutput(
  args: { [K in keyof GetJobArgs]: pulumi.Input<GetJobArgs[K]> },
): pulumi.Output<GetJobResult> {
  return lookUpOutput("Job", args, lookUpOne<GetJobResult>);
}
