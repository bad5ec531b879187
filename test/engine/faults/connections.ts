/** The provider's connections, as undici tells of them on Node's diagnostics channels. */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

interface Told {
  readonly connectParams: { readonly port: string };
  readonly socket?: Socket;
}

const refused = new Map<string, () => void>();
const opened = new Map<string, Set<Socket>>();
const largest = new Map<string, number>();

subscribe("undici:client:connectError", (message) => refused.get((message as Told).connectParams.port)?.());
subscribe("undici:client:connected", (message) => {
  const { connectParams, socket } = message as Told;
  if (socket === undefined) return;
  const { port } = connectParams;
  const sockets = opened.get(port) ?? new Set();
  opened.set(port, sockets.add(socket));
  socket.once("close", () => {
    sockets.delete(socket);
    largest.set(port, Math.max(largest.get(port) ?? 0, socket.bytesRead));
  });
});

/** Calls back each time that a connection to the port of the address fails. */
export function onRefused(url: string, tell: () => void): void {
  refused.set(new URL(url).port, tell);
}

/** Closes the connections that are open to the address: a provider keeps them for its next request. */
export function closeConnections(url: string): void {
  const { port } = new URL(url);
  for (const socket of opened.get(port) ?? []) socket.destroy();
  refused.delete(port);
}

/** How many bytes at most have come over one of the connections to the address that are closed by now. */
export function largestRead(url: string): number {
  return largest.get(new URL(url).port) ?? 0;
}
