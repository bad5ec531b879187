import type { AddressInfo } from "node:net";

/** The URL of the server on this machine. One that listens at every address is reached at the loopback address. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[address] ?? (family === "IPv6" ? `[${address}]` : address);
  return `http://${host}:${port}`;
}
