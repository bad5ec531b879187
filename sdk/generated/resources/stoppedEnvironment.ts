// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type { StatePlace } from "../types/place.js";

/**
 * An environment whose services are stopped on purpose, for example at night. Its creation stops them, and waits until they're stopped. If somebody starts one, `pulumi refresh` removes the resource from the state, and the next `pulumi up` stops the service again. Destroying it starts nothing. A program that also declares a DeploymentTrigger of the environment fails at preview.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { StoppedEnvironment } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 *
 * new StoppedEnvironment("night", { environmentId: config.require("stagingId") });
 * ```
 */
export class StoppedEnvironment extends PlatformResource {
  /** Environment whose services are stopped. */
  declare readonly environmentId: pulumi.Output<string>;

  /**
   * Maximum time to wait for a running deployment of the environment, and until the services have stopped.
   *
   * Unit: seconds.
   */
  declare readonly timeoutSeconds: pulumi.Output<number | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /**
   * Creates a StoppedEnvironment resource with the given unique name, arguments, and options. An environment whose services are stopped on purpose, for example at night. Its creation stops them, and waits until they're stopped. If somebody starts one, `pulumi refresh` removes the resource from the state, and the next `pulumi up` stops the service again. Destroying it starts nothing. A program that also declares a DeploymentTrigger of the environment fails at preview.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { StoppedEnvironment } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   *
   * new StoppedEnvironment("night", { environmentId: config.require("stagingId") });
   * ```
   */
  constructor(name: string, args: StoppedEnvironmentArgs, options?: pulumi.CustomResourceOptions) {
    super("StoppedEnvironment", name, args, options);
  }

  /**
   * Gets an existing StoppedEnvironment's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { StoppedEnvironment } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const environmentId = config.require("environmentId");
   *
   * const existing = StoppedEnvironment.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { environmentId });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: StoppedEnvironmentState = {},
    options: pulumi.CustomResourceOptions = {},
  ): StoppedEnvironment {
    return new StoppedEnvironment(name, state as StoppedEnvironmentArgs, {
      ...options,
      id: idToRead("StoppedEnvironment", name, id),
    });
  }

  /** Returns true if the value is a StoppedEnvironment, even one of another copy of this package. */
  static override isInstance(value: unknown): value is StoppedEnvironment {
    return PlatformResource.isKind("StoppedEnvironment", value);
  }
}

/** The arguments for creating a StoppedEnvironment resource. */
export interface StoppedEnvironmentArgs {
  /**
   * Environment whose services are stopped.
   *
   * Changing it replaces the resource.
   */
  environmentId: pulumi.Input<string>;
  /**
   * Maximum time to wait for a running deployment of the environment, and until the services have stopped. `customTimeouts` applies if you omit this.
   *
   * Unit: seconds. Default: 600. Integer of at least 1.
   */
  timeoutSeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing StoppedEnvironment, for {@link StoppedEnvironment.get}. */
export interface StoppedEnvironmentState extends StatePlace {
  /** Environment whose services are stopped. */
  environmentId?: pulumi.Input<string | undefined> | undefined;
}
