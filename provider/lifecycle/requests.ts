import type { Log } from "../definition/resourceDefinition.js";
import type { Limits } from "../platform/operation.js";
import type { Values } from "../schema/json.js";
import type { GivenMembers } from "../values/given.js";

/** What is known about a resource from one call to the next. A door writes it to the state. */
export interface StoredResource {
  /** Arguments and outputs. */
  readonly values: Values;
  /** Which arguments the program gives; nothing if no program manages the resource. */
  readonly given: GivenMembers | undefined;
  /** Identifies the last change of an argument; unknown in a preview, nothing if no program manages the resource. */
  readonly revision: string | undefined;
}

/** What every request says about its caller. A door fills it in; a door that gets no limits uses those of the settings. */
interface Request extends Limits {
  /** Where messages to the user that aren't errors go. */
  readonly log: Log;
}

export interface LookupRequest extends Request {
  /** Where to look: path parameters, filters, `connection` and, for a single resource, its `id` or `name`. */
  readonly args: Values;
}

/** A lookup of a text of a resource. */
export interface DocumentRequest extends LookupRequest {
  /** As its definition names it: `Kubeconfig`. */
  readonly name: string;
}

/** What requests say about the resource in the program. */
export interface ResourceRequest extends Request {
  /** The URN of the resource; nothing if the door doesn't receive it. */
  readonly urn: string | undefined;
  /** Names of the arguments and outputs that the program marks as secret, or that were secret before. */
  readonly secrets: readonly string[];
  /** Its name in the program, where the door doesn't receive the URN. */
  readonly resourceName?: string | undefined;
}

/** Asks whether a resource can be created with these arguments, or updated to them. */
export interface CheckRequest extends ResourceRequest {
  readonly args: Values;
  /** The arguments before; empty for a new resource. */
  readonly argsBefore: Values;
  /** Whether the state does not have it. */
  readonly isNew: boolean;
  /** Names of the arguments that depend on a resource that isn't part of this run: nothing is known about them. */
  readonly pending?: readonly string[];
  /** Addresses of the platforms that the lookups of the program have read, by connection: empty for the stack's own. */
  readonly lookups?: Readonly<Record<string, string>>;
}

/** A write, or a preview of one. */
interface WriteRequest extends ResourceRequest {
  /** Whether to send nothing and return only what is known about the result: the arguments. Omitted by doors that never ask for that. */
  readonly isPreview?: boolean;
}

export interface CreateRequest extends WriteRequest {
  readonly args: Values;
}

/** Asks what would become of a resource with these arguments. The same request then updates it. */
export interface UpdateRequest extends WriteRequest {
  readonly id: string;
  readonly args: Values;
  /** The arguments before, as the engine has them; nothing if the door doesn't receive them. */
  readonly argsBefore: Values | undefined;
  readonly stored: StoredResource;
  /** Whether the resource comes from the other door, whose providers this one doesn't know. */
  readonly isFromOtherDoor?: boolean;
}

export interface DeleteRequest extends ResourceRequest {
  readonly id: string;
  readonly stored: StoredResource;
}

export interface ReadRequest extends DeleteRequest {
  /** Whether a program reads what exists (`Database.get`), and no state has it. */
  readonly isLookup: boolean;
}

export interface FoundResource {
  /** `values` are those of the request if nothing has changed. */
  readonly stored: StoredResource;
  /** The arguments that a program would give; nothing if no program manages the resource. */
  readonly args: Values | undefined;
}

/** Asks for an existing resource as one that the program manages from now on. */
export interface ImportRequest extends ResourceRequest {
  /** Its ID, or also where it is: `<id>` or `<environmentId>/<id>`. */
  readonly address: string;
}

/** An existing resource as it is managed from now on. */
export interface ImportedResource {
  /** Its ID alone. */
  readonly id: string;
  readonly stored: StoredResource;
  /** The arguments that a user would write for it, without secrets that the platform masks. */
  readonly args: Values;
  /** The same with these secrets as unknown values. */
  readonly known: Values;
}
