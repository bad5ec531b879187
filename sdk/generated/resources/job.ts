// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { ServiceSelection } from "../types/serviceSelection.js";
import type { AnnotationsGroup } from "./annotationsGroup.js";
import type { LabelsGroup } from "./labelsGroup.js";

/**
 * A job that runs to completion, on a schedule or when the environment starts, stops or is deleted.
 *
 * Creating a Job doesn't start it. To deploy it, list it in a DeploymentTrigger.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Job } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 * const registryId = config.require("registryId");
 *
 * const nightly = new Job("nightly", {
 *   environmentId,
 *   source: { image: { registryId, imageName: "curlimages/curl", tag: "8.12.1" } },
 *   schedule: { cronjob: { scheduledAt: "0 4 * * *", timezone: "Europe/Paris", arguments: ["--fail", "https://example.com"] } },
 * });
 * ```
 */
export class Job extends PlatformResource {
  /** Environment of the service. */
  declare readonly environmentId: pulumi.Output<string>;

  /** Name, unique per environment and kind. */
  declare readonly name: pulumi.Output<string>;

  /** Probes of the service. */
  declare readonly healthchecks: pulumi.Output<output.Healthchecks>;

  /** Description of the service, shown in the platform's console. */
  declare readonly description: pulumi.Output<string | undefined>;

  /**
   * CPU of an instance.
   *
   * Unit: millicores.
   */
  declare readonly cpu: pulumi.Output<number>;

  /**
   * Memory of an instance.
   *
   * Unit: MB.
   */
  declare readonly memory: pulumi.Output<number>;

  /** Number of GPUs of an instance. */
  declare readonly gpu: pulumi.Output<number>;

  /** CPU architecture of the machines that an instance runs on. */
  declare readonly cpuArchitecture: pulumi.Output<enums.CpuArchitecture | undefined>;

  /**
   * Temporary disk space of an instance.
   *
   * Unit: GiB.
   */
  declare readonly ephemeralStorage: pulumi.Output<number | undefined>;

  /** Maximum number of restarts (0 = any restart or crash fails the job). */
  declare readonly maxNbRestart: pulumi.Output<number>;

  /**
   * Time after which the job is killed and marked as failed.
   *
   * Unit: seconds.
   */
  declare readonly maxDurationSeconds: pulumi.Output<number | undefined>;

  /** Whether each pull request gets a preview environment with a clone of the service. */
  declare readonly autoPreview: pulumi.Output<boolean | undefined>;

  /** Port of the readiness and liveness checks. */
  declare readonly port: pulumi.Output<number | undefined>;

  /** Source of the image. */
  declare readonly source: pulumi.Output<output.JobSource>;

  /** When the job runs: set only `cronjob` for a cron job, or events for a lifecycle job. */
  declare readonly schedule: pulumi.Output<output.JobSchedule>;

  /** Whether a new image tag or commit, depending on the source, is deployed automatically. */
  declare readonly autoDeploy: pulumi.Output<boolean | undefined>;

  /** Annotations groups, by ID. */
  declare readonly annotationsGroups: pulumi.Output<output.AnnotationsGroupReference[] | undefined>;

  /** Labels groups, by ID. */
  declare readonly labelsGroups: pulumi.Output<output.LabelsGroupReference[] | undefined>;

  /** Icon of the service. */
  declare readonly iconUri: pulumi.Output<string | undefined>;

  /** Limits automatic deployments to certain paths of the git repository. */
  declare readonly deploymentRestrictions: pulumi.Output<output.DeploymentRestriction[] | undefined>;

  /** Advanced settings by the platform's names, such as `deployment.termination_grace_period_seconds`. */
  declare readonly advancedSettings: pulumi.Output<
    { [key: string]: string | boolean | number | { [key: string]: unknown } } | undefined
  >;

  /** Environment variables of the service by key (full API only). */
  declare readonly variables: pulumi.Output<{ [key: string]: string } | undefined>;

  /**
   * Secret environment variables of the service by key.
   *
   * Secret: encrypted in the state.
   */
  declare readonly secretVariables: pulumi.Output<{ [key: string]: string } | undefined>;

