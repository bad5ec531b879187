// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as enums from "../types/enums.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { ServiceArgs } from "../types/service.js";
import type { ServiceSelection } from "../types/serviceSelection.js";

/**
 * Deploys services of an environment. The first `pulumi up` deploys all services that you list. Later ones deploy those whose arguments changed since their last deployment and, with the full API, those that are out of date or failed. If a value in `triggers` changes, all of them are deployed again. A trigger whose `adoptId` is the ID of its environment begins without a deployment. Destroying the trigger doesn't delete the services.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container, Database, DeploymentTrigger } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * const web = Container.get("web", config.require("webId"));
 * const db = Database.get("db", config.require("dbId"), { environmentId });
 * new DeploymentTrigger("release", { environmentId, services: [db, web] });
 * ```
 */
export class DeploymentTrigger extends PlatformResource {
  /** Environment to deploy in. */
  declare readonly environmentId: pulumi.Output<string>;

  /** Services to deploy, as resources: `[db, web, { service: app, gitCommitId: "4f2a…" }]`. */
  declare readonly services: pulumi.Output<ServiceSelection[] | undefined>;

  /** Applications to deploy, by ID. */
  declare readonly applications: pulumi.Output<output.ApplicationDeployment[] | undefined>;

  /** Databases to deploy, by ID. */
  declare readonly databases: pulumi.Output<string[] | undefined>;

  /** Containers to deploy, by ID. */
  declare readonly containers: pulumi.Output<output.ContainerDeployment[] | undefined>;

  /** Jobs to deploy, by ID. */
  declare readonly jobs: pulumi.Output<output.JobDeployment[] | undefined>;

  /** Helm services to deploy, by ID. */
  declare readonly helms: pulumi.Output<output.HelmDeployment[] | undefined>;

  /** Terraform services to deploy, by ID. */
  declare readonly terraforms: pulumi.Output<output.TerraformDeployment[] | undefined>;

  /** Deploys everything in the environment as it is, instead of selected services (full API only). */
  declare readonly wholeEnvironment: pulumi.Output<boolean | undefined>;

  /** Any values. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;

  /** Which services each deployment after the first includes: those that `changed` (and those that are out of date or failed), or `all` that are listed. */
  declare readonly redeploy: pulumi.Output<enums.Redeploy | undefined>;

  /** Whether the update ends when the deployment is `requested`, or waits until everything is `deployed` (full API only). */
  declare readonly waitFor: pulumi.Output<enums.WaitFor | undefined>;

  /**
   * Maximum time to wait for another deployment of the environment, and for this one unless `waitFor` is `requested`.
   *
   * Unit: seconds.
   */
  declare readonly timeoutSeconds: pulumi.Output<number | undefined>;

  /** Whether destroying the trigger cancels the deployment that it requested, if it's still running. */
  declare readonly cancelOnDestroy: pulumi.Output<boolean | undefined>;

  /** Whether canceling also ends lifecycle jobs that the deployment started. */
  declare readonly forceCancel: pulumi.Output<boolean | undefined>;

  /** ID of the environment, to begin without a deployment: what runs there counts as deployed by the trigger (full API only). */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** State of the environment's deployment. */
  declare readonly state: pulumi.Output<string | undefined>;

  /** Final state of the last deployment. */
  declare readonly lastDeploymentState: pulumi.Output<string | undefined>;

  /** Time of the last deployment (ISO 8601). */
  declare readonly lastDeploymentDate: pulumi.Output<string | undefined>;

  /** ID of the last deployment. */
  declare readonly lastDeploymentId: pulumi.Output<string | undefined>;

  /**
   * Duration of the deployment.
   *
   * Unit: seconds.
   */
  declare readonly totalDeploymentDurationInSeconds: pulumi.Output<number | undefined>;

  /** Client that requested the deployment: API, CLI, CONSOLE, GIT, PLATFORM_INTERNAL or TERRAFORM_PROVIDER. */
  declare readonly origin: pulumi.Output<string | undefined>;

  /** Who requested the deployment. */
  declare readonly triggeredBy: pulumi.Output<string | undefined>;

  /** NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE. */
  declare readonly deploymentStatus: pulumi.Output<string | undefined>;

  /** ID of the deployment request. */
  declare readonly deploymentRequestId: pulumi.Output<string | undefined>;

  /** Durations by stage. */
  declare readonly metrics: pulumi.Output<output.DeploymentMetric[] | undefined>;

  /**
   * Creates a DeploymentTrigger resource with the given unique name, arguments, and options. Deploys services of an environment. The first `pulumi up` deploys all services that you list. Later ones deploy those whose arguments changed since their last deployment and, with the full API, those that are out of date or failed. If a value in `triggers` changes, all of them are deployed again. A trigger whose `adoptId` is the ID of its environment begins without a deployment. Destroying the trigger doesn't delete the services.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Container, Database, DeploymentTrigger } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const web = Container.get("web", config.require("webId"));
   * const db = Database.get("db", config.require("dbId"), { environmentId });
   * new DeploymentTrigger("release", { environmentId, services: [db, web] });
   * ```
   */
  constructor(name: string, args: DeploymentTriggerArgs, options?: pulumi.CustomResourceOptions) {
    super("DeploymentTrigger", name, args, options);
  }

