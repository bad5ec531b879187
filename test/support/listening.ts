import type { AddressInfo, Server } from "node:net";

/** The port of this machine at which a server listens from now on. */
export async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