  /** Environment variables and files by key, whose values the cluster reads from a secret manager (full API only). */
  declare readonly externalSecrets: pulumi.Output<{ [key: string]: output.ExternalSecret } | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Resource or ID to clone. */
  declare readonly cloneFrom: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Environment of the resource. */
  declare readonly environment: pulumi.Output<output.EnvironmentReference | undefined>;

  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  declare readonly serviceType: pulumi.Output<string | undefined>;

  /**
   * Maximum CPU that the cluster configuration allows.
   *
   * Unit: millicores.
   */
  declare readonly maximumCpu: pulumi.Output<number | undefined>;

  /**
   * Maximum memory that the cluster configuration allows.
   *
   * Unit: MB.
   */
  declare readonly maximumMemory: pulumi.Output<number | undefined>;

  /** Maximum number of GPUs that the cluster configuration allows. */
  declare readonly maximumGpu: pulumi.Output<number | undefined>;

  /** LIFECYCLE or CRON. */
  declare readonly jobType: pulumi.Output<string | undefined>;

  /** The service, as an item of `services` of a `DeploymentTrigger`: kind, ID, the requested version and the last change. */
  declare readonly deployable: pulumi.Output<ServiceSelection>;

  /** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
  declare readonly builtInVariables: pulumi.Output<output.JobBuiltInVariables>;

  /**
   * Creates a Job resource with the given unique name, arguments, and options. A job that runs to completion, on a schedule or when the environment starts, stops or is deleted.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource; with `cloneFrom`, those that differ from the source.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Job } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   * const registryId = config.require("registryId");
   *
   * const nightly = new Job("nightly", {
   *   environmentId,
   *   source: { image: { registryId, imageName: "curlimages/curl", tag: "8.12.1" } },
   *   schedule: { cronjob: { scheduledAt: "0 4 * * *", timezone: "Europe/Paris", arguments: ["--fail", "https://example.com"] } },
   * });
   * ```
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Job } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * export const copy = new Job("copy", { environmentId, cloneFrom: "3fa85f64-5717-4562-b3fc-2c963f66afa6" });
   * ```
   */
  constructor(
    name: string,
    args: NoInfer<JobCloneArgs | (JobArgs & { cloneFrom?: undefined })>,
    options?: pulumi.CustomResourceOptions,
  ) {
    super("Job", name, args, options);
  }

  /**
   * Gets an existing Job's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Job } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const existing = Job.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: JobState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Job {
    return new Job(name, state as JobArgs, { ...options, id: idToRead("Job", name, id) });
  }

  /** Returns true if the value is a Job, even one of another copy of this package. */
  static override isInstance(value: unknown): value is Job {
    return PlatformResource.isKind("Job", value);
  }
}

