// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../resource.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";

/**
 * A workload that runs to its end: on a schedule, or when the environment starts, stops or is deleted.
 *
 * @example
 * ```ts
 * const nightly = new Job("nightly", {
 *   environmentId,
 *   healthchecks: {},
 *   source: { image: { registryId, imageName: "acme/report", tag: "2.4.0" } },
 *   schedule: { cronjob: { scheduledAt: "0 4 * * *", timezone: "Europe/Paris" } },
 * });
 * ```
 */
export class Job extends PlatformResource {
  /**
   * Environment that holds the service. Another environment means a new resource.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  declare readonly environmentId: pulumi.Output<string>;

  /**
   * Name, unique per environment and kind. Letter case does not matter; outer blanks are removed.
   *
   * Default: the resource's Pulumi name. At most 128 characters.
   */
  declare readonly name: pulumi.Output<string>;

  /** Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it. */
  declare readonly healthchecks: pulumi.Output<output.Healthchecks>;

  /** What the service is for, shown in the platform's console. */
  declare readonly description: pulumi.Output<string | undefined>;

  /**
   * Processor share of an instance.
   *
   * Unit: millicores. Default: 500. From 1 to 32000.
   */
  declare readonly cpu: pulumi.Output<number>;

  /**
   * Memory of an instance.
   *
   * Unit: MB. Default: 512. From 1 to 131072.
   */
  declare readonly memory: pulumi.Output<number>;

  /**
   * Graphics processors of an instance.
   *
   * Default: 0. From 0 to 8.
   */
  declare readonly gpu: pulumi.Output<number>;

  /**
   * Restarts allowed; 0 means that any restart or crash makes the job failed.
   *
   * Default: 0. At least 0.
   */
  declare readonly maxNbRestart: pulumi.Output<number>;

  /**
   * Time after which the job is killed and marked failed.
   *
   * Unit: seconds. At least 0.
   */
  declare readonly maxDurationSeconds: pulumi.Output<number | undefined>;

  /**
   * Whether a preview environment is cloned for each pull request.
   *
   * Default: the environment's value.
   */
  declare readonly autoPreview: pulumi.Output<boolean | undefined>;

  /**
   * Port of the readiness and liveness checks; never exposed to the outside.
   *
   * From 1 to 65535. `null` clears it.
   */
  declare readonly port: pulumi.Output<number | undefined>;

  /** Where the image comes from: exactly one member. */
  declare readonly source: pulumi.Output<output.JobSource>;

  /**
   * When the job runs: a cron job fills only `cronjob`, a lifecycle job at least one of `onStart`, `onStop`, `onDelete`.
   *
   * A lifecycle job has at least one of `onStart`, `onStop`, `onDelete`.
   */
  declare readonly schedule: pulumi.Output<output.JobSchedule>;

  /**
   * Whether a new image tag or commit, depending on the source, is deployed by itself.
   *
   * `null` clears it.
   */
  declare readonly autoDeploy: pulumi.Output<boolean | undefined>;

  /**
   * Annotations groups, by reference.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  declare readonly annotationsGroups: pulumi.Output<output.AnnotationsGroup[] | undefined>;

  /**
   * Labels groups, by reference.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  declare readonly labelsGroups: pulumi.Output<output.LabelsGroup[] | undefined>;

  /**
   * Icon of the service, an absolute URI.
   *
   * Form: an absolute URI, such as https://example.com/icon.svg.
   */
  declare readonly iconUri: pulumi.Output<string | undefined>;

  /**
   * Name of the connection to the platform that holds the resource. Another connection means a new resource.
   *
   * Default: the stack's own platform.
   */
  declare readonly connection: pulumi.Output<string | undefined>;

  /**
   * Identifier of an existing one to take over instead of making one. The preview says what it will change. It matters only when the resource is made, and may be removed afterwards.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /**
   * One to make this from, a resource or an id: it is cloned, then edited to the arguments given, and the otherwise required arguments may be left out. It matters only when the resource is made.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  declare readonly cloneFrom: pulumi.Output<string | undefined>;

  /** When it was made, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** When it was changed last, ISO 8601. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Environment that holds the service. */
  declare readonly environment: pulumi.Output<output.EnvironmentReference | undefined>;

