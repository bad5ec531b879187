import { BlockList, isIP } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";
import type { Dispatcher, Pool } from "undici";
import { ConfigurationError } from "../errors/plan.js";
import { parseUrl } from "../schema/formats.js";
import type { LoggedRequest } from "./operation.js";
import { isLoopback, type SettingValues } from "./settings.js";

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly logged?: LoggedRequest;
}

export interface RawResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Why the body can't be decoded, after "the response …"; the text is empty then. */
  readonly undecodable?: string;
}

export function isEmpty({ text, undecodable }: RawResponse): boolean {
  return undecodable === undefined && text.trim() === "";
}

/**
 * Sends a request once, and returns the complete response. Fails with an error that has a `code` (`ECONNRESET`, …), with the signal's
 * reason once it aborts, with `OversizedResponse`, or with `UnsentRequest` if certainly nothing was sent.
 */
export type Transport = (request: RawRequest, signal: AbortSignal) => Promise<RawResponse>;

export const maxResponseBytes = 16 * 1024 * 1024;

export const maxHeaderBytes = 64 * 1024;

/** A response, or its headers, exceeds the maximum size, as the message says. */
export class OversizedResponse extends Error {
  constructor(part: "body" | "headers" = "body") {
    super(
      part === "body"
        ? `the response is larger than ${maxResponseBytes / 1024 / 1024} MiB`
        : `the headers of the response are larger than ${maxHeaderBytes / 1024} KiB`,
    );
  }
}

/** Nothing was sent, since there was no connection. Without a cause, the time limit passed first. */
export class UnsentRequest extends Error {
  constructor(cause?: unknown) {
    super("There was no connection.", { cause });
  }
}

/** A proxy didn't connect to the platform: it responded with this status, or the connection to it failed. */
export class ProxyFailure extends Error {
  constructor(
    readonly status: number | undefined,
    cause?: unknown,
  ) {
    super("The proxy didn't connect.", { cause });
  }
}

interface NetworkSettings extends Pick<SettingValues, "maxConcurrentRequests" | "requestTimeoutSeconds"> {
  readonly baseUrl: URL;
  readonly proxy?: HttpProxy | undefined;
}

/** Persistent, shared connections to the platform. Follows no redirects. */
export function networkTo({
  baseUrl,
  proxy,
  maxConcurrentRequests,
  requestTimeoutSeconds,
}: NetworkSettings): Transport {
  let opened: Dispatcher | undefined;
  const open = () => {
    // Loaded with the first request, since it takes as long as everything else, and a preview often sends none.
    const undici = require("undici") as typeof import("undici");
    const connect = { timeout: requestTimeoutSeconds * 1000 };
    const options = { connections: maxConcurrentRequests, keepAliveTimeout: 30_000, maxHeaderSize: maxHeaderBytes };
    if (proxy === undefined) return new undici.Pool(baseUrl.origin, { ...options, connect });
    return new undici.ProxyAgent({
      ...options,
      uri: proxy.url,
      ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
      proxyTls: connect,
      requestTls: connect,
      // Otherwise, a proxy that doesn't respond would keep the process alive for minutes.
      clientFactory: ({ origin }, specified) =>
        tunnelling(new undici.Pool(origin, { ...specified, headersTimeout: connect.timeout })),
    });
  };
  return (request, signal) => {
    opened ??= open();
    return exchange(opened, baseUrl.origin, request, signal);
  };
}

/**
 * Connections to a proxy, with errors that say what it did. Those of undici don't have its status, and if the proxy closes the
 * connection, undici reconnects without a pause.
 */
function tunnelling(pool: Pool): Pool {
  const plain = pool.connect.bind(pool) as (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;
  const connect = async (options: Dispatcher.ConnectOptions) => {
    const tunnel = await plain(options).catch((cause) => {
      throw new ProxyFailure(undefined, cause);
    });
    if (tunnel.statusCode === 200) return tunnel;
    tunnel.socket.on("error", () => {}).destroy();
    throw new ProxyFailure(tunnel.statusCode);
  };
  return Object.assign(pool, { connect });
}

/**
 * One request and its response, with its own handler: `request` of undici wraps both bodies in streams, which takes longer than all the
 * rest, and doesn't say whether anything was sent.
 */
function exchange(
  dispatcher: Dispatcher,
  origin: string,
  request: RawRequest,
  signal: AbortSignal,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    /** Set once there is a connection (a secure one with https): nothing is sent before. */
    let connection: Dispatcher.DispatchController | undefined;
    let head: Pick<RawResponse, "status" | "headers"> = { status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let size = 0;
    const abort = () => {
      reject(connection === undefined ? new UnsentRequest() : signal.reason);
      connection?.abort(signal.reason);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        connection = controller;
        if (signal.aborted) controller.abort(signal.reason);
      },
      onResponseStart(_, status, headers) {
        head = { status, headers };
      },
      onResponseData(controller, chunk) {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxResponseBytes) controller.abort(new OversizedResponse());
      },
      onResponseEnd() {
        signal.removeEventListener("abort", abort);
        try {
          resolve({ ...head, ...decoded(Buffer.concat(chunks), head.headers["content-encoding"]) });
        } catch (error) {
          reject(error);
        }
      },
      onResponseError(_, error) {
        signal.removeEventListener("abort", abort);
        if (connection === undefined) reject(new UnsentRequest(error));
        else reject((error as { code?: string }).code === headersOverflow ? new OversizedResponse("headers") : error);
      },
    };
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    else dispatcher.dispatch(optionsOf(request, origin), handler);
  });
}

const headersOverflow = "UND_ERR_HEADERS_OVERFLOW";

function optionsOf({ method, path, headers, body }: RawRequest, origin: string): Dispatcher.DispatchOptions {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return {
    origin,
    method: method as "GET",
    path,
    headers: {
      ...headers,
      // Without this header, a server may choose any encoding.
      "accept-encoding": "identity",
      ...(bytes === undefined ? {} : { "content-length": String(bytes.length) }),
    },
    body: bytes ?? null,
    // The signal limits the whole exchange. These would only limit its pauses.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

const decoders: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Buffer>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Maximum number of codings, one on top of the other. */
const maxCodings = 5;

/**
 * The text of a body, which a server may encode although the provider doesn't ask for that. One that can't be decoded doesn't fail the
 * request: the status still says what happened.
 *
 * @throws OversizedResponse if it exceeds the maximum size then.
 */
function decoded(body: Buffer, header: string | string[] | undefined): Pick<RawResponse, "text" | "undecodable"> {
  if (body.length === 0) return { text: "" };
  const words = String(header ?? "").toLowerCase();
  const codings = words.split(/[\s,]+/).filter((word) => word !== "" && word !== "identity");
  if (codings.length > maxCodings) return { text: "", undecodable: `has ${codings.length} content encodings` };
  let bytes = body;
  for (const coding of codings.toReversed()) {
    const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (decode === undefined)
      return { text: "", undecodable: "has a content encoding other than gzip, br and deflate" };
    try {
      bytes = decode(bytes, { maxOutputLength: maxResponseBytes });
    } catch (error) {
      if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw new OversizedResponse();
      return { text: "", undecodable: `isn't encoded with ${coding}, although its header says so` };
    }
  }
  return { text: bytes.toString("utf8") };
}

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
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
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

function isInRange(host: string, range: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  const [family, networkFamily] = [isIP(host), isIP(network)];
  const most = networkFamily === 4 ? 32 : 128;
  if (family === 0 || networkFamily === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), networkFamily === 4 ? "ipv4" : "ipv6");
  return list.check(host, family === 4 ? "ipv4" : "ipv6");
}