  /**
   * Gets an existing DeploymentTrigger's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { DeploymentTrigger } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const existing = DeploymentTrigger.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: DeploymentTriggerState = {},
    options: pulumi.CustomResourceOptions = {},
  ): DeploymentTrigger {
    return new DeploymentTrigger(name, state as DeploymentTriggerArgs, {
      ...options,
      id: idToRead("DeploymentTrigger", name, id),
    });
  }

  /** Returns true if the value is a DeploymentTrigger, even one of another copy of this package. */
  static override isInstance(value: unknown): value is DeploymentTrigger {
    return PlatformResource.isKind("DeploymentTrigger", value);
  }
}

/** The arguments for creating a DeploymentTrigger resource. */
export interface DeploymentTriggerArgs {
  /**
   * Environment to deploy in.
   *
   * Changing it replaces the resource.
   */
  environmentId: pulumi.Input<string>;
  /**
   * Services to deploy, as resources: `[db, web, { service: app, gitCommitId: "4f2a…" }]`. A service is deployed again when any of its arguments changes. A version is sent only for the first deployment, or if your program sets a new one. Changes of a service that you list by ID or only read (`get`) don't deploy it.
   *
   * Order doesn't matter.
   */
  services?: pulumi.Input<pulumi.Input<ServiceArgs>[] | undefined> | undefined;
  /**
   * Applications to deploy, by ID. Changing their arguments doesn't deploy them again.
   *
   * Items are identified by `applicationId`; order doesn't matter.
   */
  applications?: pulumi.Input<pulumi.Input<input.ApplicationDeploymentArgs>[] | undefined> | undefined;
  /**
   * Databases to deploy, by ID. Changing their arguments doesn't deploy them again.
   *
   * Order doesn't matter.
   */
  databases?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Containers to deploy, by ID. Changing their arguments doesn't deploy them again.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  containers?: pulumi.Input<pulumi.Input<input.ContainerDeploymentArgs>[] | undefined> | undefined;
  /**
   * Jobs to deploy, by ID. Changing their arguments doesn't deploy them again.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  jobs?: pulumi.Input<pulumi.Input<input.JobDeploymentArgs>[] | undefined> | undefined;
  /**
   * Helm services to deploy, by ID. Changing their arguments doesn't deploy them again.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  helms?: pulumi.Input<pulumi.Input<input.HelmDeploymentArgs>[] | undefined> | undefined;
  /**
   * Terraform services to deploy, by ID. Changing their arguments doesn't deploy them again.
   *
   * Items are identified by `id`; order doesn't matter.
   */
  terraforms?: pulumi.Input<pulumi.Input<input.TerraformDeploymentArgs>[] | undefined> | undefined;
  /**
   * Deploys everything in the environment as it is, instead of selected services (full API only). This includes services that were never deployed. If one of them needs a commit for its first deployment, the update fails or, if it doesn't wait, warns. Changing a service doesn't deploy it again; list what should trigger a deployment in `triggers`.
   *
   * Default: false.
   */
  wholeEnvironment?: pulumi.Input<boolean | undefined> | undefined;
  /** Any values. When one of them changes, everything that's listed is deployed again. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[] | undefined> | undefined;
  /**
   * Which services each deployment after the first includes: those that `changed` (and those that are out of date or failed), or `all` that are listed. Changing this value alone doesn't deploy.
   *
   * Default: "changed".
   */
  redeploy?: pulumi.Input<enums.Redeploy | undefined> | undefined;
  /**
   * Whether the update ends when the deployment is `requested`, or waits until everything is `deployed` (full API only). If it waits, a failed deployment fails the update, and the error names service and state.
   *
   * Default: `deployed` with the full API; `requested` with the basic one, which doesn't return whether a deployment succeeds.
   */
  waitFor?: pulumi.Input<enums.WaitFor | undefined> | undefined;
  /**
   * Maximum time to wait for another deployment of the environment, and for this one unless `waitFor` is `requested`.
   *
   * Unit: seconds. Default: 600. Integer of at least 1.
   */
  timeoutSeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Whether destroying the trigger cancels the deployment that it requested, if it's still running. With the basic API, any running deployment of the environment is canceled, and the provider warns if it wasn't the trigger's own. Nothing is canceled if another trigger of the stack has deployed the environment in the same run.
   *
   * Default: false.
   */
  cancelOnDestroy?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Whether canceling also ends lifecycle jobs that the deployment started.
   *
   * Default: false.
   */
  forceCancel?: pulumi.Input<boolean | undefined> | undefined;
  /** ID of the environment, to begin without a deployment: what runs there counts as deployed by the trigger (full API only). Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing DeploymentTrigger, for {@link DeploymentTrigger.get}. */
export interface DeploymentTriggerState extends StatePlace {
  /** Environment to deploy in. */
  environmentId?: pulumi.Input<string | undefined> | undefined;
}
