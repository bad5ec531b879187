/**
 * Properties for what Pulumi's protocol for dynamic providers doesn't pass between program, state and provider. Those in states never
 * change their names.
 */

/** Inputs and outputs: the provider's text, which the engine stores. */
export const PROVIDER = "__provider";

/** Inputs and outputs: the Pulumi name of a resource whose kind has no names, for messages. */
export const RESOURCE_NAME = "__resourceName";

/** Inputs: the URN of the resource. Never in the state. */
export const DECLARED = "__declared";

/**
 * Inputs: the platforms that the program's lookups have read, by connection. Lookups run in the program's process, whose environment may
 * have another address than the plugin's. Never in the state.
 */
export const LOOKUPS = "__lookups";

/** Addresses by connection; the name of the stack's own platform is empty. */
export type LookupAddresses = Readonly<Record<string, string>>;

export function writeLookups(addresses: LookupAddresses): string | undefined {
  return Object.keys(addresses).length === 0 ? undefined : JSON.stringify(addresses);
}

export function readLookups(text: unknown): LookupAddresses {
  return typeof text === "string" ? (JSON.parse(text) as LookupAddresses) : {};
}
