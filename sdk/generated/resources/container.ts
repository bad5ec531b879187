// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../resource.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";

/**
 * A workload run from a registry image.
 *
 * @example
 * ```ts
 * const web = new Container("web", {
 *   environmentId,
 *   registryId,
 *   imageName: "library/nginx",
 *   tag: "1.27",
 *   healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
 *   ports: [{ internalPort: 80, publiclyAccessible: true }],
 * });
 * ```
 */
export class Container extends PlatformResource {
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

  /**
   * Registry that holds the image.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  declare readonly registryId: pulumi.Output<string>;

  /**
   * Image name, in the form that the registry's kind asks for: `repository` (ECR), `namespace/image` (SCALEWAY_CR), `image` or `repository/image` (DOCKER_HUB), `alias/repository` (PUBLIC_ECR).
   *
   * Form: lower-case segments joined by "/", without a tag or digest, such as library/nginx.
   */
  declare readonly imageName: pulumi.Output<string>;

  /**
   * Image tag.
   *
   * Where the endpoints have no edit, another value takes effect with the next deployment.
   */
  declare readonly tag: pulumi.Output<string>;

  /** Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it. */
  declare readonly healthchecks: pulumi.Output<output.Healthchecks>;

  /**
   * Disks, each mounted into every instance.
   *
   * Items are told apart by `mountPoint`; their order does not matter.
   */
  declare readonly storage: pulumi.Output<output.Storage[] | undefined>;

  /**
   * Ports the service listens on.
   *
   * Items are told apart by `internalPort`; their order does not matter. At most one port is the default.
   */
  declare readonly ports: pulumi.Output<output.Port[] | undefined>;

  /** What the service is for, shown in the platform's console. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Arguments of the command that the image runs. */
  declare readonly arguments: pulumi.Output<string[] | undefined>;

  /** Command that replaces the image's own. */
  declare readonly entrypoint: pulumi.Output<string | undefined>;

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
   * Least number of running instances; 0 means that none runs.
   *
   * Default: 1. At least 0.
   */
  declare readonly minRunningInstances: pulumi.Output<number>;

  /**
   * Greatest number of running instances; -1 means no limit.
   *
   * Default: 1. At least -1.
   */
  declare readonly maxRunningInstances: pulumi.Output<number>;

  /**
   * Whether a preview environment is cloned for each pull request.
   *
   * Default: the environment's value.
   */
  declare readonly autoPreview: pulumi.Output<boolean | undefined>;

  /**
   * Whether a new image tag is deployed by itself.
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
   * Scales the number of instances by events. The minimum number of instances must then be less than the maximum.
   *
   * `null` clears it.
   */
  declare readonly autoscaling: pulumi.Output<output.Autoscaling | undefined>;

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

  /** Registry that holds the image. */
  declare readonly registry: pulumi.Output<output.Registry | undefined>;

