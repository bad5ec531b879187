import { Readable } from "node:stream";
import { Pool } from "undici";
import type { Configuration } from "./configuration.js";

/** One request as it travels. */
export interface Exchange {
  readonly method: string;
  /** Path and query, from the host on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer that has arrived whole. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/**
 * Carries one request to the platform and its whole answer back, once. Fails with an error that has a `code`
 * (`ECONNRESET`, …), or as the signal aborts; with `UnsentRequest`, where it is known that nothing was sent by then.
 */
export type Transport = (exchange: Exchange, signal: AbortSignal) => Promise<RawAnswer>;

/** Largest answer that is taken, in bytes. */
export const largestAnswer = 16 * 1024 * 1024;

/** An answer goes beyond what is taken. */
export class OversizedAnswer extends Error {}

/** The time was over before anything of the request was sent: no connection came about. */
export class UnsentRequest extends Error {}

/** The network: connections to the platform that are kept and shared. No redirect is followed. */
export function networkTo({ baseUrl, maxConcurrentRequests, requestTimeoutSeconds }: Configuration): Transport {
  const pool = new Pool(baseUrl.origin, {
    connections: maxConcurrentRequests,
    keepAliveTimeout: 30_000,
    connect: { timeout: requestTimeoutSeconds * 1000 },
  });
  return async ({ method, path, headers, body }, signal) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    let isSent = bytes === undefined;
    // Asked for when a connection is there to take it, which tells whether anything was sent.
    const content = async function* () {
      isSent = true;
      yield bytes;
    };
    try {
      const answer = await pool.request({
        method: method as "GET",
        path,
        headers: bytes === undefined ? headers : { ...headers, "content-length": String(bytes.length) },
        body: bytes === undefined ? null : Readable.from(content()),
        // The signal bounds the whole exchange; these would only bound its silences.
        headersTimeout: 0,
        bodyTimeout: 0,
        signal,
      });
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > largestAnswer) throw new OversizedAnswer();
        chunks.push(chunk);
      }
      return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString("utf8") };
    } catch (error) {
      throw signal.aborted && !isSent ? new UnsentRequest() : error;
    }
  };
}
