/** What the state has of a native provider, besides its settings. */

import { UNKNOWN, type Values } from "../schema/json.js";
import { parseUrl } from "../schema/textFormats.js";

/** The input in which a provider's state keeps its name: the engine compares the settings of two providers without their names. */
export const PROVIDER_NAME = "__name";

/** The input in which a provider's state keeps the address that it uses, which the environment may set. */
export const ADDRESS = "__address";

/** The input by which the SDK says that the program declares the provider, whatever its name is. */
export const DECLARED = "__declared";

/**
 * Whether the program declares the provider, with settings of its own. The SDK for Node.js says so. With other SDKs, it does unless
 * the provider has the name that the engine gives the default provider of its version: `default`, or `default_1_2_3`, with an address
 * from where it was downloaded.
 */
export function isExplicit(name: string, given: Values): boolean {
  if (given[DECLARED] !== undefined) return true;
  const { version } = given;
  const numbers = typeof version === "string" ? `_${version.replace(/[.+-]/g, "_")}` : "(_\\d+_\\d+_\\d+(_\\w+)*)?";
  return !new RegExp(`^(default${numbers}(_\\S*[./]\\S*)?)?$`).test(name);
}

/** The address that the provider uses, if it is known. */
export function addressIn({ [ADDRESS]: address, baseUrl = null }: Values): string | undefined {
  const known = address ?? baseUrl;
  return typeof known === "string" && known !== UNKNOWN ? (parseUrl(known)?.href ?? known) : undefined;
}
