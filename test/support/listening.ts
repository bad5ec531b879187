import { randomInt } from "node:crypto";
import type { AddressInfo, Server } from "node:net";

/** The port of this machine at which a server listens from now on. */
export async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/**
 * An address that nobody else listens at, so that a port that was given up for a while is free afterwards. Only Linux
 * answers at all loopback addresses.
 */
export const ownAddress = (): string =>
  process.platform === "linux" ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : "127.0.0.1";
