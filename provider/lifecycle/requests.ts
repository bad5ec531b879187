import type { Log } from "../definition/resourceDefinition.js";
import type { CallLimits } from "../platform/operation.js";
import type { Values } from "../schema/json.js";
import type { Normalized } from "../values/normalized.js";

/** What a door stores in the state between two calls for a resource. */
export interface StoredResource {
  /** Arguments and outputs. */
  readonly values: Values;
  /** After a partial failure: what the program specified before and in the failed update, since some of it may not be removed yet. */
  readonly previous?: Values | undefined;
  /** Identifies the last change of an argument. Unknown in a preview, nothing if no program manages the resource. */
  readonly revision: string | undefined;
  /** The location of the platform on which it was last seen (`locationOf`); nothing if no read or write has shown that. */
  readonly location?: string | undefined;
  /** What the platform stores instead of some values that were sent. */
  readonly normalized?: Normalized | undefined;
}

/** What each request says about its caller. If the door sets no limits, those of the settings apply. */
interface Request extends CallLimits {
  readonly log: Log;
}

export interface LookupRequest extends Request {
  /** Path parameters, filters, `connection` and, for a single resource, its `id` or `name`. */
  readonly args: Values;
}

export interface DocumentRequest extends LookupRequest {
  /** Its name in the definition: `Kubeconfig`. */
  readonly name: string;
}

export interface ResourceRequest extends Request {
  /** Nothing if the door doesn't receive it. */
  readonly urn: string | undefined;
  /** Names of the arguments and outputs that the program marks as secret or has marked before. */
  readonly secrets: readonly string[];
  /** Its name in the program, for a door that doesn't receive the URN. */
  readonly resourceName?: string | undefined;
}

export interface CheckRequest extends ResourceRequest {
  readonly args: Values;
  /** The inputs in the state; empty for a new resource. */
  readonly oldInputs: Values;
  /** Whether it isn't in the state yet. */
  readonly isNew: boolean;
  /** Names of arguments that are unknown, since they depend on a resource outside of this run. */
  readonly pending?: readonly string[];
  /** Addresses of the platforms that the program's lookups have read, by connection: empty for the stack's own. */
  readonly lookups?: Readonly<Record<string, string>>;
}

/** A write, or a preview of one. */
interface WriteRequest extends ResourceRequest {
  /** Whether to send nothing and return the arguments as the result. Omitted by doors that don't preview writes. */
  readonly isPreview?: boolean;
}

export interface CreateRequest extends WriteRequest {
  readonly args: Values;
}

/** Asks what an update with these arguments would do. The same request then performs it. */
export interface UpdateRequest extends WriteRequest {
  readonly id: string;
  readonly args: Values;
  /** The inputs in the state. */
  readonly oldInputs: Values;
  readonly stored: StoredResource;
  /** Whether the other door created the resource, with providers that this one doesn't know. */
  readonly isFromOtherDoor?: boolean;
}

export interface DeleteRequest extends ResourceRequest {
  readonly id: string;
  readonly stored: StoredResource;
}

export interface ReadRequest extends DeleteRequest {
  /** Whether a program reads an existing resource (`Database.get`), which no state has. */
  readonly isLookup: boolean;
  /** The inputs in the state; nothing for a lookup, or if the provider doesn't receive them. */
  readonly oldInputs: Values | undefined;
}

export interface FoundResource {
  /** `values` is the object of the request if nothing has changed. */
  readonly stored: StoredResource;
  /** The old inputs with the values of the resource; nothing without old inputs. */
  readonly args: Values | undefined;
}

export interface ImportRequest extends ResourceRequest {
  /** `<id>`, or with its place: `<environmentId>/<id>`. */
  readonly address: string;
}

export interface ImportedResource {
  /** Without its place. */
  readonly id: string;
  readonly stored: StoredResource;
  /** The arguments that a user would write for it, without masked secrets. */
  readonly args: Values;
  /** The same, with masked secrets as unknown values. */
  readonly known: Values;
}
