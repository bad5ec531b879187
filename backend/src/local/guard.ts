/** Keeps the local paths local: no other machine, no web page of another origin (DNS rebinding, CSRF). */
import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import { Problem } from "../problem.js";

function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address === "::1" || (address?.replace("::ffff:", "").startsWith("127.") ?? false);
}

function hostOf(request: IncomingMessage): URL | undefined {
  const url = `http://${request.headers.host}`;
  return URL.canParse(url) ? new URL(url) : undefined;
}

export function refuseForeigners(request: IncomingMessage): void {
  const host = hostOf(request);
  if (host === undefined || !isLoopbackName(host.hostname) || !isLoopbackAddress(request.socket.remoteAddress)) {
    throw new Problem(403, "The local paths answer only on this machine, under a loopback host name.");
  }
  const { origin } = request.headers;
  if (origin !== undefined && origin !== host.origin) {
    throw new Problem(403, "The local paths refuse requests that come from other origins.");
  }
}
