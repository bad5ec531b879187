/**
 * Restricts the local paths to pages of this origin and, unless a secret protects them, to this machine (against CSRF and DNS
 * rebinding). A tunnel or proxy on this machine passes on requests of others, with a loopback Host, so requests that show signs of one
 * are refused, too.
 */
import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import { Problem } from "../problem.js";
import { parseUrl } from "../schema/parse-url.js";

function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address === "::1" || (address?.replace("::ffff:", "").startsWith("127.") ?? false);
}

/** The host of the request; undefined if it has none, or several. */
function hostOf({ headersDistinct, url }: IncomingMessage): URL | undefined {
  const [host, ...further] = headersDistinct.host ?? [];
  // An absolute request target, as sent to proxies, would be a second host.
  if (further.length > 0 || url?.startsWith("/") !== true) return undefined;
  return parseUrl(`http://${host}`);
}

/** The values of Sec-Fetch-Site for requests from this page or directly from the user. */
const ownSites = ["same-origin", "none"];

/** Whether a proxy has added what it knows of the original request. */
function isForwarded({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => name === "forwarded" || name.startsWith("x-forwarded-"));
}

/** Refuses requests from other machines. */
export function refuseForeigners(request: IncomingMessage): void {
  const host = hostOf(request);
  if (host === undefined || !isLoopbackName(host.hostname) || !isLoopbackAddress(request.socket.remoteAddress)) {
    throw new Problem(
      403,
      "Without --local-secret, the local paths accept requests only from this machine, with a loopback host name.",
    );
  }
  if (isForwarded(request)) {
    throw new Problem(
      403,
      "Without --local-secret, the local paths refuse requests that a proxy or a tunnel has forwarded.",
    );
  }
}

/** Refuses requests of other pages in a browser. Behind a proxy, a page may have another scheme than its requests here. */
export function refuseOtherOrigins(request: IncomingMessage, mayBeForwarded: boolean): void {
  const host = hostOf(request);
  const isOwn = (page: string) => (mayBeForwarded ? parseUrl(page)?.host === host?.host : page === host?.origin);
  const { origin, "sec-fetch-site": site } = request.headers;
  if ((origin !== undefined && !isOwn(origin)) || (site !== undefined && !ownSites.includes(String(site)))) {
    throw new Problem(403, "The local paths refuse requests from other origins.");
  }
}
