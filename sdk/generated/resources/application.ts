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
 * An application that the platform builds from a git repository and runs.
 *
 * Creating an Application doesn't start it. To deploy it, list it in a DeploymentTrigger.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Application } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * const shop = new Application("shop", {
 *   environmentId,
 *   gitRepository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", rootPath: "/" },
 *   dockerfilePath: "Dockerfile",
 *   healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
 *   ports: [{ internalPort: 8080, publiclyAccessible: true }],
 * });
 * ```
 */
export class Application extends PlatformResource {
  /** Environment of the service. */
  declare readonly environmentId: pulumi.Output<string>;

  /** Name, unique per environment and kind. */
  declare readonly name: pulumi.Output<string>;

  /** Git repository with the source. */
  declare readonly gitRepository: pulumi.Output<output.GitRepository>;

  /** Probes of the service. */
  declare readonly healthchecks: pulumi.Output<output.Healthchecks>;

  /** Disks, each mounted into every instance. */
  declare readonly storage: pulumi.Output<output.Storage[] | undefined>;

  /** Ports that the service listens on. */
  declare readonly ports: pulumi.Output<output.Port[] | undefined>;

  /** Description of the service, shown in the platform's console. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** How the image is built. */
  declare readonly buildMode: pulumi.Output<enums.BuildMode>;

  /** Path of the Dockerfile in the repository. */
  declare readonly dockerfilePath: pulumi.Output<string | undefined>;

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

  /** Minimum number of running instances (0 = none). */
  declare readonly minRunningInstances: pulumi.Output<number>;

  /** Maximum number of running instances (-1 = unlimited). */
  declare readonly maxRunningInstances: pulumi.Output<number>;

  /** Whether each pull request gets a preview environment with a clone of the service. */
  declare readonly autoPreview: pulumi.Output<boolean | undefined>;

  /** Arguments of the image's command. */
  declare readonly arguments: pulumi.Output<string[] | undefined>;

  /** Command that replaces the image's entrypoint. */
  declare readonly entrypoint: pulumi.Output<string | undefined>;

  /** Whether a new commit is deployed automatically. */
  declare readonly autoDeploy: pulumi.Output<boolean | undefined>;

  /** Annotations groups, by ID. */
  declare readonly annotationsGroups: pulumi.Output<output.AnnotationsGroupReference[] | undefined>;

  /** Labels groups, by ID. */
  declare readonly labelsGroups: pulumi.Output<output.LabelsGroupReference[] | undefined>;

  /** Icon of the service. */
  declare readonly iconUri: pulumi.Output<string | undefined>;

  /** Stage of the Dockerfile to build. */
  declare readonly dockerTargetBuildStage: pulumi.Output<string | undefined>;

  /** Scales the number of instances by events. */
  declare readonly autoscaling: pulumi.Output<output.Autoscaling | undefined>;

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

  /** URL of the service's default address (full API only). */
  declare readonly url: pulumi.Output<string | undefined>;

  /** Host name in `url`. */
  declare readonly externalHost: pulumi.Output<string | undefined>;

  /** Addresses of the service's publicly accessible ports, the default one first (full API only). */
  declare readonly links: pulumi.Output<output.Link[] | undefined>;

  /** Host name at which other services of the environment reach it (full API only). */
  declare readonly internalHost: pulumi.Output<string | undefined>;

  /** The service, as an item of `services` of a `DeploymentTrigger`: kind, ID, the requested version and the last change. */
  declare readonly deployable: pulumi.Output<ServiceSelection>;

  /** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
  declare readonly builtInVariables: pulumi.Output<output.ApplicationBuiltInVariables>;

  /**
   * Creates an Application resource with the given unique name, arguments, and options. An application that the platform builds from a git repository and runs.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource; with `cloneFrom`, those that differ from the source.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Application } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const shop = new Application("shop", {
   *   environmentId,
   *   gitRepository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", rootPath: "/" },
   *   dockerfilePath: "Dockerfile",
   *   healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
   *   ports: [{ internalPort: 8080, publiclyAccessible: true }],
   * });
   * ```
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Application } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * export const copy = new Application("copy", { environmentId, cloneFrom: "3fa85f64-5717-4562-b3fc-2c963f66afa6" });
   * ```
   */
  constructor(
    name: string,
    args: NoInfer<ApplicationCloneArgs | (ApplicationArgs & { cloneFrom?: undefined })>,
    options?: pulumi.CustomResourceOptions,
  ) {
    super("Application", name, args, options);
  }

  /**
   * Gets an existing Application's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Application } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const existing = Application.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ApplicationState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Application {
    return new Application(name, state as ApplicationArgs, { ...options, id: idToRead("Application", name, id) });
  }

  /** Returns true if the value is an Application, even one of another copy of this package. */
  static override isInstance(value: unknown): value is Application {
    return PlatformResource.isKind("Application", value);
  }
}

/** The arguments for creating an Application resource. */
export interface ApplicationArgs {
  /**
   * Environment of the service.
   *
   * Changing it replaces the resource.
   */
  environmentId: pulumi.Input<string>;
  /**
   * Name, unique per environment and kind. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. Maximum length: 128 characters. Without the full API, changing it replaces the resource.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /** Git repository with the source. */
  gitRepository: pulumi.Input<input.GitRepositoryArgs>;
  /** Probes of the service; an empty object for none. To remove a probe, omit it or set it to `null`. */
  healthchecks: pulumi.Input<input.HealthchecksArgs>;
  /**
   * Disks, each mounted into every instance.
   *
   * Items are identified by `mountPoint`; order doesn't matter.
   */
  storage?: pulumi.Input<pulumi.Input<input.StorageArgs>[] | undefined> | undefined;
  /**
   * Ports that the service listens on.
   *
   * Items are identified by `internalPort`; order doesn't matter. At most one port is the default.
   */
  ports?: pulumi.Input<pulumi.Input<input.PortArgs>[] | undefined> | undefined;
  /**
   * Description of the service, shown in the platform's console.
   *
   * `null` clears it.
   */
  description?: pulumi.Input<string | null | undefined> | undefined;
  /**
   * How the image is built.
   *
   * Default: "DOCKER".
   */
  buildMode?: pulumi.Input<enums.BuildMode | undefined> | undefined;
  /**
   * Path of the Dockerfile in the repository. Required, except for a clone.
   *
   * `null` clears it.
   */
  dockerfilePath?: pulumi.Input<string | null | undefined> | undefined;
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
   * Minimum number of running instances (0 = none).
   *
   * Default: 1. Integer of at least 0.
   */
  minRunningInstances?: pulumi.Input<number | undefined> | undefined;
  /**
   * Maximum number of running instances (-1 = unlimited).
   *
   * Default: 1. Integer of at least -1.
   */
  maxRunningInstances?: pulumi.Input<number | undefined> | undefined;
  /**
   * Whether each pull request gets a preview environment with a clone of the service.
   *
   * Default: the environment's value.
   */
  autoPreview?: pulumi.Input<boolean | undefined> | undefined;
  /** Arguments of the image's command. */
  arguments?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /** Command that replaces the image's entrypoint. */
  entrypoint?: pulumi.Input<string | undefined> | undefined;
  /**
   * Whether a new commit is deployed automatically.
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
   * Stage of the Dockerfile to build.
   *
   * `null` clears it.
   */
  dockerTargetBuildStage?: pulumi.Input<string | null | undefined> | undefined;
  /**
   * Scales the number of instances by events. Requires the minimum number of instances to be less than the maximum.
   *
   * `null` clears it.
   */
  autoscaling?: pulumi.Input<input.AutoscalingArgs | null | undefined> | undefined;
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
  /** Omitted here: with a source, the arguments are those of {@link ApplicationCloneArgs}. */
  cloneFrom?: undefined;
}

/** The arguments for cloning an Application: omitted arguments have the values of the source. */
export interface ApplicationCloneArgs
  extends Omit<ApplicationArgs, "adoptId" | "gitRepository" | "healthchecks" | "cloneFrom"> {
  /** Git repository with the source. */
  gitRepository?: pulumi.Input<input.GitRepositoryArgs | undefined> | undefined;
  /** Probes of the service; an empty object for none. To remove a probe, omit it or set it to `null`. */
  healthchecks?: pulumi.Input<input.HealthchecksArgs | undefined> | undefined;
  /** Resource or ID to clone. The clone is updated to your arguments; you can omit arguments that are otherwise required. Used only at creation. */
  cloneFrom: pulumi.Input<string | Application>;
}

/** Known arguments of an existing Application, for {@link Application.get}. */
export interface ApplicationState extends StatePlace {
  /** Environment of the service. */
  environmentId?: pulumi.Input<string | undefined> | undefined;
}
