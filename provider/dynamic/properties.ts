/**
 * Properties that pass information between the program, the state and the provider that Pulumi's protocol for dynamic providers
 * leaves out.
 * Those that are in states never change their names.
 */

/** Inputs and outputs: the provider's text. The engine keeps it. */
export const PROVIDER = "__provider";

/** Inputs and outputs: the Pulumi name of a resource whose kind has no name of its own, for messages. */
export const RESOURCE_NAME = "__resourceName";

/** Inputs: the URN of the resource. The state never contains it. */
export const DECLARED = "__declared";

/**
 * Inputs: which platforms the lookups of the program have read, by connection. They run in the program's process, whose
 * environment may name another platform than that of the plugin. The state never contains it.
 */
export const LOOKUPS = "__lookups";

/** Addresses by the name of the connection; that of the stack's own platform has an empty name. */
export type LookupAddresses = Readonly<Record<string, string>>;

export function writeLookups(addresses: LookupAddresses): string | undefined {
  return Object.keys(addresses).length === 0 ? undefined : JSON.stringify(addresses);
}

export function readLookups(text: unknown): LookupAddresses {
  return typeof text === "string" ? (JSON.parse(text) as LookupAddresses) : {};
}
