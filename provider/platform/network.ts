import type { Dispatcher, Pool } from "undici";
import type { Configuration } from "./configuration.js";
import {
  maxResponseBytes,
  OversizedResponse,
  type RawRequest,
  type RawResponse,
  type Transport,
  UnsentRequest,
} from "./transport.js";
import { inTurn } from "./turns.js";

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
  return (request, signal) => {
    opened ??= open();
    return exchange(opened, request, signal);
  };
}

/**
 * One request and its response, with a handler of its own. `request` of undici wraps both bodies in streams, which takes longer
 * than all the rest, and does not tell whether anything was sent.
 */
function exchange(pool: Dispatcher, request: RawRequest, signal: AbortSignal): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    /** Known once there is a connection. */
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
        inTurn(() => resolve({ ...head, text: Buffer.concat(chunks).toString("utf8") }));
      },
      onResponseError(_, error) {
        signal.removeEventListener("abort", abort);
        reject(error);
      },
    };
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    else pool.dispatch(optionsOf(request), handler);
  });
}

function optionsOf({ method, path, headers, body }: RawRequest): Dispatcher.DispatchOptions {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return {
    method: method as "GET",
    path,
    headers: bytes === undefined ? headers : { ...headers, "content-length": String(bytes.length) },
    body: bytes ?? null,
    // The signal limits the whole exchange; these would only limit its pauses.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}