  /** Kind of service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  declare readonly serviceType: pulumi.Output<string | undefined>;

  /**
   * Most processor share, in millicores, that the organization's cluster configuration allows.
   *
   * At least 0.
   */
  declare readonly maximumCpu: pulumi.Output<number | undefined>;

  /**
   * Most memory, in MB, that the organization's cluster configuration allows.
   *
   * At least 0.
   */
  declare readonly maximumMemory: pulumi.Output<number | undefined>;

  /**
   * Most graphics processors that the organization's cluster configuration allows.
   *
   * At least 0.
   */
  declare readonly maximumGpu: pulumi.Output<number | undefined>;

  /** LIFECYCLE or CRON. */
  declare readonly jobType: pulumi.Output<string | undefined>;

  /**
   * Declares the resource.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param args Arguments.
   * @param options Pulumi's own options.
   */
  constructor(name: string, args: JobArgs | JobCloneArgs, options?: pulumi.CustomResourceOptions) {
    super("Job", name, args, options);
  }

  /**
   * Reads one that exists, without managing it.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param id Identifier on the platform.
   * @param state What is known of it; needed where the platform can only list this kind.
   * @param options Pulumi's own options.
   * @example
   * ```ts
   * const existing = Job.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: JobState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Job {
    return new Job(name, state as JobArgs, { ...options, id });
  }

  /** Whether the value is a Job, also one of another copy of this package. */
  static override isInstance(value: unknown): value is Job {
    return PlatformResource.isKind("Job", value);
  }
}

