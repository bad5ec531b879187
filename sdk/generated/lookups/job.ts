// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as enums from "../types/enums.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getJobs}. */
export interface GetJobsArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId: string;
  /**
   * Whether to return only jobs that were updated since their last deployment.
   *
   * Default: false.
   */
  toUpdate?: boolean | undefined;
}

/** The arguments of {@link getJob}: either a name or an ID. */
export interface GetJobArgs extends LookupPlace {
  /** Environment of the service. */
  environmentId?: string | undefined;
  /** Name to look for; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getJob}. */
export interface GetJobResult {
  /** ID on the platform. */
  id: string;
  /** Environment of the service. */
  environmentId: string;
  /** Name, unique per environment and kind. */
  name: string;
  /** Probes of the service. */
  healthchecks: output.Healthchecks;
  /** Description of the service, shown in the platform's console. */
  description?: string | undefined;
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
  /** Maximum number of restarts (0 = any restart or crash fails the job). */
  maxNbRestart: number;
  /**
   * Time after which the job is killed and marked as failed.
   *
   * Unit: seconds.
   */
  maxDurationSeconds?: number | undefined;
  /** Whether each pull request gets a preview environment with a clone of the service. */
  autoPreview?: boolean | undefined;
  /** Port of the readiness and liveness checks. */
  port?: number | undefined;
  /** Source of the image. */
  source: output.JobSource;
  /** When the job runs: set only `cronjob` for a cron job, or events for a lifecycle job. */
  schedule: output.JobSchedule;
  /** Whether a new image tag or commit, depending on the source, is deployed automatically. */
  autoDeploy?: boolean | undefined;
  /** Annotations groups, by ID. */
  annotationsGroups?: output.AnnotationsGroupReference[] | undefined;
  /** Labels groups, by ID. */
  labelsGroups?: output.LabelsGroupReference[] | undefined;
  /** Icon of the service. */
  iconUri?: string | undefined;
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
  /** LIFECYCLE or CRON. */
  jobType?: string | undefined;
}

/**
 * Gets all Job resources of the given environment, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getJobs } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getJobs({ environmentId }).then((all) => all.map(({ name }) => name));
 * ```
 */
export function getJobs(args: GetJobsArgs, options?: pulumi.InvokeOptions): Promise<GetJobResult[]> {
  return lookUpAll("Job", { ...args }, options);
}

/**
 * The same as {@link getJobs}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getJobsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const names = getJobsOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export function getJobsOutput(
  args: { [K in keyof GetJobsArgs]: pulumi.Input<GetJobsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetJobResult[]> {
  return lookUpOutput("Job", args, lookUpAll<GetJobResult>, options);
}

/**
 * Gets the Job with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getJob } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getJob({ environmentId, name: "nightly" }).then((existing) => existing.id);
 * ```
 */
export function getJob(args: GetJobArgs, options?: pulumi.InvokeOptions): Promise<GetJobResult> {
  return lookUpOne("Job", { ...args }, options);
}

/**
 * The same as {@link getJob}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getJobOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * export const id = getJobOutput({ environmentId, name: "nightly" }).apply((existing) => existing.id);
 * ```
 */
export function getJobOutput(
  args: { [K in keyof GetJobArgs]: pulumi.Input<GetJobArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetJobResult> {
  return lookUpOutput("Job", args, lookUpOne<GetJobResult>, options);
}
