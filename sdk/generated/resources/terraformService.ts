// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { ServiceSelection } from "../types/serviceSelection.js";

/**
 * A service that runs Terraform or OpenTofu files from a git repository.
 *
 * Creating a TerraformService doesn't start it. To deploy it, list it in a DeploymentTrigger.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { TerraformService } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 * const gitTokenId = config.require("gitTokenId");
 *
 * const network = new TerraformService("network", {
 *   environmentId,
 *   description: "Buckets and queues",
 *   autoDeployConfig: { autoDeploy: false, terraformAction: "DEFAULT" },
 *   terraformFilesSource: { gitRepository: { url: "https://github.com/acme/infra.git", branch: "main", rootPath: "/network", gitTokenId } },
 *   terraformVariablesSource: { tfVarFilePaths: [], tfVars: [{ key: "password", value: config.requireSecret("password"), secret: true }] },
 *   backend: { kubernetes: {} },
 *   engine: "OPEN_TOFU",
 *   providerVersion: { explicitVersion: "1.9.0" },
 *   jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
 * });
 * ```
 */
export class TerraformService extends PlatformResource {
  /** Environment of the service. */
  declare readonly environmentId: pulumi.Output<string>;

  /** Name, unique per environment and kind. */
  declare readonly name: pulumi.Output<string>;

  /** Description of the service, shown in the platform's console. */
  declare readonly description: pulumi.Output<string>;

  /** Whether and how a new commit is deployed automatically. */
  declare readonly autoDeployConfig: pulumi.Output<output.AutoDeployConfig>;

  /** Source of the Terraform files. */
  declare readonly terraformFilesSource: pulumi.Output<output.TerraformFilesSource>;

  /** Sources of the variables' values. */
  declare readonly terraformVariablesSource: pulumi.Output<output.TerraformVariablesSource>;

  /** Where Terraform keeps its state. */
  declare readonly backend: pulumi.Output<output.TerraformBackend>;

  /** Program that runs the files. */
  declare readonly engine: pulumi.Output<enums.TerraformEngine>;

  /** Version of the engine. */
  declare readonly providerVersion: pulumi.Output<output.TerraformProviderVersion>;

  /** Size of the job that runs the engine. */
  declare readonly jobResources: pulumi.Output<output.TerraformJobResources>;

  /**
   * Time after which a run has failed.
   *
   * Unit: seconds.
   */
  declare readonly timeoutSec: pulumi.Output<number>;

  /** Icon of the service. */
  declare readonly iconUri: pulumi.Output<string | undefined>;

  /** Whether runs use the cluster's cloud credentials. */
  declare readonly useClusterCredentials: pulumi.Output<boolean | undefined>;

  /** Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`, placed before the command's own. */
  declare readonly actionExtraArguments: pulumi.Output<{ [key: string]: string[] } | undefined>;

  /** Lines added to the Dockerfile of the job. */
  declare readonly dockerfileFragment: pulumi.Output<output.DockerfileFragment | undefined>;

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

  /** Whether a new commit is deployed automatically. */
  declare readonly autoDeploy: pulumi.Output<boolean | undefined>;

  /** The service, as an item of `services` of a `DeploymentTrigger`: kind, ID, the requested version and the last change. */
  declare readonly deployable: pulumi.Output<ServiceSelection>;

  /** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
  declare readonly builtInVariables: pulumi.Output<output.TerraformServiceBuiltInVariables>;

  /**
   * Creates a TerraformService resource with the given unique name, arguments, and options. A service that runs Terraform or OpenTofu files from a git repository.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource; with `cloneFrom`, those that differ from the source.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { TerraformService } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   * const gitTokenId = config.require("gitTokenId");
   *
   * const network = new TerraformService("network", {
   *   environmentId,
   *   description: "Buckets and queues",
   *   autoDeployConfig: { autoDeploy: false, terraformAction: "DEFAULT" },
   *   terraformFilesSource: { gitRepository: { url: "https://github.com/acme/infra.git", branch: "main", rootPath: "/network", gitTokenId } },
   *   terraformVariablesSource: { tfVarFilePaths: [], tfVars: [{ key: "password", value: config.requireSecret("password"), secret: true }] },
   *   backend: { kubernetes: {} },
   *   engine: "OPEN_TOFU",
   *   providerVersion: { explicitVersion: "1.9.0" },
   *   jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
   * });
   * ```
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { TerraformService } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * export const copy = new TerraformService("copy", { environmentId, cloneFrom: "3fa85f64-5717-4562-b3fc-2c963f66afa6" });
   * ```
   */
  constructor(
    name: string,
    args: NoInfer<TerraformServiceCloneArgs | (TerraformServiceArgs & { cloneFrom?: undefined })>,
    options?: pulumi.CustomResourceOptions,
  ) {
    super("TerraformService", name, args, options);
  }

