// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { DeployableService } from "../types/service.js";

/**
 * A step in an environment's deployment order. Stages are deployed one after the other, and the services of a stage in parallel. Each service is in exactly one stage. When you delete a stage, its services return to the environment's default stage.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container, Database, DeploymentStage } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * const db = Database.get("db", config.require("dbId"), { environmentId });
 * const web = Container.get("web", config.require("webId"));
 * const data = new DeploymentStage("data", { environmentId, services: [db] });
 * new DeploymentStage("services", { environmentId, after: data, services: [web] });
 * ```
 */
export class DeploymentStage extends PlatformResource {
  /** Environment whose services are deployed in stages. */
  declare readonly environmentId: pulumi.Output<string>;

  /** Name, unique in the environment. */
  declare readonly name: pulumi.Output<string>;

  /** Description of the stage. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Stage that is deployed before this one, as a resource or by ID. */
  declare readonly after: pulumi.Output<string | undefined>;

  /** Services of the stage, as resources or by ID, in any order. */
  declare readonly services: pulumi.Output<string[] | undefined>;

  /** Those of `services` that a deployment of the whole environment leaves out. */
  declare readonly skippedServices: pulumi.Output<string[] | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Environment of the resource. */
  declare readonly environment: pulumi.Output<output.EnvironmentReference | undefined>;

  /**
   * Creates a DeploymentStage resource with the given unique name, arguments, and options. A step in an environment's deployment order. Stages are deployed one after the other, and the services of a stage in parallel. Each service is in exactly one stage. When you delete a stage, its services return to the environment's default stage.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Container, Database, DeploymentStage } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const db = Database.get("db", config.require("dbId"), { environmentId });
   * const web = Container.get("web", config.require("webId"));
   * const data = new DeploymentStage("data", { environmentId, services: [db] });
   * new DeploymentStage("services", { environmentId, after: data, services: [web] });
   * ```
   */
  constructor(name: string, args: DeploymentStageArgs, options?: pulumi.CustomResourceOptions) {
    super("DeploymentStage", name, args, options);
  }

  /**
   * Gets an existing DeploymentStage's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { DeploymentStage } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const existing = DeploymentStage.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: DeploymentStageState = {},
    options: pulumi.CustomResourceOptions = {},
  ): DeploymentStage {
    return new DeploymentStage(name, state as DeploymentStageArgs, {
      ...options,
      id: idToRead("DeploymentStage", name, id),
    });
  }

  /** Returns true if the value is a DeploymentStage, even one of another copy of this package. */
  static override isInstance(value: unknown): value is DeploymentStage {
    return PlatformResource.isKind("DeploymentStage", value);
  }
}

/** The arguments for creating a DeploymentStage resource. */
export interface DeploymentStageArgs {
  /**
   * Environment whose services are deployed in stages.
   *
   * Changing it replaces the resource.
   */
  environmentId: pulumi.Input<string>;
  /**
   * Name, unique in the environment. Case-insensitive; surrounding whitespace is removed.
   *
   * Default: the resource's Pulumi name. Maximum length: 128 characters.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /** Description of the stage. */
  description?: pulumi.Input<string | undefined> | undefined;
  /** Stage that is deployed before this one, as a resource or by ID. If this stage isn't already after it, the platform moves it right after it, with the stages of your stack that follow. */
  after?: pulumi.Input<string | DeploymentStage | undefined> | undefined;
  /**
   * Services of the stage, as resources or by ID, in any order. They're moved here from their current stages. A service that you no longer list returns to the default stage.
   *
   * Order doesn't matter.
   */
  services?: pulumi.Input<pulumi.Input<string | DeployableService>[] | undefined> | undefined;
  /**
   * Those of `services` that a deployment of the whole environment leaves out. Whatever names them, such as a `DeploymentTrigger`, still deploys them.
   *
   * Order doesn't matter.
   */
  skippedServices?: pulumi.Input<pulumi.Input<string | DeployableService>[] | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing DeploymentStage, for {@link DeploymentStage.get}. */
export interface DeploymentStageState extends StatePlace {
  /** Environment whose services are deployed in stages. */
  environmentId?: pulumi.Input<string | undefined> | undefined;
}
