import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as requests from "@pulumi/pulumi/proto/provider_pb.js";
import { cancel, newCancellation, type Shutdown } from "../../engine/process.js";
import type { Values } from "../../schema/json.js";

/**
 * What a request of the engine says besides the ID and properties, which is all that the SDK's server for dynamic providers passes on. So
 * it's read when the server reads one of these from the request. A read that loads the first provider of a process isn't intercepted,
 * since the server has read all of it by then.
 */
export interface InterceptedRequest {
  readonly urn: string | undefined;
  /** The inputs in the state; nothing for a create. Converted when read, since a delete doesn't need them. */
  readonly oldInputs?: Values | undefined;
  /** Paths in `ignoreChanges`. */
  readonly ignoreChanges?: readonly string[];
  /** The time limit of `customTimeouts`, if there is one. */
  readonly seconds?: number;
}

const requestsByProperties = new WeakMap<object, InterceptedRequest>();
/** The request whose ID was read last. */
let latest: InterceptedRequest | undefined;

/** The request with these properties for which the server reads no ID right before: a create or a read. */
export function requestOf(properties: Values): InterceptedRequest | undefined {
  return requestsByProperties.get(properties);
}

/** The request for which the server reads the ID right before: a diff, an update or a delete. Only valid before the first await. */
export function latestRequest(): InterceptedRequest | undefined {
  const request = latest;
  latest = undefined;
  return request;
}

interface Inputs {
  toJavaScript(): unknown;
}

interface Request {
  getUrn(): string;
  getTimeout?(): number;
  getOldInputs?(): Inputs | undefined;
  getIgnorechangesList?(): string[];
  /** Those of a read. */
  getInputs?(): Inputs | undefined;
}

function intercepted(request: Request): InterceptedRequest {
  const seconds = request.getTimeout?.() ?? 0;
  return {
    urn: request.getUrn() || undefined,
    get oldInputs() {
      return (request.getOldInputs?.() ?? request.getInputs?.())?.toJavaScript() as Values | undefined;
    },
    ignoreChanges: request.getIgnorechangesList?.() ?? [],
    ...(seconds > 0 && { seconds }),
  };
}

/** Calls `note` whenever the server reads a member of such a request. */
function whenRead(
  requestType: { readonly prototype: object },
  what: string,
  note: (request: Request, read: unknown) => void,
): void {
  const methods = requestType.prototype as Record<string, (this: Request) => unknown>;
  const read = methods[what] as (this: Request) => unknown;
  methods[what] = function (this: Request) {
    const result = read.call(this);
    note(this, result);
    return result;
  };
}

let isIntercepting = false;

export function interceptRequests(): void {
  if (isIntercepting) return;
  isIntercepting = true;
  for (const requestType of [requests.DiffRequest, requests.UpdateRequest, requests.DeleteRequest]) {
    whenRead(requestType, "getId", (request) => {
      latest = intercepted(request);
    });
  }
  for (const requestType of [requests.CreateRequest, requests.ReadRequest]) {
    whenRead(requestType, "getProperties", (request, struct) => {
      const { toJavaScript } = struct as { toJavaScript(): Values };
      Object.assign(struct as object, {
        toJavaScript() {
          const values = toJavaScript.call(struct);
          requestsByProperties.set(values, intercepted(request));
          return values;
        },
      });
    });
  }
}

/**
 * The signal that ends waits when the engine cancels an operation, for example because the CLI got SIGTERM. The SDK's server doesn't pass
 * that on, so this notes when it reads such a request, whose class responses to the provider's own calls have, too. The engine also sends
 * it at the end of each operation, when nothing is in progress.
 */
export function canceledByEngine({ isBusy }: Pick<Shutdown, "isBusy">): () => AbortSignal {
  let cancellation = newCancellation();
  const { requestType } = ResourceProviderService.cancel as unknown as { requestType: { deserializeBinary: Reading } };
  const read = requestType.deserializeBinary;
  requestType.deserializeBinary = function (bytes) {
    const isRequest = new Error().stack?.includes("provider_grpc_pb") === true;
    if (isRequest && isBusy()) cancel(cancellation);
    else if (isRequest) cancellation = newCancellation();
    return read.call(this, bytes);
  };
  return () => cancellation.signal;
}

type Reading = (bytes: Uint8Array) => unknown;
