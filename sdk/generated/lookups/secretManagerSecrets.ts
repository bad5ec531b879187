// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpOne, lookUpOutput } from "../../lookup.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getSecretManagerSecrets}. */
export interface GetSecretManagerSecretsArgs extends LookupPlace {
  /** A cluster's access to the secret manager. */
  secretManagerAccessId: string;
  /**
   * How the names begin.
   *
   * Default: all names.
   */
  namePrefix?: string | undefined;
}

/** The values returned by {@link getSecretManagerSecrets}. */
export interface GetSecretManagerSecretsResult {
  /** The names. */
  names: string[];
}

/**
 * Gets the names of the secrets in a secret manager, also during preview: what `externalSecrets` of services can name. The secrets themselves aren't read.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getSecretManagerSecrets } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const secretManagerAccessId = config.require("secretManagerAccessId");
 *
 * export const names = getSecretManagerSecrets({ secretManagerAccessId }).then((found) => found.names);
 * ```
 */
export function getSecretManagerSecrets(
  args: GetSecretManagerSecretsArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetSecretManagerSecretsResult> {
  return lookUpOne("SecretManagerSecrets", { ...args }, options);
}

/**
 * The same as {@link getSecretManagerSecrets}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getSecretManagerSecretsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const secretManagerAccessId = config.require("secretManagerAccessId");
 *
 * export const names = getSecretManagerSecretsOutput({ secretManagerAccessId }).apply((found) => found.names);
 * ```
 */
export function getSecretManagerSecretsOutput(
  args: { [K in keyof GetSecretManagerSecretsArgs]: pulumi.Input<GetSecretManagerSecretsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetSecretManagerSecretsResult> {
  return lookUpOutput("SecretManagerSecrets", args, lookUpOne<GetSecretManagerSecretsResult>, options);
}