  /**
   * Gets an existing TerraformService's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { TerraformService } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const existing = TerraformService.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: TerraformServiceState = {},
    options: pulumi.CustomResourceOptions = {},
  ): TerraformService {
    return new TerraformService(name, state as TerraformServiceArgs, {
      ...options,
      id: idToRead("TerraformService", name, id),
    });
  }

  /** Returns true if the value is a TerraformService, even one of another copy of this package. */
  static override isInstance(value: unknown): value is TerraformService {
    return PlatformResource.isKind("TerraformService", value);
  }
}

/** The arguments for creating a TerraformService resource. */
export interface TerraformServiceArgs {
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
  /** Description of the service, shown in the platform's console. */
  description: pulumi.Input<string>;
  /** Whether and how a new commit is deployed automatically. */
  autoDeployConfig: pulumi.Input<input.AutoDeployConfigArgs>;
  /** Source of the Terraform files. */
  terraformFilesSource: pulumi.Input<input.TerraformFilesSourceArgs>;
  /** Sources of the variables' values. */
  terraformVariablesSource: pulumi.Input<input.TerraformVariablesSourceArgs>;
  /** Where Terraform keeps its state; set exactly one member. */
  backend: pulumi.Input<input.TerraformBackendArgs>;
  /** Program that runs the files. */
  engine: pulumi.Input<enums.TerraformEngine>;
  /** Version of the engine. */
  providerVersion: pulumi.Input<input.TerraformProviderVersionArgs>;
  /** Size of the job that runs the engine. */
  jobResources: pulumi.Input<input.TerraformJobResourcesArgs>;
  /**
   * Time after which a run has failed.
   *
   * Unit: seconds. Default: 600. Integer of at least 0.
   */
  timeoutSec?: pulumi.Input<number | undefined> | undefined;
  /**
   * Icon of the service.
   *
   * Format: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: pulumi.Input<string | undefined> | undefined;
  /** Whether runs use the cluster's cloud credentials. */
  useClusterCredentials?: pulumi.Input<boolean | undefined> | undefined;
  /** Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`, placed before the command's own. */
  actionExtraArguments?: pulumi.Input<{ [key: string]: pulumi.Input<pulumi.Input<string>[]> } | undefined> | undefined;
  /**
   * Lines added to the Dockerfile of the job; `null` for none.
   *
   * `null` clears it.
   */
  dockerfileFragment?: pulumi.Input<input.DockerfileFragmentArgs | null | undefined> | undefined;
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
  /** Omitted here: with a source, the arguments are those of {@link TerraformServiceCloneArgs}. */
  cloneFrom?: undefined;
}

/** The arguments for cloning a TerraformService: omitted arguments have the values of the source. */
export interface TerraformServiceCloneArgs
  extends Omit<
    TerraformServiceArgs,
    | "adoptId"
    | "description"
    | "autoDeployConfig"
    | "terraformFilesSource"
    | "terraformVariablesSource"
    | "backend"
    | "engine"
    | "providerVersion"
    | "jobResources"
    | "cloneFrom"
  > {
  /** Description of the service, shown in the platform's console. */
  description?: pulumi.Input<string | undefined> | undefined;
  /** Whether and how a new commit is deployed automatically. */
  autoDeployConfig?: pulumi.Input<input.AutoDeployConfigArgs | undefined> | undefined;
  /** Source of the Terraform files. */
  terraformFilesSource?: pulumi.Input<input.TerraformFilesSourceArgs | undefined> | undefined;
  /** Sources of the variables' values. */
  terraformVariablesSource?: pulumi.Input<input.TerraformVariablesSourceArgs | undefined> | undefined;
  /** Where Terraform keeps its state; set exactly one member. */
  backend?: pulumi.Input<input.TerraformBackendArgs | undefined> | undefined;
  /** Program that runs the files. */
  engine?: pulumi.Input<enums.TerraformEngine | undefined> | undefined;
  /** Version of the engine. */
  providerVersion?: pulumi.Input<input.TerraformProviderVersionArgs | undefined> | undefined;
  /** Size of the job that runs the engine. */
  jobResources?: pulumi.Input<input.TerraformJobResourcesArgs | undefined> | undefined;
  /** Resource or ID to clone. The clone is updated to your arguments; you can omit arguments that are otherwise required. Used only at creation. */
  cloneFrom: pulumi.Input<string | TerraformService>;
}

/** Known arguments of an existing TerraformService, for {@link TerraformService.get}. */
export interface TerraformServiceState extends StatePlace {
  /** Environment of the service. */
  environmentId?: pulumi.Input<string | undefined> | undefined;
}