/** The arguments for creating a Job resource. */
export interface JobArgs {
  /**
   * Environment of the service.
   *
   * Changing it replaces the resource.
   */
  environmentId: pulumi.Input<string>;
  /**
   * Name, unique per environment and kind. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. Maximum length: 128 characters.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /**
   * Probes of the service; an empty object for none. To remove a probe, omit it or set it to `null`.
   *
   * Default: {}.
   */
  healthchecks?: pulumi.Input<input.HealthchecksArgs | undefined> | undefined;
  /** Description of the service, shown in the platform's console. */
  description?: pulumi.Input<string | undefined> | undefined;
  /**
   * CPU of an instance.
   *
   * Unit: millicores. Default: 500. Integer from 1 to 32000.
   */
  cpu?: pulumi.Input<number | undefined> | undefined;
  /**
   * Memory of an instance.
   *
   * Unit: MB. Default: 512. Integer from 1 to 131072.
   */
  memory?: pulumi.Input<number | undefined> | undefined;
  /**
   * Number of GPUs of an instance.
   *
   * Default: 0. Integer from 0 to 8.
   */
  gpu?: pulumi.Input<number | undefined> | undefined;
  /**
   * CPU architecture of the machines that an instance runs on.
   *
   * Default: chosen by the platform. Full API only.
   */
  cpuArchitecture?: pulumi.Input<enums.CpuArchitecture | undefined> | undefined;
  /**
   * Temporary disk space of an instance.
   *
   * Unit: GiB. Default: chosen by the platform. Integer of at least 0. Full API only.
   */
  ephemeralStorage?: pulumi.Input<number | undefined> | undefined;
  /**
   * Maximum number of restarts (0 = any restart or crash fails the job).
   *
   * Default: 0. Integer of at least 0.
   */
  maxNbRestart?: pulumi.Input<number | undefined> | undefined;
  /**
   * Time after which the job is killed and marked as failed.
   *
   * Unit: seconds. Integer of at least 0.
   */
  maxDurationSeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Whether each pull request gets a preview environment with a clone of the service.
   *
   * Default: the environment's value.
   */
  autoPreview?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Port of the readiness and liveness checks; never exposed publicly.
   *
   * Integer from 1 to 65535. `null` clears it.
   */
  port?: pulumi.Input<number | null | undefined> | undefined;
  /** Source of the image; set exactly one member. */
  source: pulumi.Input<input.JobSourceArgs>;
  /**
   * When the job runs: set only `cronjob` for a cron job, or events for a lifecycle job.
   *
   * A lifecycle job has at least one of `onStart`, `onStop`, `onDelete`.
   */
  schedule: pulumi.Input<input.JobScheduleArgs>;
  /**
   * Whether a new image tag or commit, depending on the source, is deployed automatically.
   *
   * `null` clears it.
   */
  autoDeploy?: pulumi.Input<boolean | null | undefined> | undefined;
  /**
   * Annotations groups, by ID.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  annotationsGroups?:
    | pulumi.Input<pulumi.Input<input.AnnotationsGroupReferenceArgs | AnnotationsGroup>[] | undefined>
    | undefined;
  /**
   * Labels groups, by ID.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  labelsGroups?: pulumi.Input<pulumi.Input<input.LabelsGroupReferenceArgs | LabelsGroup>[] | undefined> | undefined;
  /**
   * Icon of the service.
   *
   * Format: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: pulumi.Input<string | undefined> | undefined;
  /**
   * Limits automatic deployments to certain paths of the git repository. If you set the list, restrictions that others have added are removed. If you omit it, they stay as they are.
   *
   * Items are identified by `value`; order doesn't matter. Full API only.
   */
  deploymentRestrictions?: pulumi.Input<pulumi.Input<input.DeploymentRestrictionArgs>[] | undefined> | undefined;
  /**
   * Advanced settings by the platform's names, such as `deployment.termination_grace_period_seconds`. Your program manages only the settings that you list: one that you remove returns to the platform's default, and the others stay as they are. Names and types are checked against the platform's list, at preview if it can be reached.
   *
   * Full API only.
   */
  advancedSettings?:
    | pulumi.Input<{ [key: string]: pulumi.Input<string | boolean | number | { [key: string]: unknown }> } | undefined>
    | undefined;
  /** Environment variables of the service by key (full API only). Your program manages only the keys that you list: keys that you remove are deleted, and all others stay as they are. Secret values are stored in `secretVariables` instead. */
  variables?: pulumi.Input<{ [key: string]: pulumi.Input<string> } | undefined> | undefined;
  /**
   * Secret environment variables of the service by key. Secret values in `variables` are added here. The platform never returns their values, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  secretVariables?: pulumi.Input<{ [key: string]: pulumi.Input<string> } | undefined> | undefined;
  /** Environment variables and files by key, whose values the cluster reads from a secret manager (full API only). The platform and your stack have only the names of these secrets. */
  externalSecrets?: pulumi.Input<{ [key: string]: pulumi.Input<input.ExternalSecretArgs> } | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
  /** Omitted here: with a source, the arguments are those of {@link JobCloneArgs}. */
  cloneFrom?: undefined;
}

/** The arguments for cloning a Job: omitted arguments have the values of the source. */
export interface JobCloneArgs extends Omit<JobArgs, "adoptId" | "source" | "schedule" | "cloneFrom"> {
  /** Source of the image; set exactly one member. */
  source?: pulumi.Input<input.JobSourceArgs | undefined> | undefined;
  /**
   * When the job runs: set only `cronjob` for a cron job, or events for a lifecycle job.
   *
   * A lifecycle job has at least one of `onStart`, `onStop`, `onDelete`.
   */
  schedule?: pulumi.Input<input.JobScheduleArgs | undefined> | undefined;
  /** Resource or ID to clone. The clone is updated to your arguments; you can omit arguments that are otherwise required. Used only at creation. */
  cloneFrom: pulumi.Input<string | Job>;
}

/** Known arguments of an existing Job, for {@link Job.get}. */
export interface JobState extends StatePlace {
  /** Environment of the service. */
  environmentId?: pulumi.Input<string | undefined> | undefined;
}
