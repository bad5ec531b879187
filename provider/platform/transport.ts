import { Readable } from "node:stream";
import type { Pool } from "undici";
import type { Configuration } from "./configuration.js";

/** One request as it is sent. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response that has arrived completely. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/**
 * Sends one request once and returns the complete response. Fails with an error that has a `code` (`ECONNRESET`, …), with
 * the signal's reason as soon as it aborts, or with `UnsentRequest` where it is known that nothing had been sent by then.
 */
export type Transport = (request: RawRequest, signal: AbortSignal) => Promise<RawResponse>;

/** Maximum size of a response, in bytes. */
export const maxResponseBytes = 16 * 1024 * 1024;

/** A response exceeds the maximum size. */
export class OversizedResponse extends Error {}

/** The time limit passed before anything of the request was sent: there was no connection. */
export class UnsentRequest extends Error {}

type NetworkSettings = Pick<Configuration, "baseUrl" | "maxConcurrentRequests" | "requestTimeoutSeconds">;

/** The network: connections to the platform that are kept open and shared. No redirect is followed. */
export function networkTo({ baseUrl, maxConcurrentRequests, requestTimeoutSeconds }: NetworkSettings): Transport {
  let opened: Pool | undefined;
  const open = () => {
    // Loaded with the first request, since it takes as long as everything else: a preview, for example, often sends none.
    const undici = require("undici") as typeof import("undici");
    return new undici.Pool(baseUrl.origin, {
      connections: maxConcurrentRequests,
      keepAliveTimeout: 30_000,
      connect: { timeout: requestTimeoutSeconds * 1000 },
    });
  };
  return async ({ method, path, headers, body }, signal) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    let isSent = bytes === undefined;
    // Pulled only once there is a connection, which shows whether anything was sent.
    const content = async function* () {
      isSent = true;
      yield bytes;
    };
    opened ??= open();
    try {
      const response = await opened.request({
        method: method as "GET",
        path,
        headers: bytes === undefined ? headers : { ...headers, "content-length": String(bytes.length) },
        body: bytes === undefined ? null : Readable.from(content()),
        // The signal limits the whole exchange; these would only limit its pauses.
        headersTimeout: 0,
        bodyTimeout: 0,
        signal,
      });
      const text = await textOf(response.body as AsyncIterable<Buffer>);
      return { status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      throw signal.aborted && !isSent ? new UnsentRequest() : error;
    }
  };
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new OversizedResponse();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
