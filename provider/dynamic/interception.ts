import { createHash } from "node:crypto";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as requests from "@pulumi/pulumi/proto/provider_pb.js";
import { cancel, newCancellation, type Shutdown } from "../plugin/shutdown.js";
import { isObject, sameJson, type Value, type Values } from "../schema/json.js";
import type { DynamicInput } from "./input.js";

/** Maximum number of resources to remember: the engine may check all resources of a stack before it creates the first one. */
const maxRemembered = 100_000;

/**
 * What a check receives besides the arguments: names of those that the program marks as secret, and of those that depend on resources
 * outside of this run.
 */
type Extras = Pick<DynamicInput, "secrets" | "pending">;

/**
 * Keeps what a check receives besides the arguments until the diff, create or update of the same resource in this process. As an input,
 * it would show as a difference whenever a program starts to mark a value.
 */
export function newMarkedSecrets(limit = maxRemembered) {
  const known = new Map<string, Extras>();
  return {
    remember(args: Values, { secrets, pending }: Extras): void {
      if (secrets.length === 0 && pending.length === 0) return;
      const key = digest(args);
      known.delete(key);
      known.set(key, { secrets, pending });
      const [oldest] = known.keys();
      if (known.size > limit && oldest !== undefined) known.delete(oldest);
    },
    /** The input, with what the check received besides these arguments. */
    recall(input: DynamicInput): DynamicInput {
      return known.size === 0 ? input : { ...input, ...known.get(digest(input.values)) };
    },
  };
}

/** The same text for equal values in any order. A digest, since arguments may be long and contain secrets. */
function digest(values: Values): string {
  const sorted = (_: string, value: Value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash("sha256").update(JSON.stringify(values, sorted)).digest("base64");
}

export interface Refresh {
  readonly id: string;
  /** The state before. */
  readonly before: Values;
  /** The result: the object `before` if nothing has changed. */
  readonly outputs: Values;
  /** The inputs of a program that match these outputs; nothing if the old ones aren't known. */
  readonly inputs: Values | undefined;
}

/**
 * Reads of a refresh that haven't been diffed. After each read, the engine diffs the result with the inputs in the state, and that diff
 * must reject nothing. The engine doesn't say whether a read or a diff belongs to a refresh or an update.
 */
export function newRefreshes() {
  let pending: readonly Refresh[] = [];
  return {
    read(refresh: Refresh): void {
      pending = [...pending.filter(({ id }) => id !== refresh.id), refresh];
    },
    /** Inputs were checked, so the refresh of a resource with these inputs has ended. */
    checked(inputs: Values): void {
      if (pending.length > 0) pending = pending.filter((each) => !(each.inputs && sameJson(each.inputs, inputs)));
    },
    /** The read that returned these outputs; nothing if there was none, or if it was already taken. */
    take(id: string, outputs: Values): Refresh | undefined {
      const found = pending.find((each) => each.id === id && sameJson(each.outputs, outputs));
      pending = pending.filter((each) => each !== found);
      return found;
    },
  };
}

/**
 * What a request of the engine says besides the ID and properties, which is all that the SDK's server for dynamic providers passes on. So
 * it's read when the server reads one of these from the request. A read that loads the first provider of a process isn't intercepted,
 * since the server has read all of it by then.
 */
export interface InterceptedRequest {
  readonly urn: string | undefined;
  /** The inputs in the state; nothing for a create or a delete. */
  readonly oldInputs?: Values | undefined;
  /** Paths in `ignoreChanges`. */
  readonly ignored?: readonly string[];
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
  const inputs = request.getOldInputs?.() ?? request.getInputs?.();
  const seconds = request.getTimeout?.() ?? 0;
  return {
    urn: request.getUrn() || undefined,
    oldInputs: inputs?.toJavaScript() as Values | undefined,
    ignored: request.getIgnorechangesList?.() ?? [],
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
