import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import type { Dispatcher, Pool } from "undici";
import type { Configuration } from "./configuration.js";
import type { HttpProxy } from "./proxy.js";
import {
  maxHeaderBytes,
  maxResponseBytes,
  OversizedResponse,
  ProxyFailure,
  type RawRequest,
  type RawResponse,
  type Transport,
  UnsentRequest,
} from "./transport.js";

interface NetworkSettings extends Pick<Configuration, "baseUrl" | "maxConcurrentRequests" | "requestTimeoutSeconds"> {
  /** Omitted if there is none. */
  readonly proxy?: HttpProxy | undefined;
}

/** The network: connections to the platform that are kept open and shared. No redirect is followed. */
export function networkTo({
  baseUrl,
  proxy,
  maxConcurrentRequests,
  requestTimeoutSeconds,
}: NetworkSettings): Transport {
  let opened: Dispatcher | undefined;
  const open = () => {
    // Loaded with the first request, since it takes as long as everything else: a preview, for example, often sends none.
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
      clientFactory: ({ origin }, given) =>
        tunnelling(new undici.Pool(origin, { ...given, headersTimeout: connect.timeout })),
    });
  };
  return (request, signal) => {
    opened ??= open();
    return exchange(opened, baseUrl.origin, request, signal);
  };
}

/**
 * The connections to a proxy, with errors that say what it did. Those of undici don't contain its status; and where the proxy closes the
 * connection, undici connects again and again, without a pause.
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
 * One request and its response, with a handler of its own. `request` of undici wraps both bodies in streams, which takes longer
 * than all the rest, and does not tell whether anything was sent.
 */
function exchange(
  dispatcher: Dispatcher,
  origin: string,
  request: RawRequest,
  signal: AbortSignal,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    /** Known once there is a connection, and with https a secure one: nothing is sent before. */
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
        const body = Buffer.concat(chunks);
        const codings = codingsOf(head.headers["content-encoding"]);
        if (codings.length > 0) decodedResponse(head, body, codings).then(resolve, reject);
        else inTurn(() => resolve({ ...head, text: body.toString("utf8") }));
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

/** A body that can't be decoded is part of the response: the status still tells what happened to the request. */
async function decodedResponse(
  head: Pick<RawResponse, "status" | "headers">,
  body: Buffer,
  codings: readonly string[],
): Promise<RawResponse> {
  try {
    return { ...head, text: (await decoded(body, codings)).toString("utf8") };
  } catch (error) {
    if (error instanceof UndecodableBody) return { ...head, text: "", undecodable: error.message };
    throw error;
  }
}

function optionsOf({ method, path, headers, body }: RawRequest, origin: string): Dispatcher.DispatchOptions {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return {
    origin,
    method: method as "GET",
    path,
    headers: {
      ...headers,
      // Without it, a server may choose any encoding.
      "accept-encoding": "identity",
      ...(bytes === undefined ? {} : { "content-length": String(bytes.length) }),
    },
    body: bytes ?? null,
    // The signal limits the whole exchange; these would only limit its pauses.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

/** Number of responses that are passed on before the event loop continues. */
const atOnce = 4;

const waiting: (() => void)[] = [];

/**
 * Passes on a few of the responses that arrive together, and then lets the event loop continue before the next few. Node.js sends
 * requests, and answers to the engine, only once it has processed everything that arrived with them. With dozens of responses at the
 * same moment, the platform would wait for requests that are ready, and then the provider for the platform.
 */
export function inTurn(passOn: () => void): void {
  waiting.push(passOn);
  if (waiting.length === 1) setImmediate(next);
}

function next(): void {
  for (const passOn of waiting.splice(0, atOnce)) passOn();
  if (waiting.length > 0) setImmediate(next);
}

type Decode = (bytes: Buffer) => Promise<Buffer>;

/** It stops where its output exceeds the maximum size of a response. */
const bounded =
  (decompress: typeof gunzip.__promisify__): Decode =>
  (bytes) =>
    decompress(bytes, { maxOutputLength: maxResponseBytes });

const gzip = bounded(promisify(gunzip));
const zlib = bounded(promisify(inflate));
const raw = bounded(promisify(inflateRaw));

const decoders: Readonly<Record<string, Decode>> = {
  gzip,
  "x-gzip": gzip,
  br: bounded(promisify(brotliDecompress)),
  // RFC 9110 means zlib's format, but some servers send the bare one.
  deflate: (bytes) => (isZlib(bytes) ? zlib(bytes) : raw(bytes)),
};

/** How many codings a response may have, one over the other: each costs as much as the maximum size of a response. */
const maxCodings = 5;

/** A body can't be decoded; the message says why, as the end of "the response …". */
export class UndecodableBody extends Error {}

/** The codings of a body, in the order in which they were applied. */
export function codingsOf(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
}

/**
 * A body without its codings: the provider asks for none, but a server may use some anyway.
 *
 * @throws OversizedResponse if it exceeds the maximum size then; UndecodableBody.
 */
export async function decoded(body: Buffer, codings: readonly string[]): Promise<Buffer> {
  if (body.length === 0) return body;
  if (codings.length > maxCodings) throw new UndecodableBody(`has ${codings.length} content encodings`);
  let bytes = body;
  for (const coding of codings.toReversed()) {
    const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (decode === undefined) throw new UndecodableBody(`has a content encoding other than gzip, br and deflate`);
    bytes = await decode(bytes).catch((error) => {
      if (error.code === "ERR_BUFFER_TOO_LARGE") throw new OversizedResponse();
      throw new UndecodableBody(`isn't encoded with ${coding}, although its header says so`);
    });
  }
  return bytes;
}

/** Whether bytes begin with the header of zlib's format: its method, and a checksum of both bytes. */
function isZlib(bytes: Buffer): boolean {
  const header = bytes.length < 2 ? 0 : bytes.readUInt16BE();
  return ((header >> 8) & 0x0f) === 8 && header % 31 === 0;
}
