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

/** The host that the request names; undefined where it names none, or several. */
function hostOf({ headersDistinct, url }: IncomingMessage): URL | undefined {
  const [host, ...further] = headersDistinct.host ?? [];
  // A target with a host of its own, as proxies get, is a second one.
  if (further.length > 0 || url?.startsWith("/") !== true) return undefined;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
}

/** What browsers say of who sends a request, also where they send no origin: this page, or the user alone. */
const ownSites = ["same-origin", "none"];

export function refuseForeigners(request: IncomingMessage): void {
  const host = hostOf(request);
  if (host === undefined || !isLoopbackName(host.hostname) || !isLoopbackAddress(request.socket.remoteAddress)) {
    throw new Problem(403, "The local paths answer only on this machine, under a loopback host name.");
  }
  const { origin, "sec-fetch-site": site } = request.headers;
  if ((origin !== undefined && origin !== host.origin) || (site !== undefined && !ownSites.includes(String(site)))) {
    throw new Problem(403, "The local paths refuse requests that come from other origins.");
  }
}
