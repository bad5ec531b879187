/** What the state has of an explicit provider besides its settings. */

import { parseUrl } from "../schema/formats.js";
import { UNKNOWN, type Values } from "../schema/json.js";

/** Input with the provider's name: the engine compares the settings of two providers without their names. */
export const PROVIDER_NAME = "__name";

/** Input with the address that the provider uses, which the environment may set. */
export const ADDRESS = "__address";

/** Input of the SDK, or of a check: the program declares the provider, whatever its name is. */
export const DECLARED = "__declared";

/**
 * Whether the program declares the provider. The SDK for Node.js says so, and a check where the settings aren't those of the stack.
 * Otherwise, it does unless the name is the engine's name for the default provider of a version: `default`, or `default_1_2_3`, perhaps with
 * the address that it was downloaded from.
 */
export function isExplicit(name: string, specified: Values): boolean {
  if (specified[DECLARED] !== undefined) return true;
  const { version } = specified;
  const numbers = typeof version === "string" ? `_${version.replace(/[.+-]/g, "_")}` : "(_\\d+_\\d+_\\d+(_\\w+)*)?";
  return !new RegExp(`^(default${numbers}(_\\S*[./]\\S*)?)?$`).test(name);
}

/** The address that the provider uses, if known. */
export function addressIn({ [ADDRESS]: address, baseUrl = null }: Values): string | undefined {
  const known = address ?? baseUrl;
  return typeof known === "string" && known !== UNKNOWN ? (parseUrl(known)?.href ?? known) : undefined;
}
