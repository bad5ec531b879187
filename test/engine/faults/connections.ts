/** The provider's connections, as undici tells of them on Node's diagnostics channels. */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

interface Reported {
  readonly connectParams: { readonly port: string };
  readonly socket?: Socket;
}

const refused = new Map<string, () => void>();
const opened = new Map<string, Set<Socket>>();

subscribe("undici:client:connectError", (message) => refused.get((message as Reported).connectParams.port)?.());
subscribe("undici:client:connected", (message) => {
  const { connectParams, socket } = message as Reported;
  if (socket === undefined) return;
  const { port } = connectParams;
  const sockets = opened.get(port) ?? new Set();
  opened.set(port, sockets.add(socket));
  socket.once("close", () => sockets.delete(socket));
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
