// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";

/**
 * An infrastructure-as-code service, run by Terraform or OpenTofu.
 *
 * @example
 * ```ts
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
  /** Environment that holds the service. */
  declare readonly environmentId: pulumi.Output<string>;

  /**
   * Name, unique per environment and kind. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. At most 128 characters.
   */
  declare readonly name: pulumi.Output<string>;

  /** Description of the service, shown in the platform's console. */
  declare readonly description: pulumi.Output<string>;

  /** Whether and how a new commit is deployed automatically. */
  declare readonly autoDeployConfig: pulumi.Output<output.AutoDeployConfig>;

  /** Source of the Terraform files. */
  declare readonly terraformFilesSource: pulumi.Output<output.TerraformFilesSource>;

  /** Sources of the variables' values. */
  declare readonly terraformVariablesSource: pulumi.Output<output.TerraformVariablesSource>;

  /** Where Terraform keeps its state: exactly one member. */
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
   * Unit: seconds. Default: 600. At least 0.
   */
  declare readonly timeoutSec: pulumi.Output<number>;

  /**
   * Icon of the service.
   *
   * Format: an absolute URI, such as https://example.com/icon.svg.
   */
  declare readonly iconUri: pulumi.Output<string | undefined>;

  /** Whether runs use the cluster's cloud credentials. */
  declare readonly useClusterCredentials: pulumi.Output<boolean | undefined>;

  /** Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`, placed before the command's own. */
  declare readonly actionExtraArguments: pulumi.Output<{ [key: string]: string[] } | undefined>;

  /**
   * Lines added to the Dockerfile of the job; `null` for none.
   *
   * `null` clears it.
   */
  declare readonly dockerfileFragment: pulumi.Output<output.DockerfileFragment | undefined>;

  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; may be removed afterwards. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Resource or ID to clone. The clone is updated to the given arguments; arguments that are otherwise required may be omitted. Used only at creation. */
  declare readonly cloneFrom: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Environment that holds the service. */
  declare readonly environment: pulumi.Output<output.EnvironmentReference | undefined>;

  /** Type of the service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM. */
  declare readonly serviceType: pulumi.Output<string | undefined>;

  /** Whether a new commit is deployed automatically. */
  declare readonly autoDeploy: pulumi.Output<boolean | undefined>;

  /**
   * Declares the resource.
   *
   * @param name Pulumi name of the resource, unique in the stack.
   * @param args Arguments.
   * @param options Pulumi's own options.
   */
  constructor(
    name: string,
    args: TerraformServiceArgs | TerraformServiceCloneArgs,
    options?: pulumi.CustomResourceOptions,
  ) {
    super("TerraformService", name, args, options);
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
   * const existing = TerraformService.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: TerraformServiceState = {},
    options: pulumi.CustomResourceOptions = {},
  ): TerraformService {
    return new TerraformService(name, state as TerraformServiceArgs, { ...options, id });
  }

  /** Whether the value is a TerraformService, also one of another copy of this package. */
  static override isInstance(value: unknown): value is TerraformService {
    return PlatformResource.isKind("TerraformService", value);
  }
}

/** Arguments of {@link TerraformService}. */
export interface TerraformServiceArgs {
  /** Environment that holds the service. */
  environmentId: pulumi.Input<string>;
  /**
   * Name, unique per environment and kind. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. At most 128 characters.
   */
  name?: pulumi.Input<string> | undefined;
  /** Description of the service, shown in the platform's console. */
  description: pulumi.Input<string>;
  /** Whether and how a new commit is deployed automatically. */
  autoDeployConfig: pulumi.Input<input.AutoDeployConfigArgs>;
  /** Source of the Terraform files. */
  terraformFilesSource: pulumi.Input<input.TerraformFilesSourceArgs>;
  /** Sources of the variables' values. */
  terraformVariablesSource: pulumi.Input<input.TerraformVariablesSourceArgs>;
  /** Where Terraform keeps its state: exactly one member. */
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
   * Unit: seconds. Default: 600. At least 0.
   */
  timeoutSec?: pulumi.Input<number> | undefined;
  /**
   * Icon of the service.
   *
   * Format: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: pulumi.Input<string> | undefined;
  /** Whether runs use the cluster's cloud credentials. */
  useClusterCredentials?: pulumi.Input<boolean> | undefined;
  /** Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`, placed before the command's own. */
  actionExtraArguments?: pulumi.Input<{ [key: string]: pulumi.Input<pulumi.Input<string>[]> }> | undefined;
  /**
   * Lines added to the Dockerfile of the job; `null` for none.
   *
   * `null` clears it.
   */
  dockerfileFragment?: pulumi.Input<input.DockerfileFragmentArgs | null> | undefined;
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: pulumi.Input<string> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; may be removed afterwards. */
  adoptId?: pulumi.Input<string> | undefined;
  cloneFrom?: undefined;
}

/** Arguments of a {@link TerraformService} that is cloned from another one: what is left out, the clone takes from its source. */
export interface TerraformServiceCloneArgs {
  /** Environment that holds the service. */
  environmentId: pulumi.Input<string>;
  /**
   * Name, unique per environment and kind. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. At most 128 characters.
   */
  name?: pulumi.Input<string> | undefined;
  /** Description of the service, shown in the platform's console. */
  description?: pulumi.Input<string> | undefined;
  /** Whether and how a new commit is deployed automatically. */
  autoDeployConfig?: pulumi.Input<input.AutoDeployConfigArgs> | undefined;
  /** Source of the Terraform files. */
  terraformFilesSource?: pulumi.Input<input.TerraformFilesSourceArgs> | undefined;
  /** Sources of the variables' values. */
  terraformVariablesSource?: pulumi.Input<input.TerraformVariablesSourceArgs> | undefined;
  /** Where Terraform keeps its state: exactly one member. */
  backend?: pulumi.Input<input.TerraformBackendArgs> | undefined;
  /** Program that runs the files. */
  engine?: pulumi.Input<enums.TerraformEngine> | undefined;
  /** Version of the engine. */
  providerVersion?: pulumi.Input<input.TerraformProviderVersionArgs> | undefined;
  /** Size of the job that runs the engine. */
  jobResources?: pulumi.Input<input.TerraformJobResourcesArgs> | undefined;
  /**
   * Time after which a run has failed.
   *
   * Unit: seconds. Default: 600. At least 0.
   */
  timeoutSec?: pulumi.Input<number> | undefined;
  /**
   * Icon of the service.
   *
   * Format: an absolute URI, such as https://example.com/icon.svg.
   */
  iconUri?: pulumi.Input<string> | undefined;
  /** Whether runs use the cluster's cloud credentials. */
  useClusterCredentials?: pulumi.Input<boolean> | undefined;
  /** Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`, placed before the command's own. */
  actionExtraArguments?: pulumi.Input<{ [key: string]: pulumi.Input<pulumi.Input<string>[]> }> | undefined;
  /**
   * Lines added to the Dockerfile of the job; `null` for none.
   *
   * `null` clears it.
   */
  dockerfileFragment?: pulumi.Input<input.DockerfileFragmentArgs | null> | undefined;
  /**
   * Name of the connection to the platform that holds the resource.
   *
   * Default: the stack's own platform.
   */
  connection?: pulumi.Input<string> | undefined;
  /** Resource or ID to clone. The clone is updated to the given arguments; arguments that are otherwise required may be omitted. Used only at creation. */
  cloneFrom: pulumi.Input<string> | TerraformService;
}

/** What a program may know of a TerraformService that it only reads. */
export interface TerraformServiceState {
  /** Environment that holds the service. */
  environmentId?: pulumi.Input<string> | undefined;
}
