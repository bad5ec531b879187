import { BlockList, isIP } from "node:net";
import { ConfigurationError } from "../errors/plan.js";
import { parseUrl } from "../schema/formats.js";
import { isLoopback } from "./settings.js";

export interface HttpProxy {
  /** Without credentials. */
  readonly url: string;
  /** The value of `Proxy-Authorization`, a secret. */
  readonly authorization?: string;
  /** The environment variable with the URL. */
  readonly source: string;
}

/** Through a proxy, or directly, and why. */
export type Route = { readonly proxy: HttpProxy } | { readonly proxy?: undefined; readonly why: string };

/**
 * The route to an address, by the usual variables: HTTPS_PROXY or HTTP_PROXY, and NO_PROXY, of which those in lower case take precedence.
 * This machine needs no proxy.
 *
 * @throws ConfigurationError if the variable isn't the URL of an HTTP proxy.
 */
export function routeTo(address: URL, environment: NodeJS.ProcessEnv = process.env): Route {
  const specified = (name: string): readonly [text: string | undefined, source: string] => {
    const source = environment[name] === undefined ? name.toUpperCase() : name;
    return [environment[source], source];
  };
  const [text, source] = specified("https_proxy")[0] ? specified("https_proxy") : specified("http_proxy");
  if (!text) return { why: "HTTPS_PROXY and HTTP_PROXY aren't set" };
  if (isLoopback(address)) return { why: "a loopback address" };
  const [exceptions = "", name] = specified("no_proxy");
  if (isException(address, exceptions)) return { why: `as ${name} says` };
  return { proxy: proxyOf(text, source, address) };
}

function proxyOf(text: string, source: string, { host }: URL): HttpProxy {
  const url = parseUrl(/^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    // The message doesn't contain the value: it may contain a password.
    throw new ConfigurationError(
      [`${source} must be the URL of an HTTP proxy, such as http://proxy.example.com:3128.`],
      [`correct ${source}`, `add ${host} to NO_PROXY, to connect without a proxy`],
    );
  }
  const { protocol, host: proxyHost, username, password } = url;
  const credentials = `${decodedOf(username)}:${decodedOf(password)}`;
  return {
    url: `${protocol}//${proxyHost}`,
    ...(credentials === ":" ? {} : { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
    source,
  };
}

/** A `%` that encodes nothing means itself. */
function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Host or `[IPv6]`, or an IPv6 address without brackets; with or without a port. */
const entryForm = /^(?:\[([^\]]+)\]|([^:]+)|(.*:.*:.*))(?::(\d+))?$/;

/**
 * Whether the list has the address: `*`; a host, with its subdomains (`example.com`, `.example.com`, `*.example.com`); an IP address or a
 * range (`10.0.0.0/8`). With a port, an entry is only for that port.
 */
function isException({ protocol, hostname, port }: URL, list: string): boolean {
  const host = withoutBrackets(hostname).replace(/\.$/, "");
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  return list.split(/[\s,]/).some((entry) => {
    const [, bracketed, plain, address, entryPort = ownPort] = entryForm.exec(entry.toLowerCase()) ?? [];
    const name = bracketed ?? plain ?? address;
    if (name === undefined || entryPort !== ownPort) return false;
    const domain = name.replace(/^\*?\.|\.$/g, "");
    return (
      name === "*" || host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)) || isInRange(host, name)
    );
  });
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isInRange(host: string, range: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  const [family, networkFamily] = [isIP(host), isIP(network)];
  const most = networkFamily === 4 ? 32 : 128;
  if (family === 0 || networkFamily === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), networkFamily === 4 ? "ipv4" : "ipv6");
  return list.check(host, family === 4 ? "ipv4" : "ipv6");
}
