// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";
import type { Application } from "./application.js";
import type { Container } from "./container.js";
import type { Environment } from "./environment.js";
import type { HelmService } from "./helmService.js";
import type { Job } from "./job.js";
import type { Project } from "./project.js";
import type { TerraformService } from "./terraformService.js";

/**
 * An environment variable or a file of a service, or of all services of an environment or a project. Services see a change after their next deployment.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container, Variable } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 *
 * const api = Container.get("api", config.require("apiId"));
 * new Variable("log-level", { on: api, key: "LOG_LEVEL", value: "info" });
 * new Variable("token", { on: api, key: "PAYMENT_TOKEN", value: config.requireSecret("paymentToken") });
 * ```
 */
export class Variable extends PlatformResource {
  /** Scope of the variable: a project, an environment, or a service. */
  declare readonly on: pulumi.Output<string>;

  /** Key of the variable. */
  declare readonly key: pulumi.Output<string>;

  /**
   * Value or, for a file, its content.
   *
   * Secret if `secret` is true.
   */
  declare readonly value: pulumi.Output<string | undefined>;

  /** Whether the platform keeps the value secret. */
  declare readonly secret: pulumi.Output<boolean | undefined>;

  /** Path of the file that contains the value, in the service's instances. */
  declare readonly mountPath: pulumi.Output<string | undefined>;

  /** Access to the secret manager that has the value: one of the `secretManagerAccessIds` of the cluster that the environment is on. */
  declare readonly secretManagerAccessId: pulumi.Output<string | undefined>;

  /** Whether the platform replaces references to other variables in the content of a file. */
  declare readonly enableInterpolationInFile: pulumi.Output<boolean | undefined>;

  /** Description of the variable. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** The variable that this one is an alias of: a resource, an ID, one of a database's `credentials`, such as `db.credentials.password`, or one of the `builtInVariables` of a project, an environment or another service. */
  declare readonly aliasOf: pulumi.Output<string | undefined>;

  /** The variable of a wider scope that this one overrides, as a resource or by ID. */
  declare readonly overrides: pulumi.Output<string | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Type of the variable: `VALUE`, `FILE`, `ALIAS`, `OVERRIDE`, `EXTERNAL_SECRET` or `FILE_EXTERNAL_SECRET`. */
  declare readonly type: pulumi.Output<string | undefined>;

  /** The variable that this one is an alias of. */
  declare readonly aliasedVariable: pulumi.Output<output.VariableTarget | undefined>;

  /** The variable that this one overrides. */
  declare readonly overriddenVariable: pulumi.Output<output.VariableTarget | undefined>;

  /**
   * Creates a Variable resource with the given unique name, arguments, and options. An environment variable or a file of a service, or of all services of an environment or a project. Services see a change after their next deployment.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Container, Variable } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   *
   * const api = Container.get("api", config.require("apiId"));
   * new Variable("log-level", { on: api, key: "LOG_LEVEL", value: "info" });
   * new Variable("token", { on: api, key: "PAYMENT_TOKEN", value: config.requireSecret("paymentToken") });
   * ```
   */
  constructor(name: string, args: VariableArgs, options?: pulumi.CustomResourceOptions) {
    super("Variable", name, args, options);
  }

  /**
   * Gets an existing Variable's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Variable } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const on = config.require("on");
   *
   * const existing = Variable.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { on });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: VariableState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Variable {
    return new Variable(name, state as VariableArgs, { ...options, id: idToRead("Variable", name, id) });
  }

  /** Returns true if the value is a Variable, even one of another copy of this package. */
  static override isInstance(value: unknown): value is Variable {
    return PlatformResource.isKind("Variable", value);
  }
}

/** The arguments for creating a Variable resource. */
export interface VariableArgs {
  /**
   * Scope of the variable: a project, an environment, or a service. Every service in that scope receives it.
   *
   * Format: a reference: project, environment, application, container, job, terraform or helm, a slash and a UUID, such as container/3fa85f64-5717-4562-b3fc-2c963f66afa6. Changing it replaces the resource.
   */
  on: pulumi.Input<string | Application | Container | Job | TerraformService | HelmService | Environment | Project>;
  /** Key of the variable; case-sensitive and unique in its scope. */
  key: pulumi.Input<string>;
  /**
   * Value or, for a file, its content; with `secretManagerAccessId`, the name of the secret. If your program marks it as secret, the variable is secret.
   *
   * Ignored if type is ALIAS. Secret if `secret` is true.
   */
  value?: pulumi.Input<string | undefined> | undefined;
  /**
   * Whether the platform keeps the value secret. It never returns a secret value, so changes outside Pulumi aren't detected.
   *
   * Default: whether the program marks the value as secret. Ignored if type is ALIAS or OVERRIDE. Changing it replaces the resource.
   */
  secret?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Path of the file that contains the value, in the service's instances. Makes the variable a file.
   *
   * Ignored if type is ALIAS or OVERRIDE. Changing it replaces the resource.
   */
  mountPath?: pulumi.Input<string | undefined> | undefined;
  /**
   * Access to the secret manager that has the value: one of the `secretManagerAccessIds` of the cluster that the environment is on. `value` is then the name of the secret there, or its ARN.
   *
   * Ignored if type is ALIAS or OVERRIDE.
   */
  secretManagerAccessId?: pulumi.Input<string | undefined> | undefined;
  /** Whether the platform replaces references to other variables in the content of a file. */
  enableInterpolationInFile?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Description of the variable.
   *
   * Maximum length: 255 characters.
   */
  description?: pulumi.Input<string | undefined> | undefined;
  /**
   * The variable that this one is an alias of: a resource, an ID, one of a database's `credentials`, such as `db.credentials.password`, or one of the `builtInVariables` of a project, an environment or another service.
   *
   * Format: a UUID, or a reference to a variable of a database, such as database/3fa85f64-5717-4562-b3fc-2c963f66afa6/password. Changing it replaces the resource.
   */
  aliasOf?: pulumi.Input<string | Variable | undefined> | undefined;
  /**
   * The variable of a wider scope that this one overrides, as a resource or by ID.
   *
   * Changing it replaces the resource.
   */
  overrides?: pulumi.Input<string | Variable | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing Variable, for {@link Variable.get}. */
export interface VariableState extends StatePlace {
  /**
   * Scope of the variable: a project, an environment, or a service. Every service in that scope receives it.
   *
   * Format: a reference: project, environment, application, container, job, terraform or helm, a slash and a UUID, such as container/3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  on?:
    | pulumi.Input<
        string | Application | Container | Job | TerraformService | HelmService | Environment | Project | undefined
      >
    | undefined;
}
