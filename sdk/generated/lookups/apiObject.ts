// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpOne, lookUpOutput } from "../../lookup.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getApiObject}. */
export interface GetApiObjectArgs extends LookupPlace {
  /** Path below the base URL of the API, with parameters in braces; may have a query, such as `/organization/{organizationId}/webhook`. */
  path: string;
  /** Values for the names in braces, in all paths. */
  parameters?: { [key: string]: string } | undefined;
}

/** The values returned by {@link getApiObject}. */
export interface GetApiObjectResult {
  /** What the platform returned, with the API's own names. */
  response: unknown;
}

/**
 * Gets what the platform's API returns for a path, also during preview. It may be a path of any resource.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import { getApiObject } from "pulumi-app-platform";
 *
 * export const response = getApiObject({ path: "/organization" }).then((found) => found.response);
 * ```
 */
export function getApiObject(args: GetApiObjectArgs, options?: pulumi.InvokeOptions): Promise<GetApiObjectResult> {
  return lookUpOne("ApiObject", { ...args }, options);
}

/**
 * The same as {@link getApiObject}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import { getApiObjectOutput } from "pulumi-app-platform";
 *
 * export const response = getApiObjectOutput({ path: "/organization" }).apply((found) => found.response);
 * ```
 */
export function getApiObjectOutput(
  args: { [K in keyof GetApiObjectArgs]: pulumi.Input<GetApiObjectArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetApiObjectResult> {
  return lookUpOutput("ApiObject", args, lookUpOne<GetApiObjectResult>, options);
}
