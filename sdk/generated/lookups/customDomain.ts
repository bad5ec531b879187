// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
import type { LookupPlace } from "../types/place.js";

/** The arguments of {@link getCustomDomains}. */
export interface GetCustomDomainsArgs extends LookupPlace {
  /**
   * Service that the domain leads to.
   *
   * Format: a reference: application, container or helm, a slash and a UUID, such as container/3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  on: string;
}

/** The arguments of {@link getCustomDomain}: either a name or an ID. */
export interface GetCustomDomainArgs extends LookupPlace {
  /**
   * Service that the domain leads to.
   *
   * Format: a reference: application, container or helm, a slash and a UUID, such as container/3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  on: string;
  /** Name to look for: the `domain` argument; case-insensitive. */
  name?: string | undefined;
  /** ID to look for, instead of a name. */
  id?: string | undefined;
}

/** The values returned by {@link getCustomDomain}. */
export interface GetCustomDomainResult {
  /** ID on the platform. */
  id: string;
  /** Service that the domain leads to. */
  on: string;
  /** Domain name. */
  domain: string;
  /** Whether the platform obtains and renews a TLS certificate for the domain. */
  generateCertificate: boolean;
  /** Whether requests come through a content delivery network (CDN). */
  useCdn: boolean;
  /** Time of creation (ISO 8601). */
  createdAt?: string | undefined;
  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  updatedAt?: string | undefined;
  /** Name that the CNAME record of the domain must have. */
  validationDomain?: string | undefined;
  /** State of the validation, for example `VALIDATION_PENDING`. */
  status?: string | undefined;
}

/**
 * Gets all CustomDomain resources of the given application, container or helm, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCustomDomains } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const on = config.require("on");
 *
 * export const names = getCustomDomains({ on }).then((all) => all.map(({ domain }) => domain));
 * ```
 */
export function getCustomDomains(
  args: GetCustomDomainsArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetCustomDomainResult[]> {
  return lookUpAll("CustomDomain", { ...args }, options);
}

/**
 * The same as {@link getCustomDomains}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCustomDomainsOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const on = config.require("on");
 *
 * export const names = getCustomDomainsOutput({ on }).apply((all) => all.map(({ domain }) => domain));
 * ```
 */
export function getCustomDomainsOutput(
  args: { [K in keyof GetCustomDomainsArgs]: pulumi.Input<GetCustomDomainsArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCustomDomainResult[]> {
  return lookUpOutput("CustomDomain", args, lookUpAll<GetCustomDomainResult>, options);
}

/**
 * Gets the CustomDomain with the given name or ID, also during preview.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls; the platform is chosen by the argument `connection`.
 * @throws An error with a code if there is none, or if the platform refuses the request or can't be reached.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCustomDomain } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const on = config.require("on");
 *
 * export const id = getCustomDomain({ on, name: "shop.example.com" }).then((existing) => existing.id);
 * ```
 */
export function getCustomDomain(
  args: GetCustomDomainArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetCustomDomainResult> {
  return lookUpOne("CustomDomain", { ...args }, options);
}

/**
 * The same as {@link getCustomDomain}, for arguments that are outputs.
 *
 * @param args Where to look, and what for.
 * @param options Pulumi's options of function calls. With `dependsOn`, the function runs after these resources are created; during preview, not while one of them is still to be created.
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { getCustomDomainOutput } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const on = config.require("on");
 *
 * export const id = getCustomDomainOutput({ on, name: "shop.example.com" }).apply((existing) => existing.id);
 * ```
 */
export function getCustomDomainOutput(
  args: { [K in keyof GetCustomDomainArgs]: pulumi.Input<GetCustomDomainArgs[K]> },
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCustomDomainResult> {
  return lookUpOutput("CustomDomain", args, lookUpOne<GetCustomDomainResult>, options);
}