  /**
   * Declares the resource.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param args Arguments.
   * @param options Pulumi's own options.
   */
  constructor(name: string, args: ContainerArgs | ContainerCloneArgs, options?: pulumi.CustomResourceOptions) {
    super("Container", name, args, options);
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
   * const existing = Container.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ContainerState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Container {
    return new Container(name, state as ContainerArgs, { ...options, id });
  }

  /** Whether the value is a Container, also one of another copy of this package. */
  static override isInstance(value: unknown): value is Container {
    return PlatformResource.isKind("Container", value);
  }
}

/** Arguments of {@link Container}. */
export interface ContainerArgs {
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
  /**
   * Registry that holds the image.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  registryId: pulumi.Input<string>;
  /**
   * Image name, in the form that the registry's kind asks for: `repository` (ECR), `namespace/image` (SCALEWAY_CR), `image` or `repository/image` (DOCKER_HUB), `alias/repository` (PUBLIC_ECR).
   *
   * Form: lower-case segments joined by "/", without a tag or digest, such as library/nginx.
   */
  imageName: pulumi.Input<string>;
  /**
   * Image tag.
   *
   * Where the endpoints have no edit, another value takes effect with the next deployment.
   */
  tag: pulumi.Input<string>;
  /** Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it. */
  healthchecks: pulumi.Input<input.HealthchecksArgs>;
  /**
   * Disks, each mounted into every instance.
   *
   * Items are told apart by `mountPoint`; their order does not matter.
   */
  storage?: pulumi.Input<pulumi.Input<input.StorageArgs>[]> | undefined;
  /**
   * Ports the service listens on.
   *
   * Items are told apart by `internalPort`; their order does not matter. At most one port is the default.
   */
  ports?: pulumi.Input<pulumi.Input<input.PortArgs>[]> | undefined;
  /** What the service is for, shown in the platform's console. */
  description?: pulumi.Input<string> | undefined;
  /** Arguments of the command that the image runs. */
  arguments?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Command that replaces the image's own. */
  entrypoint?: pulumi.Input<string> | undefined;
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
   * Least number of running instances; 0 means that none runs.
   *
   * Default: 1. At least 0.
   */
  minRunningInstances?: pulumi.Input<number> | undefined;
  /**
   * Greatest number of running instances; -1 means no limit.
   *
   * Default: 1. At least -1.
   */
  maxRunningInstances?: pulumi.Input<number> | undefined;
  /**
   * Whether a preview environment is cloned for each pull request.
   *
   * Default: the environment's value.
   */
  autoPreview?: pulumi.Input<boolean> | undefined;
  /**
   * Whether a new image tag is deployed by itself.
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
   * Scales the number of instances by events. The minimum number of instances must then be less than the maximum.
   *
   * `null` clears it.
   */
  autoscaling?: pulumi.Input<input.AutoscalingArgs | null> | undefined;
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

/** Arguments of a {@link Container} that is cloned from another one: what is left out, the clone takes from its source. */
export interface ContainerCloneArgs {
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
  /**
   * Registry that holds the image.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  registryId?: pulumi.Input<string> | undefined;
  /**
   * Image name, in the form that the registry's kind asks for: `repository` (ECR), `namespace/image` (SCALEWAY_CR), `image` or `repository/image` (DOCKER_HUB), `alias/repository` (PUBLIC_ECR).
   *
   * Form: lower-case segments joined by "/", without a tag or digest, such as library/nginx.
   */
  imageName?: pulumi.Input<string> | undefined;
  /**
   * Image tag.
   *
   * Where the endpoints have no edit, another value takes effect with the next deployment.
   */
  tag?: pulumi.Input<string> | undefined;
  /** Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it. */
  healthchecks?: pulumi.Input<input.HealthchecksArgs> | undefined;
  /**
   * Disks, each mounted into every instance.
   *
   * Items are told apart by `mountPoint`; their order does not matter.
   */
  storage?: pulumi.Input<pulumi.Input<input.StorageArgs>[]> | undefined;
  /**
   * Ports the service listens on.
   *
   * Items are told apart by `internalPort`; their order does not matter. At most one port is the default.
   */
  ports?: pulumi.Input<pulumi.Input<input.PortArgs>[]> | undefined;
  /** What the service is for, shown in the platform's console. */
  description?: pulumi.Input<string> | undefined;
  /** Arguments of the command that the image runs. */
  arguments?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Command that replaces the image's own. */
  entrypoint?: pulumi.Input<string> | undefined;
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
   * Least number of running instances; 0 means that none runs.
   *
   * Default: 1. At least 0.
   */
  minRunningInstances?: pulumi.Input<number> | undefined;
  /**
   * Greatest number of running instances; -1 means no limit.
   *
   * Default: 1. At least -1.
   */
  maxRunningInstances?: pulumi.Input<number> | undefined;
  /**
   * Whether a preview environment is cloned for each pull request.
   *
   * Default: the environment's value.
   */
  autoPreview?: pulumi.Input<boolean> | undefined;
  /**
   * Whether a new image tag is deployed by itself.
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
   * Scales the number of instances by events. The minimum number of instances must then be less than the maximum.
   *
   * `null` clears it.
   */
  autoscaling?: pulumi.Input<input.AutoscalingArgs | null> | undefined;
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
  cloneFrom: pulumi.Input<string> | Container;
}

/** What a program may know of a Container that it only reads. */
export interface ContainerState {
  /**
   * Environment that holds the service. Another environment means a new resource.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  environmentId?: pulumi.Input<string> | undefined;
}
