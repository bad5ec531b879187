// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type * as output from "../types/output.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getVariables}. */
export interface GetVariablesArgs extends LookupPlace {
  /**
   * Scope of the variable: a project, an environment, or a service. Every service in that scope receives it.
   *
   * Format: a reference: project, environment, application, container, job, terraform or helm, a slash and a UUID, such as container/3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  on: string;
}

/** The arguments of {@link getVariable}: either a name or an ID. */
export interface GetVariableArgs extends LookupPlace {
  /**
   * Scope of the variable: a project, an environment, or a service. Every service in that scope receives it.
   *
   * Format: a reference: project, environment, application, container, job, terraform or helm, a slash and a UUID, such as container/3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  on: string;
  /** Name to look for: the `key` argument. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getVariable}. */
export interface GetVariableResult {
  /** ID on the platform. */
  id: string;
  /** Scope of the variable: a project, an environment, or a service. */
  on: string;
  /** Key of the variable. */
  key: string;
  /**
   * Value or, for a file, its content.
   *
   * Secret if `secret` is true.
   */
  value?: string | undefined;
  /** Whether the platform keeps the value secret. */
  secret?: boolean | undefined;
  /** Path of the file that contains the value, in the service's instances. */
  mountPath?: string | undefined;
  /** Access to the secret manager that has the value: one of the `secretManagerAccessIds` of the cluster that the environment is on. */
  secretManagerAccessId?: string | undefined;
  /** Description of the variable. */
  description?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
  /** Type of the variable: `VALUE`, `FILE`, `ALIAS`, `OVERRIDE`, `EXTERNAL_SECRET` or `FILE_EXTERNAL_SECRET`. */
  type?: string | undefined;
  /** The variable that this one is an alias of. */
  aliasedVariable?: output.VariableTarget | undefined;
  /** The variable that this one overrides. */
  overriddenVariable?: output.VariableTarget | undefined;
}

/**
 * Gets all Variable resources of the given project, environment, application, container, job, terraform or helm, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getVariables } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const on = config.require("on");
 *
 * export const names = getVariables({ on }).then((all) => all.map(({ key }) => key));
 * ```
 */
export function getVariables(args: GetVariablesArgs, options?: pulumi.InvokeOptions): Promise<GetVariableResult[]> {
  return lookUpAll("Variable", { ...args }, options);
}

/**
 * The same as {@link getVariables}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getVariablesOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const on = config.require("on");
 *
 * export const names = getVariablesOutput({ on }).apply((all) => all.map(({ key }) => key));
 * ```
 */
export function getVariablesOutput(
  args: { [K in keyof GetVariablesArgs]: pulumi.Input<GetVariablesArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVariableResult[]> {
  return lookUpOutput("Variable", args, lookUpAll<GetVariableResult>, options);
}

/**
 * Gets the Variable with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getVariable } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const on = config.require("on");
 *
 * export const id = getVariable({ on, name: "LOG_LEVEL" }).then((existing) => existing.id);
 * ```
 */
export function getVariable(args: GetVariableArgs, options?: pulumi.InvokeOptions): Promise<GetVariableResult> {
  return lookUpOne("Variable", { ...args }, options);
}

/**
 * The same as {@link getVariable}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getVariableOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const on = config.require("on");
 *
 * export const id = getVariableOutput({ on, name: "LOG_LEVEL" }).apply((existing) => existing.id);
 * ```
 */
export function getVariableOutput(
  args: { [K in keyof GetVariableArgs]: pulumi.Input<GetVariableArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVariableResult> {
  return lookUpOutput("Variable", args, lookUpOne<GetVariableResult>, options);
}