/** Arguments of {@link Job}. */
export interface JobArgs {
  /**
   * Environment that holds the service. Another environment means a new resource.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  environmentId: pulumi.Input<string>;
  /**
   * Name, unique per environment and kind. Letter case does not matter; outer blanks are removed.
   *
   * Default: the resource's Pulumi name. At most 128 characters.
   */
  name?: pulumi.Input<string> | undefined;
  /** Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it. */
  healthchecks: pulumi.Input<input.HealthchecksArgs>;
  /** What the service is for, shown in the platform's console. */
  description?: pulumi.Input<string> | undefined;
  /**
   * Processor share of an instance.
   *
   * Unit: millicores. Default: 500. From 1 to 32000.
   */
  cpu?: pulumi.Input<number> | undefined;
  /**
   * Memory of an instance.
   *
   * Unit: MB. Default: 512. From 1 to 131072.
   */
  memory?: pulumi.Input<number> | undefined;
  /**
   * Graphics processors of an instance.
   *
   * Default: 0. From 0 to 8.
   */
  gpu?: pulumi.Input<number> | undefined;
  /**
   * Restarts allowed; 0 means that any restart or crash makes the job failed.
   *
   * Default: 0. At least 0.
   */
  maxNbRestart?: pulumi.Input<number> | undefined;
  /**
   * Time after which the job is killed and marked failed.
   *
   * Unit: seconds. At least 0.
   */
  maxDurationSeconds?: pulumi.Input<number> | undefined;
  /**
   * Whether a preview environment is cloned for each pull request.
   *
   * Default: the environment's value.
   */
  autoPreview?: pulumi.Input<boolean> | undefined;
  /**
   * Port of the readiness and liveness checks; never exposed to the outside.
   *
   * From 1 to 65535. `null` clears it.
   */
  port?: pulumi.Input<number | null> | undefined;
  /** Where the image comes from: exactly one member. */
  source: pulumi.Input<input.JobSourceArgs>;
  /**
   * When the job runs: a cron job fills only `cronjob`, a lifecycle job at least one of `onStart`, `onStop`, `onDelete`.
   *
   * A lifecycle job has at least one of `onStart`, `onStop`, `onDelete`.
   */
  schedule: pulumi.Input<input.JobScheduleArgs>;
  /**
   * Whether a new image tag or commit, depending on the source, is deployed by itself.
   *
   * `null` clears it.
   */
  autoDeploy?: pulumi.Input<boolean | null> | undefined;
  /**
   * Annotations groups, by reference.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  annotationsGroups?: pulumi.Input<pulumi.Input<input.AnnotationsGroupArgs>[]> | undefined;
  /**
   * Labels groups, by reference.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  labelsGroups?: pulumi.Input<pulumi.Input<input.LabelsGroupArgs>[]> | undefined;
  /**
   * Icon of the service, an absolute URI.
   *
   * Form: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: pulumi.Input<string> | undefined;
  /**
   * Name of the connection to the platform that holds the resource. Another connection means a new resource.
   *
   * Default: the stack's own platform.
   */
  connection?: pulumi.Input<string> | undefined;
  /**
   * Identifier of an existing one to take over instead of making one. The preview says what it will change. It matters only when the resource is made, and may be removed afterwards.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  adoptId?: pulumi.Input<string> | undefined;
  cloneFrom?: undefined;
}

/** Arguments of a {@link Job} that is cloned from another one: what is left out, the clone takes from its source. */
export interface JobCloneArgs {
  /**
   * Environment that holds the service. Another environment means a new resource.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  environmentId: pulumi.Input<string>;
  /**
   * Name, unique per environment and kind. Letter case does not matter; outer blanks are removed.
   *
   * Default: the resource's Pulumi name. At most 128 characters.
   */
  name?: pulumi.Input<string> | undefined;
  /** Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it. */
  healthchecks?: pulumi.Input<input.HealthchecksArgs> | undefined;
  /** What the service is for, shown in the platform's console. */
  description?: pulumi.Input<string> | undefined;
  /**
   * Processor share of an instance.
   *
   * Unit: millicores. Default: 500. From 1 to 32000.
   */
  cpu?: pulumi.Input<number> | undefined;
  /**
   * Memory of an instance.
   *
   * Unit: MB. Default: 512. From 1 to 131072.
   */
  memory?: pulumi.Input<number> | undefined;
  /**
   * Graphics processors of an instance.
   *
   * Default: 0. From 0 to 8.
   */
  gpu?: pulumi.Input<number> | undefined;
  /**
   * Restarts allowed; 0 means that any restart or crash makes the job failed.
   *
   * Default: 0. At least 0.
   */
  maxNbRestart?: pulumi.Input<number> | undefined;
  /**
   * Time after which the job is killed and marked failed.
   *
   * Unit: seconds. At least 0.
   */
  maxDurationSeconds?: pulumi.Input<number> | undefined;
  /**
   * Whether a preview environment is cloned for each pull request.
   *
   * Default: the environment's value.
   */
  autoPreview?: pulumi.Input<boolean> | undefined;
  /**
   * Port of the readiness and liveness checks; never exposed to the outside.
   *
   * From 1 to 65535. `null` clears it.
   */
  port?: pulumi.Input<number | null> | undefined;
  /** Where the image comes from: exactly one member. */
  source?: pulumi.Input<input.JobSourceArgs> | undefined;
  /**
   * When the job runs: a cron job fills only `cronjob`, a lifecycle job at least one of `onStart`, `onStop`, `onDelete`.
   *
   * A lifecycle job has at least one of `onStart`, `onStop`, `onDelete`.
   */
  schedule?: pulumi.Input<input.JobScheduleArgs> | undefined;
  /**
   * Whether a new image tag or commit, depending on the source, is deployed by itself.
   *
   * `null` clears it.
   */
  autoDeploy?: pulumi.Input<boolean | null> | undefined;
  /**
   * Annotations groups, by reference.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  annotationsGroups?: pulumi.Input<pulumi.Input<input.AnnotationsGroupArgs>[]> | undefined;
  /**
   * Labels groups, by reference.
   *
   * Items are told apart by `id`; their order does not matter.
   */
  labelsGroups?: pulumi.Input<pulumi.Input<input.LabelsGroupArgs>[]> | undefined;
  /**
   * Icon of the service, an absolute URI.
   *
   * Form: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: pulumi.Input<string> | undefined;
  /**
   * Name of the connection to the platform that holds the resource. Another connection means a new resource.
   *
   * Default: the stack's own platform.
   */
  connection?: pulumi.Input<string> | undefined;
  /**
   * One to make this from, a resource or an id: it is cloned, then edited to the arguments given, and the otherwise required arguments may be left out. It matters only when the resource is made.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  cloneFrom: pulumi.Input<string> | Job;
}

/** What a program may know of a Job that it only reads. */
export interface JobState {
  /**
   * Environment that holds the service. Another environment means a new resource.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  environmentId?: pulumi.Input<string> | undefined;
}
