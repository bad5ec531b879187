/** The process of Pulumi's SDK, in which dynamic providers run: what its server reads from a request, and how messages reach the user. */
import * as pulumi from "@pulumi/pulumi";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as requests from "@pulumi/pulumi/proto/provider_pb.js";
import { version as sdk } from "@pulumi/pulumi/version";
import type { Log } from "../../definition/kind.js";
import { InitFailure } from "../../engine/call.js";
import { cancel, engineAddress, newCancellation, type Shutdown } from "../../engine/process.js";
import { AppPlatformError } from "../../errors/appPlatformError.js";
import { userAgentOf } from "../../platform/environment.js";
import type { Values } from "../../schema/json.js";

/** The value of `User-Agent`; `sender` is the segment of `userAgentOf`. */
export function sdkUserAgent(sender: string): string {
  const { version } = require("pulumi-app-platform/package.json") as { readonly version: string };
  return userAgentOf(version, sender, sdk);
}

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
  const { requestType } = ResourceProviderService.cancel as unknown as {
    requestType: { deserializeBinary(bytes: Uint8Array): unknown };
  };
  const read = requestType.deserializeBinary;
  requestType.deserializeBinary = function (bytes) {
    const isRequest = new Error().stack?.includes("provider_grpc_pb") === true;
    if (isRequest && isBusy()) cancel(cancellation);
    else if (isRequest) cancellation = newCancellation();
    return read.call(this, bytes);
  };
  return () => cancellation.signal;
}

let isConnected = false;
/** The delivery of the latest message: the SDK delivers them one by one. */
let delivery = Promise.resolve();

/**
 * Shows messages to the user, as diagnostics of the stack.
 *
 * The plugin process knows the engine's address but isn't connected to the engine's log. Once connected, `pulumi.log` works as in a
 * program. Without an engine, messages go to standard error, which Pulumi also shows.
 */
export const engineLog: Log = {
  warn: (text) => write(text, "warning: ", pulumi.log.warn),
  info: (text) => write(text, "", pulumi.log.info),
};

function write(text: string, prefix: string, log: (text: string) => Promise<void>): void {
  const print = () => void process.stderr.write(`${prefix}${text}\n`);
  const engine = engineAddress();
  if (engine === undefined) {
    print();
    return;
  }
  if (!isConnected) {
    isConnected = true;
    pulumi.runtime.resetOptions("", "", 0, engine, "", false, "");
  }
  delivery = log(text).catch(print);
}

/**
 * Runs a call, and returns its result once the engine has all messages: it ends the operation after the last result, and doesn't show
 * later ones.
 */
export async function deliveringMessages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await delivery;
  }
}

/**
 * Pulumi's plugin prints message and stack trace of every error of check, diff, read and delete, and the engine shows the message again.
 * For our own errors, the first copy is suppressed.
 */
export function printErrorsOnce(): void {
  const print = console.error.bind(console);
  console.error = (...texts: unknown[]) => {
    const isOurs = typeof texts[0] === "string" && texts[0].startsWith(marker);
    if (!isOurs) print(...texts);
  };
  for (const type of [AppPlatformError, InitFailure]) type.prototype.toString = () => marker;
}

/** Marks our own errors in the plugin's output. */
const marker = "\u0000app-platform-error";
