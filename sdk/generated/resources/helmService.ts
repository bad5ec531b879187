// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { ServiceSelection } from "../types/serviceSelection.js";

/**
 * A Helm chart that the platform installs in an environment.
 *
 * Creating a HelmService doesn't start it. To deploy it, list it in a DeploymentTrigger.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { HelmService } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 * const helmRepositoryId = config.require("helmRepositoryId");
 *
 * const grafana = new HelmService("grafana", {
 *   environmentId,
 *   source: { helmRepository: { repositoryId: helmRepositoryId, chartName: "grafana", chartVersion: "9.4.5" } },
 *   values: { replicas: 2, persistence: { enabled: true, size: "8Gi" } },
 *   ports: [{ internalPort: 80, serviceName: "grafana" }],
 * });
 * ```
 */
export class HelmService extends PlatformResource {
  /** Environment of the service. */
  declare readonly environmentId: pulumi.Output<string>;

  /** Name, unique per environment and kind. */
  declare readonly name: pulumi.Output<string>;

  /** Description of the service, shown in the platform's console. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Source of the chart. */
  declare readonly source: pulumi.Output<output.HelmSource>;

  /** Arguments of Helm, for example `--atomic`. */
  declare readonly arguments: pulumi.Output<string[]>;

  /** Values that override the chart's, as an object. */
  declare readonly values: pulumi.Output<{ [key: string]: unknown } | undefined>;

  /** Values that override the chart's. */
  declare readonly valuesOverride: pulumi.Output<output.HelmValuesOverride>;

  /**
   * Time after which a deployment has failed.
   *
   * Unit: seconds.
   */
  declare readonly timeoutSec: pulumi.Output<number>;

  /** Whether each pull request gets a preview environment with a clone of the service. */
  declare readonly autoPreview: pulumi.Output<boolean | undefined>;

  /** Whether a new commit is deployed automatically. */
  declare readonly autoDeploy: pulumi.Output<boolean>;

  /** Whether the chart may create resources outside of its namespace. */
  declare readonly allowClusterWideResources: pulumi.Output<boolean>;

  /** Public ports. */
  declare readonly ports: pulumi.Output<output.HelmPort[] | undefined>;

  /** Icon of the service. */
  declare readonly iconUri: pulumi.Output<string | undefined>;

  /** Limits automatic deployments to certain paths of the git repository. */
  declare readonly deploymentRestrictions: pulumi.Output<output.DeploymentRestriction[] | undefined>;

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

  /** Advanced settings by the platform's names, such as `deployment.termination_grace_period_seconds`. */
  declare readonly advancedSettings: pulumi.Output<
    { [key: string]: string | boolean | number | { [key: string]: unknown } } | undefined
  >;

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
  declare readonly builtInVariables: pulumi.Output<output.HelmServiceBuiltInVariables>;

  /**
   * Creates a HelmService resource with the given unique name, arguments, and options. A Helm chart that the platform installs in an environment.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource; with `cloneFrom`, those that differ from the source.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { HelmService } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   * const helmRepositoryId = config.require("helmRepositoryId");
   *
   * const grafana = new HelmService("grafana", {
   *   environmentId,
   *   source: { helmRepository: { repositoryId: helmRepositoryId, chartName: "grafana", chartVersion: "9.4.5" } },
   *   values: { replicas: 2, persistence: { enabled: true, size: "8Gi" } },
   *   ports: [{ internalPort: 80, serviceName: "grafana" }],
   * });
   * ```
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { HelmService } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * export const copy = new HelmService("copy", { environmentId, cloneFrom: "3fa85f64-5717-4562-b3fc-2c963f66afa6" });
   * ```
   */
  constructor(
    name: string,
    args: NoInfer<HelmServiceCloneArgs | (HelmServiceArgs & { cloneFrom?: undefined })>,
    options?: pulumi.CustomResourceOptions,
  ) {
    super("HelmService", name, args, options);
  }

  /**
   * Gets an existing HelmService's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { HelmService } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const existing = HelmService.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: HelmServiceState = {},
    options: pulumi.CustomResourceOptions = {},
  ): HelmService {
    return new HelmService(name, state as HelmServiceArgs, { ...options, id: idToRead("HelmService", name, id) });
  }

  /** Returns true if the value is a HelmService, even one of another copy of this package. */
  static override isInstance(value: unknown): value is HelmService {
    return PlatformResource.isKind("HelmService", value);
  }
}

/** The arguments for creating a HelmService resource. */
export interface HelmServiceArgs {
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
  /** Description of the service, shown in the platform's console. */
  description?: pulumi.Input<string | undefined> | undefined;
  /** Source of the chart; set exactly one member. */
  source: pulumi.Input<input.HelmSourceArgs>;
  /**
   * Arguments of Helm, for example `--atomic`.
   *
   * Default: [].
   */
  arguments?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /** Values that override the chart's, as an object. The platform gets them as the YAML file `values-from-pulumi.yaml`. A different order or format isn't a change. */
  values?: pulumi.Input<{ [key: string]: unknown } | undefined> | undefined;
  /**
   * Values that override the chart's.
   *
   * Default: {}.
   */
  valuesOverride?: pulumi.Input<input.HelmValuesOverrideArgs | undefined> | undefined;
  /**
   * Time after which a deployment has failed.
   *
   * Unit: seconds. Default: 600. Integer of at least 0.
   */
  timeoutSec?: pulumi.Input<number | undefined> | undefined;
  /**
   * Whether each pull request gets a preview environment with a clone of the service.
   *
   * Default: the environment's value.
   */
  autoPreview?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Whether a new commit is deployed automatically.
   *
   * Default: false.
   */
  autoDeploy?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Whether the chart may create resources outside of its namespace.
   *
   * Default: false.
   */
  allowClusterWideResources?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Public ports.
   *
   * Items are identified by `internalPort`; order doesn't matter. At most one port is the default.
   */
  ports?: pulumi.Input<pulumi.Input<input.HelmPortArgs>[] | undefined> | undefined;
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
   * Advanced settings by the platform's names, such as `deployment.termination_grace_period_seconds`. Your program manages only the settings that you list: one that you remove returns to the platform's default, and the others stay as they are. Names and types are checked against the platform's list, at preview if it can be reached.
   *
   * Full API only.
   */
  advancedSettings?:
    | pulumi.Input<{ [key: string]: pulumi.Input<string | boolean | number | { [key: string]: unknown }> } | undefined>
    | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
  /** Omitted here: with a source, the arguments are those of {@link HelmServiceCloneArgs}. */
  cloneFrom?: undefined;
}

/** The arguments for cloning a HelmService: omitted arguments have the values of the source. */
export interface HelmServiceCloneArgs extends Omit<HelmServiceArgs, "adoptId" | "source" | "cloneFrom"> {
  /** Source of the chart; set exactly one member. */
  source?: pulumi.Input<input.HelmSourceArgs | undefined> | undefined;
  /** Resource or ID to clone. The clone is updated to your arguments; you can omit arguments that are otherwise required. Used only at creation. */
  cloneFrom: pulumi.Input<string | HelmService>;
}

/** Known arguments of an existing HelmService, for {@link HelmService.get}. */
export interface HelmServiceState extends StatePlace {
  /** Environment of the service. */
  environmentId?: pulumi.Input<string | undefined> | undefined;
}
