/**
 * Input by which a program says which platforms its look-ups have read, by connection. They run in the program's process, whose
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
