/** Addresses by the name of the connection; that of the stack's own platform has an empty name. */
export type LookupAddresses = Readonly<Record<string, string>>;

export function writeLookups(addresses: LookupAddresses): string | undefined {
  return Object.keys(addresses).length === 0 ? undefined : JSON.stringify(addresses);
}

export function readLookups(text: unknown): LookupAddresses {
  return typeof text === "string" ? (JSON.parse(text) as LookupAddresses) : {};
}
